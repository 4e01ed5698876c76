/**
 * Form before an account is deleted: the data it has, what happens to annotations and notes, and the email address
 * typed to confirm.
 */
import { Alert, Button, Group, Radio, Stack, Text, TextInput } from "@mantine/core";
import {
  type PersonalDataCounts,
  WORK_CHOICES,
  type WorkChoice,
} from "@parfocal/core/personal-data/personal-data.contract.ts";
import { LOGIN_MAX_CHARACTERS } from "@parfocal/core/session/session.contract.ts";
import { type FormEvent, type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { formatQuantity } from "#ui/quantity-text.ts";
import forms from "#ui/StackedForm.module.css";
import styles from "./PersonalData.module.css";

const COUNTS = ["annotations", "notes", "registrations", "userGroups", "workGroups", "content"] as const;

interface DeletionFormProps {
  readonly email: string;
  readonly counts: PersonalDataCounts;
  readonly isOwn: boolean;
  readonly isBusy: boolean;
  readonly failure: string | null;
  /** Further fields. */
  readonly children?: ReactNode;
  readonly onDelete: (work: WorkChoice) => void;
  readonly onCancel: () => void;
}

export function DeletionForm({
  email,
  counts,
  isOwn,
  isBusy,
  failure,
  children,
  onDelete,
  onCancel,
}: DeletionFormProps) {
  const { t, i18n } = useTranslation();
  const [work, setWork] = useState<WorkChoice>("keep");
  const [typed, setTyped] = useState("");
  const [error, setError] = useState<string | null>(null);

  function handleSubmit(event: FormEvent) {
    event.preventDefault();
    if (isBusy) return;
    const isRight = typed.trim().toLowerCase() === email.toLowerCase();
    setError(isRight ? null : t("personalData.confirmWrong"));
    if (isRight) onDelete(work);
  }

  return (
    <form onSubmit={handleSubmit} noValidate className={forms.form}>
      <Text>
        {t(isOwn ? "personalData.ownContentStays" : "personalData.contentStays")} {t("personalData.cannotUndo")}
      </Text>
      <dl className={styles.counts}>
        {COUNTS.map((name) => [
          <dt key={name}>{t(`personalData.${name}`)}</dt>,
          <dd key={`${name}-count`}>{formatQuantity(counts[name], i18n.language)}</dd>,
        ])}
      </dl>
      {counts.annotations + counts.notes > 0 && (
        <Radio.Group label={t("personalData.work")} value={work} onChange={(value) => setWork(value as WorkChoice)}>
          <Stack gap="xs" mt="xs">
            {WORK_CHOICES.map((choice) => (
              <Radio key={choice} value={choice} label={t(`personalData.${choice}`)} />
            ))}
          </Stack>
        </Radio.Group>
      )}
      {children}
      <TextInput
        label={t("personalData.confirm")}
        description={t("personalData.confirmHint", { email })}
        type="email"
        autoComplete="off"
        maxLength={LOGIN_MAX_CHARACTERS}
        value={typed}
        error={error}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <div role="alert">{failure && <Alert color="red">{failure}</Alert>}</div>
      <Group gap="sm">
        <Button type="submit" color="red" loading={isBusy}>
          {t(isOwn ? "personalData.deleteOwn" : "personalData.deletePerson")}
        </Button>
        <Button variant="default" onClick={onCancel}>
          {t("personalData.cancel")}
        </Button>
      </Group>
    </form>
  );
}
