/** Dialogs for naming and deleting a folder of the library. */
import { Alert, Button, Group, Modal, Stack, Text, TextInput } from "@mantine/core";
import type { MediaFolder } from "@parfocal/core/media/media.contract.ts";
import { MEDIA_FOLDER_TITLE_MAX_CHARACTERS } from "@parfocal/core/media/media-limits.ts";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { failureText, showFailure } from "#platform/failure-toast.ts";
import { useRemoveFolder, useSaveFolder } from "./media.api.ts";

interface FolderDialogProps {
  readonly isOpen: boolean;
  /** Null: a new one. */
  readonly folder: MediaFolder | null;
  readonly onClose: () => void;
  readonly onSaved?: (folder: MediaFolder) => void;
}

export function FolderDialog({ isOpen, folder, onClose, onSaved }: FolderDialogProps) {
  const { t } = useTranslation();
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      title={t(folder ? "media.renameFolder" : "media.newFolder")}
      closeButtonProps={{ "aria-label": t("ui.close") }}
    >
      <FolderForm folder={folder} onClose={onClose} {...(onSaved ? { onSaved } : {})} />
    </Modal>
  );
}

/** Mounted only while the dialog is open. */
function FolderForm({ folder, onClose, onSaved }: Omit<FolderDialogProps, "isOpen">) {
  const { t } = useTranslation();
  const [title, setTitle] = useState(folder?.title ?? "");
  const [isMissing, setMissing] = useState(false);
  const save = useSaveFolder(folder?.id ?? null);
  function handleSubmit(event: FormEvent) {
    event.preventDefault();
    setMissing(title.trim() === "");
    if (title.trim() === "" || save.isPending) return;
    save.mutate(title.trim(), {
      onSuccess(saved) {
        onSaved?.(saved);
        onClose();
      },
    });
  }
  return (
    <form onSubmit={handleSubmit} noValidate>
      <Stack>
        <TextInput
          label={t("media.folderTitle")}
          value={title}
          maxLength={MEDIA_FOLDER_TITLE_MAX_CHARACTERS}
          onChange={(event) => setTitle(event.currentTarget.value)}
          error={isMissing && title.trim() === "" && t("media.folderTitleMissing")}
          data-autofocus
        />
        <div role="alert">{save.isError && <Alert color="red">{failureText(save.error).text}</Alert>}</div>
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t("ui.cancel")}
          </Button>
          <Button type="submit" loading={save.isPending}>
            {t("media.save")}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

interface RemoveFolderDialogProps {
  /** Null: the dialog is closed. */
  readonly folder: MediaFolder | null;
  readonly onClose: () => void;
  readonly onRemoved: () => void;
}

export function RemoveFolderDialog({ folder, onClose, onRemoved }: RemoveFolderDialogProps) {
  const { t } = useTranslation();
  const remove = useRemoveFolder();
  function handleRemove() {
    if (!folder) return;
    remove.mutate(folder.id, {
      onSuccess() {
        onRemoved();
        onClose();
      },
      onError: showFailure,
    });
  }
  return (
    <Modal
      opened={folder !== null}
      onClose={onClose}
      title={t("media.removeFolderTitle")}
      closeButtonProps={{ "aria-label": t("ui.close") }}
    >
      <Text>{t("media.removeFolderText", { title: folder?.title ?? "", count: folder?.fileCount ?? 0 })}</Text>
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={onClose} data-autofocus>
          {t("ui.cancel")}
        </Button>
        <Button color="red" loading={remove.isPending} onClick={handleRemove}>
          {t("media.removeFolder")}
        </Button>
      </Group>
    </Modal>
  );
}
