/** Asks before what was sent is thrown away. */
import { Button, Group, Modal, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";

interface CancelUploadDialogProps {
  readonly filename: string;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly onConfirm: () => void;
}

export function CancelUploadDialog({ filename, isOpen, onClose, onConfirm }: CancelUploadDialogProps) {
  const { t } = useTranslation();
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      title={t("upload.cancelTitle")}
      closeButtonProps={{ "aria-label": t("ui.close") }}
    >
      <Text>{t("upload.cancelText", { filename })}</Text>
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={onClose} data-autofocus>
          {t("upload.cancelKeep")}
        </Button>
        <Button color="red" onClick={onConfirm}>
          {t("upload.cancelConfirm")}
        </Button>
      </Group>
    </Modal>
  );
}
