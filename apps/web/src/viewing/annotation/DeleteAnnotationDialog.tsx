import { Button, Group, Modal, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";

interface DeleteAnnotationDialogProps {
  /** Title of the annotation; empty: none. */
  readonly title: string;
  /** Number of annotations to delete. */
  readonly count?: number;
  readonly onConfirm: () => void;
  readonly onCancel: () => void;
}

/** Source: spec part 1, section 8: confirmation before an annotation is deleted. */
export function DeleteAnnotationDialog({ title, count = 1, onConfirm, onCancel }: DeleteAnnotationDialogProps) {
  const { t } = useTranslation();
  return (
    <Modal
      opened
      onClose={onCancel}
      title={count === 1 ? t("annotation.deleteTitle") : t("annotation.deleteSeveralTitle", { number: count })}
      closeButtonProps={{ "aria-label": t("annotation.close") }}
    >
      <Text>
        {count === 1
          ? t("annotation.deleteText", { title: title || t("annotation.untitled") })
          : t("annotation.deleteSeveralText")}
      </Text>
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={onCancel} data-autofocus>
          {t("annotation.cancel")}
        </Button>
        <Button color="red" onClick={onConfirm}>
          {t("annotation.delete")}
        </Button>
      </Group>
    </Modal>
  );
}
