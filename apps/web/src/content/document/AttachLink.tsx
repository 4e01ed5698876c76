/** Attaches a link to another site, or to a file there. */
import { Alert, Button, Checkbox, Group, Stack, TextInput } from "@mantine/core";
import { ATTACHMENT_URL_MAX_CHARACTERS } from "@parfocal/core/attachment/attachment-limits.ts";
import { TITLE_MAX_CHARACTERS } from "@parfocal/core/item/item-text-limits.ts";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import type { AddItemProps } from "#editor/editor-props.ts";
import { failureText } from "#platform/failure-toast.ts";
import { useAttachLink } from "./document.api.ts";

const ADDRESS = /^https?:\/\/[^\s\\]+$/i;

export function AttachLink({ parentId, onAdded, onClose }: AddItemProps) {
  const { t } = useTranslation();
  const [url, setUrl] = useState("");
  const [title, setTitle] = useState("");
  const [isFileLink, setFileLink] = useState(false);
  const [isTried, setTried] = useState(false);
  const attach = useAttachLink(parentId);
  const isAddress = ADDRESS.test(url.trim());
  function handleSubmit(event: FormEvent) {
    event.preventDefault();
    setTried(true);
    if (!isAddress || attach.isPending) return;
    attach.mutate({ url: url.trim(), title: title.trim(), isFileLink }, { onSuccess: ({ id }) => onAdded(id) });
  }
  return (
    <form onSubmit={handleSubmit} noValidate>
      <Stack>
        <TextInput
          type="url"
          label={t("document.url")}
          placeholder="https://"
          value={url}
          maxLength={ATTACHMENT_URL_MAX_CHARACTERS}
          onChange={(event) => setUrl(event.currentTarget.value)}
          error={isTried && !isAddress && t("document.urlWrong")}
        />
        <TextInput
          label={t("document.linkTitle")}
          description={t("document.linkTitleHint")}
          value={title}
          maxLength={TITLE_MAX_CHARACTERS}
          onChange={(event) => setTitle(event.currentTarget.value)}
        />
        <Checkbox
          label={t("document.isFileLink")}
          checked={isFileLink}
          onChange={(event) => setFileLink(event.currentTarget.checked)}
        />
        <div role="alert">{attach.isError && <Alert color="red">{failureText(attach.error).text}</Alert>}</div>
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t("ui.cancel")}
          </Button>
          <Button type="submit" loading={attach.isPending}>
            {t("document.addLink")}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
