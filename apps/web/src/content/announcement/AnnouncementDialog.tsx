/** Adds or edits an announcement, with a preview. */
import { Alert, Button, Checkbox, Group, Input, Modal, Stack, Switch, TextInput } from "@mantine/core";
import type { Announcement } from "@parfocal/core/announcement/announcement.contract.ts";
import {
  ANNOUNCEMENT_MAX_CHARACTERS,
  ANNOUNCEMENT_READERS,
  type AnnouncementReader,
  isEmptyText,
} from "@parfocal/core/announcement/announcement-rules.ts";
import { AppError } from "@parfocal/core/errors.ts";
import { ACCOUNT_LANGUAGES, LANGUAGE_NAMES } from "@parfocal/core/session/preferences.ts";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { showSuccess } from "#platform/failure-toast.ts";
import { useSession } from "#platform/session.tsx";
import { useIdempotencyKeys } from "#platform/useIdempotencyKeys.ts";
import { RichTextField } from "#rich-text/RichTextField.tsx";
import { dateOfField, fieldOfDate } from "#ui/site-dates.ts";
import styles from "./Announcement.module.css";
import { AnnouncementText } from "./AnnouncementBanner.tsx";
import { useAnnouncements, useCreateAnnouncement, useUpdateAnnouncement } from "./announcement.api.ts";
import { readerText } from "./reader-texts.ts";

interface AnnouncementDialogProps {
  /** Null: a new one. */
  readonly announcement: Announcement | null;
  readonly onClose: () => void;
}

type Values = Pick<Announcement, "content" | "dateStart" | "dateEnd" | "readers" | "sticky" | "isActive">;
type Problems = Partial<Record<"content" | "dateEnd" | "readers", string>>;

const NEW: Values = {
  content: { en: "", de: "" },
  dateStart: null,
  dateEnd: null,
  readers: [...ANNOUNCEMENT_READERS],
  sticky: false,
  isActive: true,
};

const valuesOf = ({ content, dateStart, dateEnd, readers, sticky, isActive }: Announcement): Values => ({
  ...{ content, dateStart, dateEnd, readers, sticky, isActive },
});

export function AnnouncementDialog({ announcement, onClose }: AnnouncementDialogProps) {
  const { t } = useTranslation();
  return (
    <Modal
      opened
      onClose={onClose}
      size="xl"
      title={announcement ? t("announcement.editTitle") : t("announcement.add")}
      closeButtonProps={{ "aria-label": t("ui.close") }}
    >
      <AnnouncementForm announcement={announcement} onClose={onClose} />
    </Modal>
  );
}

function AnnouncementForm({ announcement, onClose }: AnnouncementDialogProps) {
  const { t } = useTranslation();
  const [values, setValues] = useState(announcement ? valuesOf(announcement) : NEW);
  const [version, setVersion] = useState(announcement?.version ?? 1);
  const [isChangedSince, setChangedSince] = useState(false);
  const [problems, setProblems] = useState<Problems>({});
  const [failure, setFailure] = useState<string | null>(null);
  const findProblems = useProblems();
  const keys = useIdempotencyKeys();
  const creating = useCreateAnnouncement();
  const updating = useUpdateAnnouncement();
  const { data: all, refetch } = useAnnouncements();
  const theirs = isChangedSince ? all?.find(({ id }) => id === announcement?.id) : undefined;
  const isBusy = creating.isPending || updating.isPending;
  const change = (changes: Partial<Values>) => setValues((before) => ({ ...before, ...changes }));

  async function save(ofVersion: number): Promise<void> {
    const found = findProblems(values);
    setProblems(found);
    setFailure(null);
    if (Object.keys(found).length > 0 || isBusy) return;
    try {
      if (announcement) await updating.mutateAsync({ id: announcement.id, body: { ...values, version: ofVersion } });
      else await creating.mutateAsync({ body: values, idempotencyKey: keys.of(values) });
      showSuccess(t("announcement.saved"));
      onClose();
    } catch (error) {
      const codes = error instanceof AppError ? error.codes : [];
      if (codes.includes("endsBeforeStart")) return setProblems({ dateEnd: t("announcement.endsBeforeStart") });
      if (codes.includes("content")) return setProblems({ content: t("announcement.textMissing") });
      if (!codes.includes("changedSince"))
        return setFailure(error instanceof AppError ? error.message : t("announcement.saveFailed"));
      await refetch();
      setChangedSince(true);
    }
  }

  function handleSubmit(event: FormEvent): void {
    event.preventDefault();
    void save(version);
  }
  function handleTheirs({ version: newer, ...saved }: Announcement): void {
    setValues(valuesOf({ version: newer, ...saved }));
    setVersion(newer);
    setChangedSince(false);
  }

  return (
    <form noValidate onSubmit={handleSubmit}>
      <Stack>
        <TextFields values={values} problem={problems.content} onChange={change} />
        <SettingFields values={values} problems={problems} onChange={change} />
        <Input.Wrapper label={t("announcement.preview")} labelElement="div">
          <div className={styles.preview}>
            <AnnouncementText content={values.content} />
          </div>
        </Input.Wrapper>
        <div role="alert">
          {failure && <Alert color="red">{failure}</Alert>}
          {theirs && (
            <Alert color="amber" title={t("announcement.changedSince")}>
              <AnnouncementText content={theirs.content} />
              <Group mt="sm">
                <Button variant="default" loading={isBusy} onClick={() => void save(theirs.version)}>
                  {t("announcement.keepMine")}
                </Button>
                <Button variant="default" disabled={isBusy} onClick={() => handleTheirs(theirs)}>
                  {t("announcement.keepTheirs")}
                </Button>
              </Group>
            </Alert>
          )}
        </div>
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t("ui.cancel")}
          </Button>
          <Button type="submit" loading={isBusy} disabled={theirs !== undefined}>
            {t("announcement.save")}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function useProblems(): (values: Values) => Problems {
  const { t } = useTranslation();
  return ({ content, dateStart, dateEnd, readers }) => {
    const texts = Object.values(content);
    const isTooLong = texts.some((text) => text.length > ANNOUNCEMENT_MAX_CHARACTERS);
    return {
      ...(texts.every(isEmptyText) ? { content: t("announcement.textMissing") } : {}),
      ...(isTooLong ? { content: t("announcement.textTooLong", { count: ANNOUNCEMENT_MAX_CHARACTERS }) } : {}),
      ...(dateStart && dateEnd && dateEnd <= dateStart ? { dateEnd: t("announcement.endsBeforeStart") } : {}),
      ...(readers.length === 0 ? { readers: t("announcement.readersMissing") } : {}),
    };
  };
}

interface FieldsProps {
  readonly values: Values;
  readonly onChange: (changes: Partial<Values>) => void;
}

/** One field for each language of the site, and for each language that already has a text. */
function TextFields({ values, problem, onChange }: FieldsProps & { readonly problem: string | undefined }) {
  const { t } = useTranslation();
  const { languages = ACCOUNT_LANGUAGES } = useSession().site;
  const { content } = values;
  const [written] = useState(() =>
    ACCOUNT_LANGUAGES.filter((code) => languages.includes(code) || !isEmptyText(content[code])),
  );
  return written.map((code, at) => (
    <RichTextField
      key={code}
      label={written.length > 1 ? t("announcement.textIn", { language: LANGUAGE_NAMES[code] }) : t("announcement.text")}
      description={written.length > 1 && at === 0 ? t("announcement.textHint") : undefined}
      error={at === 0 ? problem : undefined}
      minRows={3}
      hasImages={false}
      value={content[code]}
      onChange={(html) => onChange({ content: { ...content, [code]: html } })}
    />
  ));
}

function SettingFields({ values, problems, onChange }: FieldsProps & { readonly problems: Problems }) {
  const { t } = useTranslation();
  return (
    <>
      <div className={styles.dates}>
        <TextInput
          type="datetime-local"
          step={1}
          label={t("announcement.dateStart")}
          description={t("announcement.dateHint")}
          value={fieldOfDate(values.dateStart)}
          onChange={(event) => onChange({ dateStart: dateOfField(event.currentTarget.value) })}
        />
        <TextInput
          type="datetime-local"
          step={1}
          label={t("announcement.dateEnd")}
          description={t("announcement.dateHint")}
          error={problems.dateEnd}
          value={fieldOfDate(values.dateEnd)}
          onChange={(event) => onChange({ dateEnd: dateOfField(event.currentTarget.value) })}
        />
      </div>
      <Checkbox.Group
        label={t("announcement.readers")}
        error={problems.readers}
        value={values.readers}
        onChange={(readers) => onChange({ readers: readers as AnnouncementReader[] })}
      >
        <Group gap="md" mt="xs">
          {ANNOUNCEMENT_READERS.map((reader) => (
            <Checkbox key={reader} value={reader} label={t(readerText(reader))} />
          ))}
        </Group>
      </Checkbox.Group>
      <Switch
        label={t("announcement.sticky")}
        description={t("announcement.stickyHint")}
        checked={values.sticky}
        onChange={(event) => onChange({ sticky: event.currentTarget.checked })}
      />
      <Switch
        label={t("announcement.active")}
        description={t("announcement.activeHint")}
        checked={values.isActive}
        onChange={(event) => onChange({ isActive: event.currentTarget.checked })}
      />
    </>
  );
}
