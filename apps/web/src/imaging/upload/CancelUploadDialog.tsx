/** Confirmation before an upload and its sent data are discarded. */
import { Button, Group, Modal, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { nestedDialog } from "#ui/nested-dialog.ts";

interface CancelUploadDialogProps {
  readonly title: string;
  readonly text: string;
  readonly confirmLabel: string;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly onConfirm: () => void;
}

export function CancelUploadDialog({ title, text, confirmLabel, isOpen, onClose, onConfirm }: CancelUploadDialogProps) {
  const { t } = useTranslation();
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      title={title}
      closeButtonProps={{ "aria-label": t("ui.close") }}
      {...nestedDialog(onClose)}
    >
      <Text>{text}</Text>
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={onClose} data-autofocus>
          {t("upload.cancelKeep")}
        </Button>
        <Button color="red" onClick={onConfirm}>
          {confirmLabel}
        </Button>
      </Group>
    </Modal>
  );
}
