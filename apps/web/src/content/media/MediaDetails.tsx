/** Details of a file: its properties, title, folder, uses, and a button to delete it. */
import { Alert, Anchor, Button, Group, NativeSelect, Stack, Text, TextInput } from "@mantine/core";
import { TITLE_MAX_CHARACTERS } from "@parfocal/core/item/item-text-limits.ts";
import type { MediaFile } from "@parfocal/core/media/media.contract.ts";
import { IconTrash } from "@tabler/icons-react";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { useDraft } from "#editor/useDraft.ts";
import { failureText, showFailure } from "#platform/failure-toast.ts";
import { dateFormat } from "#ui/locale-formats.ts";
import { formatBytes, formatDimensions } from "#ui/quantity-text.ts";
import styles from "./MediaScreen.module.css";
import { FilePicture } from "./MediaTile.tsx";
import { MediaUses } from "./MediaUses.tsx";
import { useChangeMedia, useMediaFolders } from "./media.api.ts";
import { RemoveMediaDialog } from "./RemoveMediaDialog.tsx";

interface MediaDetailsProps {
  readonly file: MediaFile;
  readonly onRemoved: () => void;
}

export function MediaDetails({ file, onRemoved }: MediaDetailsProps) {
  const { t } = useTranslation();
  const [isRemoving, setRemoving] = useState(false);
  return (
    <Stack gap={16}>
      <div className={styles.preview}>
        {file.mimeType.startsWith("video/") ? (
          // biome-ignore lint/a11y/useMediaCaption: it is a file of the site, which brings no captions
          <video controls preload="metadata" aria-label={file.title} src={file.src} />
        ) : (
          <FilePicture mimeType={file.mimeType} thumbnail={file.thumbnail} />
        )}
      </div>
      <TitleForm file={file} />
      <FolderField file={file} />
      <FileFacts file={file} />
      <div>
        <Text size="sm" fw={600} mb={4}>
          {t("media.uses")}
        </Text>
        <MediaUses ids={[file.id]} />
      </div>
      <Button
        variant="default"
        leftSection={<IconTrash size={16} stroke={1.5} aria-hidden />}
        onClick={() => setRemoving(true)}
      >
        {t("media.remove")}
      </Button>
      <RemoveMediaDialog files={isRemoving ? [file] : []} onClose={() => setRemoving(false)} onRemoved={onRemoved} />
    </Stack>
  );
}

/** Input survives a reload and a failed save. */
function TitleForm({ file }: { readonly file: MediaFile }) {
  const { t } = useTranslation();
  const change = useChangeMedia();
  const draft = useDraft({
    name: `media-${file.id}`,
    saved: { title: file.title },
    send: ({ title }) =>
      change.mutateAsync({ ids: [file.id], ...(title === undefined ? {} : { title: title.trim() }) }),
  });
  const isMissing = draft.values.title.trim() === "";
  function handleSubmit(event: FormEvent) {
    event.preventDefault();
    if (!isMissing) void draft.save();
  }
  return (
    <form onSubmit={handleSubmit} noValidate>
      <Stack gap={8}>
        <TextInput
          label={t("media.fileTitle")}
          value={draft.values.title}
          maxLength={TITLE_MAX_CHARACTERS}
          onChange={(event) => draft.change({ title: event.currentTarget.value })}
          error={isMissing && t("media.fileTitleMissing")}
        />
        <div role="alert">{draft.failure && <Alert color="red">{failureText(draft.failure).text}</Alert>}</div>
        {draft.isDirty && (
          <Group gap={8}>
            <Button type="submit" size="compact-md" mih={36} loading={draft.state === "saving"} disabled={isMissing}>
              {t("media.save")}
            </Button>
            <Button size="compact-md" mih={36} variant="default" onClick={draft.discard}>
              {t("ui.cancel")}
            </Button>
          </Group>
        )}
      </Stack>
    </form>
  );
}

function FolderField({ file }: { readonly file: MediaFile }) {
  const { t } = useTranslation();
  const { data: folders = [] } = useMediaFolders();
  const change = useChangeMedia();
  return (
    <NativeSelect
      label={t("media.folder")}
      value={file.folderId ?? ""}
      disabled={change.isPending}
      onChange={({ currentTarget: { value } }) =>
        change.mutate({ ids: [file.id], folderId: value === "" ? null : Number(value) }, { onError: showFailure })
      }
      data={[
        { value: "", label: t("media.noFolder") },
        ...folders.map(({ id, title }) => ({ value: String(id), label: title })),
      ]}
    />
  );
}

function FileFacts({ file }: { readonly file: MediaFile }) {
  const { t, i18n } = useTranslation();
  const facts: [name: string, value: string][] = [
    [t("media.filename"), file.filename],
    [t("media.mimeType"), file.mimeType],
    [t("media.size"), formatBytes(file.bytes, i18n.language)],
    ...(file.width === null || file.height === null
      ? []
      : [[t("media.pixels"), formatDimensions(file.width, file.height, i18n.language)] as [string, string]]),
    [t("media.uploadedOn"), dateFormat(i18n.language, { dateStyle: "medium" }).format(new Date(file.createdAt))],
    ...(file.createdBy === null ? [] : [[t("media.uploadedBy"), file.createdBy] as [string, string]]),
  ];
  return (
    <>
      <dl className={styles.facts}>
        {facts.map(([name, value]) => (
          <div key={name} style={{ display: "contents" }}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <Anchor href={file.src} target="_blank" rel="noopener" size="sm">
        {t("media.openFile")}
      </Anchor>
    </>
  );
}
