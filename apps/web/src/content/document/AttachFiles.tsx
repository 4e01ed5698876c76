/** Uploads and attaches files directly from the user's disk. */
import { Button, Group, Stack, Text } from "@mantine/core";
import { ATTACHMENT_MAX_BYTES } from "@parfocal/core/attachment/attachment-limits.ts";
import { IconUpload } from "@tabler/icons-react";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import type { AddItemProps } from "#editor/editor-props.ts";
import { FileDrop } from "#media/FileDrop.tsx";
import { UploadRows } from "#media/UploadRows.tsx";
import { useFileUploads } from "#media/useFileUploads.ts";
import { showProblem } from "#platform/failure-toast.ts";
import { FilesButton } from "#ui/FilesButton.tsx";
import styles from "./Document.module.css";
import { useSendAttachment } from "./document.api.ts";
import { uploadFailure } from "./upload-failure.ts";

interface Attached {
  readonly id: number;
  readonly name: string;
}

export function AttachFiles({ parentId, onAdded, onClose }: AddItemProps) {
  const { t } = useTranslation();
  const send = useSendAttachment(parentId);
  const [attached, setAttached] = useState<readonly Attached[]>([]);
  const uploads = useFileUploads(async (file, options) => {
    const id = await send(file, options);
    setAttached((now) => [...now, { id, name: file.name }]);
  }, uploadFailure);
  const [first] = attached;
  const isDone = first !== undefined && uploads.uploads.length === 0;
  // This closes the dialog, so it must wait until the last upload is finished or cancelled.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when all are there
  useEffect(() => {
    if (isDone) onAdded(first.id);
  }, [isDone]);
  function add(files: readonly File[]) {
    const tooLarge = files.filter(({ size }) => size > ATTACHMENT_MAX_BYTES);
    if (tooLarge[0]) showProblem(t("document.tooLarge", { name: tooLarge[0].name }));
    uploads.add(files.filter((file) => !tooLarge.includes(file)));
  }
  return (
    <FileDrop label={t("document.dropHere")} onFiles={add}>
      <Stack>
        <div className={styles.drop}>
          <Text c="dimmed">{t("document.attachHint")}</Text>
          <FilesButton multiple onFiles={add} leftSection={<IconUpload size={18} stroke={1.5} aria-hidden />}>
            {t("document.chooseFiles")}
          </FilesButton>
        </div>
        <UploadRows {...uploads} />
        <Text size="sm" role="status">
          {attached.length > 0 && t("document.attached", { names: attached.map(({ name }) => name).join(", ") })}
        </Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={() => (first ? onAdded(first.id) : onClose())}>
            {t("ui.close")}
          </Button>
        </Group>
      </Stack>
    </FileDrop>
  );
}
