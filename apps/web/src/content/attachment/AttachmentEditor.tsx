/** Editor of an attachment: its name, and the URL of a link. */
import { Switch, Text, TextInput } from "@mantine/core";
import type { Attachment } from "@parfocal/core/attachment/attachment.contract.ts";
import { ATTACHMENT_URL_MAX_CHARACTERS } from "@parfocal/core/attachment/attachment-limits.ts";
import { TITLE_MAX_CHARACTERS } from "@parfocal/core/item/item-text-limits.ts";
import { useTranslation } from "react-i18next";
import { FieldValues } from "#custom-field/FieldValues.tsx";
import { EditorFrame } from "#editor/EditorFrame.tsx";
import { EditorState } from "#editor/EditorState.tsx";
import { useDraft } from "#editor/useDraft.ts";
import { showSuccess } from "#platform/failure-toast.ts";
import { useAttachment, useSendAttachment } from "./attachment.api.ts";
import { isWebAddress } from "./web-address.ts";

export function AttachmentEditor({ id }: { readonly id: number }) {
  const { data, isError, refetch } = useAttachment(id);
  if (!data) return <EditorState isError={isError} onRetry={() => void refetch()} />;
  return <AttachmentForm key={id} attachment={data} />;
}

function AttachmentForm({ attachment }: { readonly attachment: Attachment }) {
  const { t } = useTranslation();
  const { id, title, url, isFileLink, isLink, filename, assignedToUsername } = attachment;
  const send = useSendAttachment(id);
  const draft = useDraft({
    name: `attachment-${id}`,
    saved: { title, url, isFileLink },
    async send(changes) {
      await send(changes);
      showSuccess(t("attachment.updated"));
    },
  });
  const { values, change } = draft;
  const isTitled = values.title.trim() !== "";
  const isAddressed = !isLink || isWebAddress(values.url);
  return (
    <EditorFrame kind="attachment" title={title} href={null} draft={draft} isValid={isTitled && isAddressed}>
      <TextInput
        label={t("attachment.fieldTitle")}
        required
        maxLength={TITLE_MAX_CHARACTERS}
        error={!isTitled && t("attachment.titleMissing")}
        value={values.title}
        onChange={(event) => change({ title: event.currentTarget.value })}
      />
      {isLink ? (
        <>
          <TextInput
            label={t("attachment.fieldUrl")}
            required
            type="url"
            maxLength={ATTACHMENT_URL_MAX_CHARACTERS}
            error={!isAddressed && t("attachment.urlWrong")}
            value={values.url}
            onChange={(event) => change({ url: event.currentTarget.value })}
          />
          <Switch
            label={t("attachment.fieldFileLink")}
            checked={values.isFileLink}
            onChange={(event) => change({ isFileLink: event.currentTarget.checked })}
          />
        </>
      ) : (
        <Text size="sm" c="dimmed">
          {t("attachment.fileIs", { name: filename })}
        </Text>
      )}
      {assignedToUsername !== null && (
        <Text size="sm" c="dimmed">
          {t("attachment.addedBy", { name: assignedToUsername })}
        </Text>
      )}
      <FieldValues itemId={id} kind="attachment" />
    </EditorFrame>
  );
}
