/** Moves several files to another folder of the library. */
import { Button, Group, Modal, NativeSelect, Stack } from "@mantine/core";
import type { MediaFile } from "@parfocal/core/media/media.contract.ts";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { showFailure } from "#platform/failure-toast.ts";
import { useChangeMedia, useMediaFolders } from "./media.api.ts";

interface MoveMediaDialogProps {
  /** Empty: the dialog is closed. */
  readonly files: readonly MediaFile[];
  readonly onClose: () => void;
}

export function MoveMediaDialog({ files, onClose }: MoveMediaDialogProps) {
  const { t } = useTranslation();
  const { data: folders = [] } = useMediaFolders();
  const [folder, setFolder] = useState("");
  const change = useChangeMedia();
  const ids = files.map(({ id }) => id);
  return (
    <Modal
      opened={files.length > 0}
      onClose={onClose}
      title={t("media.moveTitle", { count: ids.length })}
      closeButtonProps={{ "aria-label": t("ui.close") }}
    >
      <Stack>
        <NativeSelect
          label={t("media.folder")}
          value={folder}
          onChange={(event) => setFolder(event.currentTarget.value)}
          data={[
            { value: "", label: t("media.noFolder") },
            ...folders.map(({ id, title }) => ({ value: String(id), label: title })),
          ]}
          data-autofocus
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t("ui.cancel")}
          </Button>
          <Button
            loading={change.isPending}
            onClick={() =>
              change.mutate(
                { ids, folderId: folder === "" ? null : Number(folder) },
                { onSuccess: onClose, onError: showFailure },
              )
            }
          >
            {t("media.move")}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
