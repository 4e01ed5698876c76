/** Removes files from the library: first shows where they are used; can be undone afterwards. */
import { Button, Group, Modal, Stack, Text } from "@mantine/core";
import type { MediaFile } from "@parfocal/core/media/media.contract.ts";
import { useTranslation } from "react-i18next";
import { failureText, showFailure } from "#platform/failure-toast.ts";
import { showUndo } from "#ui/undo-toast.tsx";
import { MediaUses } from "./MediaUses.tsx";
import { useMediaUsage, useRemoveMedia, useRestoreMedia } from "./media.api.ts";

interface RemoveMediaDialogProps {
  /** Empty: the dialog is closed. */
  readonly files: readonly MediaFile[];
  readonly onClose: () => void;
  readonly onRemoved: () => void;
}

export function RemoveMediaDialog({ files, onClose, onRemoved }: RemoveMediaDialogProps) {
  const { t } = useTranslation();
  const ids = files.map(({ id }) => id);
  const usage = useMediaUsage(ids);
  const remove = useRemoveMedia();
  const restore = useRestoreMedia();
  const title = files[0]?.title ?? "";
  async function handleRemove() {
    // Not in callbacks of `mutate`, because the parts around this dialog are unmounted together with the files, which
    // drops the callbacks.
    const { doneIds, failure } = await remove.mutateAsync(ids);
    if (failure === null) {
      onClose();
      onRemoved();
    } else if (doneIds.length === 0) showFailure(failure);
    // For the failed one only the response may have been lost; restoring an existing file changes nothing.
    if (doneIds.length > 0) offerUndo(ids.slice(0, doneIds.length + 1), doneIds.length, failure);
  }
  /** Shows in one toast what was removed and, if something failed, why. */
  function offerUndo(removedIds: readonly number[], count: number, failure: unknown) {
    const firstTitle = files.find(({ id }) => id === removedIds[0])?.title ?? "";
    const said = failure === null ? { title: "", text: "" } : failureText(failure);
    const texts = [said.title, said.text, t("media.removed", { count, title: firstTitle })];
    showUndo(texts.filter(Boolean).join(" "), t("media.undo"), () => void bringBack(removedIds));
  }
  async function bringBack(removedIds: readonly number[]) {
    const { doneIds, failure } = await restore.mutateAsync(removedIds);
    if (failure === null) return;
    const rest = removedIds.slice(doneIds.length);
    offerUndo(rest, rest.length, failure);
  }
  return (
    <Modal
      opened={files.length > 0}
      onClose={onClose}
      title={t("media.removeTitle", { count: ids.length })}
      closeButtonProps={{ "aria-label": t("ui.close") }}
    >
      <Stack gap={12}>
        <Text>{t("media.removeText", { count: ids.length, title })}</Text>
        {usage.data && usage.data.length > 0 && <Text fw={600}>{t("media.removeUsed")}</Text>}
        <MediaUses ids={ids} />
        <Group justify="flex-end" mt={8}>
          <Button variant="default" onClick={onClose} data-autofocus>
            {t("ui.cancel")}
          </Button>
          <Button color="red" loading={remove.isPending} disabled={usage.isPending} onClick={() => void handleRemove()}>
            {t("media.removeNow")}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
