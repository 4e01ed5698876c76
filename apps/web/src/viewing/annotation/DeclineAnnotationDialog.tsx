import { Button, Group, Modal, Text, Textarea } from "@mantine/core";
import { ANNOTATION_COMMENT_MAX_CHARACTERS } from "@parfocal/core/annotation/annotation.contract.ts";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { ListedAnnotation } from "./annotation-outbox.ts";

interface DeclineAnnotationDialogProps {
  readonly annotation: ListedAnnotation;
  readonly onConfirm: (comment: string) => void;
  readonly onCancel: () => void;
}

/** Asks for a comment, which is shown to the author. */
export function DeclineAnnotationDialog({ annotation, onConfirm, onCancel }: DeclineAnnotationDialogProps) {
  const { t } = useTranslation();
  const [comment, setComment] = useState("");
  const facts = { title: annotation.title || t("annotation.untitled"), author: annotation.author };
  return (
    <Modal
      opened
      onClose={onCancel}
      title={t("annotation.declineTitle")}
      closeButtonProps={{ "aria-label": t("annotation.close") }}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          onConfirm(comment.trim());
        }}
      >
        <Text mb="sm">{t("annotation.declineText", facts)}</Text>
        <Textarea
          label={t("annotation.declineComment")}
          description={t("annotation.declineCommentHint")}
          autosize
          minRows={3}
          maxRows={10}
          maxLength={ANNOTATION_COMMENT_MAX_CHARACTERS}
          value={comment}
          onChange={(event) => setComment(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) onConfirm(comment.trim());
          }}
          data-autofocus
        />
        <Group justify="flex-end" mt="lg">
          <Button variant="default" onClick={onCancel}>
            {t("annotation.cancel")}
          </Button>
          <Button type="submit" color="red">
            {t("annotation.decline")}
          </Button>
        </Group>
      </form>
    </Modal>
  );
}
