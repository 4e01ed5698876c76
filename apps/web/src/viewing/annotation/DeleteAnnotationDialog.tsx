import { Button, Group, Modal, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { ListedAnnotation } from "./annotation-outbox.ts";

interface DeleteAnnotationDialogProps {
  /** null: nothing is asked. */
  readonly annotation: ListedAnnotation | null;
  readonly onConfirm: (annotation: ListedAnnotation) => void;
  readonly onCancel: () => void;
}

/** Source: spec part 1, section 8: a confirmation is asked for before an annotation is deleted. */
export function DeleteAnnotationDialog({ annotation, onConfirm, onCancel }: DeleteAnnotationDialogProps) {
  const { t } = useTranslation();
  return (
    <Modal
      opened={annotation !== null}
      onClose={onCancel}
      title={t("annotation.deleteTitle")}
      closeButtonProps={{ "aria-label": t("annotation.close") }}
    >
      <Text>{t("annotation.deleteText", { title: annotation?.title || t("annotation.untitled") })}</Text>
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={onCancel} data-autofocus>
          {t("annotation.cancel")}
        </Button>
        <Button color="red" onClick={() => annotation && onConfirm(annotation)}>
          {t("annotation.delete")}
        </Button>
      </Group>
    </Modal>
  );
}
