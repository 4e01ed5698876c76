import { ActionIcon, Badge } from "@mantine/core";
import { ANNOTATION_COMMENT_MAX_CHARACTERS } from "@parfocal/core/annotation/annotation.contract.ts";
import type { AnnotationComment } from "@parfocal/core/annotation/annotation-comment.contract.ts";
import { IconPencil, IconTrash } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { showFailure } from "#platform/failure-toast.ts";
import { InlineTextForm } from "#ui/InlineTextForm.tsx";
import { dateFormat } from "#ui/locale-formats.ts";
import classes from "./CommentThread.module.css";

const ICON = { size: 16, stroke: 1.5, "aria-hidden": true } as const;

interface CommentRowProps {
  readonly comment: AnnotationComment;
  readonly onChange: (content: string) => Promise<unknown>;
  readonly onDelete: () => void;
}

export function CommentRow({ comment, onChange, onDelete }: CommentRowProps) {
  const { t, i18n } = useTranslation();
  const [isWriting, setWriting] = useState(false);
  const { author, content, isExpert, isNew, isUserOwner, createdAt, editedAt } = comment;
  const dates = dateFormat(i18n.language, { dateStyle: "medium", timeStyle: "short" });

  async function save(text: string): Promise<void> {
    try {
      if (text !== content) await onChange(text);
      setWriting(false);
    } catch (error) {
      showFailure(error);
    }
  }

  return (
    <li className={classes.comment} data-new={isNew || undefined}>
      <div className={classes.by}>
        <strong>{isUserOwner ? t("annotation.commentByYou") : author}</strong>
        {isExpert && (
          <Badge size="xs" variant="light">
            {t("annotation.commentOfExpert")}
          </Badge>
        )}
        {isNew && (
          <Badge size="xs" color="amber">
            {t("annotation.commentIsNew")}
          </Badge>
        )}
        <span className={classes.date}>
          <time dateTime={createdAt}>{dates.format(new Date(createdAt))}</time>
          {editedAt !== null && ` · ${t("annotation.commentEdited")}`}
        </span>
        {isUserOwner && !isWriting && (
          <span className={classes.buttons}>
            <ActionIcon
              variant="subtle"
              color="gray"
              size={28}
              aria-label={t("annotation.commentEdit")}
              onClick={() => setWriting(true)}
            >
              <IconPencil {...ICON} />
            </ActionIcon>
            <ActionIcon
              variant="subtle"
              color="gray"
              size={28}
              aria-label={t("annotation.commentDelete")}
              onClick={onDelete}
            >
              <IconTrash {...ICON} />
            </ActionIcon>
          </span>
        )}
      </div>
      {!isWriting ? (
        <p className={classes.content}>{content}</p>
      ) : (
        <InlineTextForm
          label={t("annotation.commentEdit")}
          saveText={t("annotation.commentSave")}
          cancelText={t("annotation.commentCancel")}
          text={content}
          maxCharacters={ANNOTATION_COMMENT_MAX_CHARACTERS}
          isValid={(text) => text.trim() !== ""}
          onSave={(text) => void save(text.trim())}
          onCancel={() => setWriting(false)}
        />
      )}
    </li>
  );
}
