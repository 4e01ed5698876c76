import { Button, Group, Modal, Text } from "@mantine/core";
import type { AttachmentCard } from "@parfocal/core/attachment/attachment-card.contract.ts";
import { useTranslation } from "react-i18next";
import { showFailure } from "#platform/failure-toast.ts";
import { useRemoveAttachment } from "./attachment.api.ts";

interface RemoveAttachmentDialogProps {
  /** Null: the dialog is closed. */
  readonly attachment: AttachmentCard | null;
  readonly onClose: () => void;
}

export function RemoveAttachmentDialog({ attachment, onClose }: RemoveAttachmentDialogProps) {
  const { t } = useTranslation();
  const remove = useRemoveAttachment();
  const handleRemove = (): void => {
    if (attachment) remove.mutate(attachment.id, { onSuccess: onClose, onError: showFailure });
  };
  return (
    <Modal
      opened={attachment !== null}
      onClose={onClose}
      title={t("attachment.removeTitle")}
      closeButtonProps={{ "aria-label": t("attachment.close") }}
    >
      <Text>{t("attachment.removeText", { title: attachment?.title ?? "" })}</Text>
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={onClose} data-autofocus>
          {t("attachment.cancel")}
        </Button>
        <Button color="red" loading={remove.isPending} onClick={handleRemove}>
          {t("attachment.removeNow")}
        </Button>
      </Group>
    </Modal>
  );
}
