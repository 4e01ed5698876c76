/** Adds a file or a link to a course, a folder or a slide. */
import { Alert, Button, FileInput, Group, SegmentedControl, Stack, Switch, TextInput } from "@mantine/core";
import { ATTACHMENT_MAX_BYTES, ATTACHMENT_URL_MAX_CHARACTERS } from "@parfocal/core/attachment/attachment-limits.ts";
import { AppError } from "@parfocal/core/errors.ts";
import { TITLE_MAX_CHARACTERS } from "@parfocal/core/item/item-text-limits.ts";
import { type FormEvent, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { newIdempotencyKey } from "#platform/idempotency-key.ts";
import { FormModal } from "#ui/FormModal.tsx";
import { type NewAttachment, useAddAttachment } from "./attachment.api.ts";
import { isWebAddress } from "./web-address.ts";

interface AddAttachmentDialogProps {
  /** Course, folder or slide. */
  readonly parentId: number;
  /** Default: a file. */
  readonly startsWith?: "file" | "link";
  readonly onAdded: (id: number) => void;
  readonly onClose: () => void;
}

export function AddAttachmentDialog({ onClose, ...form }: AddAttachmentDialogProps) {
  const { t } = useTranslation();
  return (
    <FormModal opened onClose={onClose} title={t("attachment.addTitle")}>
      <AddAttachmentForm {...form} onClose={onClose} />
    </FormModal>
  );
}

/** Mounted only while the dialog is open. */
function AddAttachmentForm({ parentId, startsWith = "file", onAdded, onClose }: AddAttachmentDialogProps) {
  const { t } = useTranslation();
  const add = useAddAttachment();
  const key = useRef(newIdempotencyKey());
  const [what, setWhat] = useState(startsWith);
  const [title, setTitle] = useState("");
  const [url, setUrl] = useState("");
  const [isFileLink, setFileLink] = useState(false);
  const [file, setFile] = useState<File | null>(null);
  const [wasSubmitted, setSubmitted] = useState(false);
  const isTooLarge = (file?.size ?? 0) > ATTACHMENT_MAX_BYTES;
  const isComplete = what === "file" ? file !== null && !isTooLarge : title.trim() !== "" && isWebAddress(url);

  function handleSubmit(event: FormEvent): void {
    event.preventDefault();
    setSubmitted(true);
    if (!isComplete || add.isPending) return;
    const item: NewAttachment =
      what === "file" ? { parentId, title, file } : { parentId, title, url: url.trim(), isFileLink, file: null };
    add.mutate({ item, idempotencyKey: key.current }, { onSuccess: ({ id }) => onAdded(id) });
  }
  /** Changed input is a new action. */
  function withNewKey<Value>(set: (value: Value) => void): (value: Value) => void {
    return (value) => {
      key.current = newIdempotencyKey();
      set(value);
    };
  }
  const { error } = add;
  const failure =
    error && (error instanceof AppError && error.kind !== "internal" ? error.message : t("attachment.addFailed"));
  return (
    <form onSubmit={handleSubmit} noValidate>
      <Stack>
        <SegmentedControl
          aria-label={t("attachment.kind")}
          value={what}
          onChange={withNewKey((value: string) => setWhat(value as "file" | "link"))}
          data={[
            { value: "file", label: t("attachment.kindFile") },
            { value: "link", label: t("attachment.kindLink") },
          ]}
        />
        {what === "file" ? (
          <FileInput
            label={t("attachment.fieldFile")}
            required
            value={file}
            onChange={withNewKey(setFile)}
            placeholder={t("attachment.chooseFile")}
            error={
              (isTooLarge && t("attachment.tooLarge", { name: file?.name ?? "" })) ||
              (wasSubmitted && file === null && t("attachment.fileMissing"))
            }
          />
        ) : (
          <>
            <TextInput
              label={t("attachment.fieldUrl")}
              required
              type="url"
              maxLength={ATTACHMENT_URL_MAX_CHARACTERS}
              value={url}
              onChange={(event) => withNewKey(setUrl)(event.currentTarget.value)}
              error={wasSubmitted && !isWebAddress(url) && t("attachment.urlWrong")}
            />
            <Switch
              label={t("attachment.fieldFileLink")}
              checked={isFileLink}
              onChange={(event) => withNewKey(setFileLink)(event.currentTarget.checked)}
            />
          </>
        )}
        <TextInput
          label={t("attachment.fieldTitle")}
          required={what === "link"}
          description={what === "file" ? t("attachment.titleOfFile") : undefined}
          maxLength={TITLE_MAX_CHARACTERS}
          value={title}
          onChange={(event) => withNewKey(setTitle)(event.currentTarget.value)}
          error={wasSubmitted && what === "link" && title.trim() === "" && t("attachment.titleMissing")}
        />
        <div role="alert">{failure && <Alert color="red">{failure}</Alert>}</div>
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t("ui.cancel")}
          </Button>
          <Button type="submit" loading={add.isPending}>
            {t("attachment.addSubmit")}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
