import { ActionIcon, Badge, Button, Textarea } from "@mantine/core";
import { ANNOTATION_COMMENT_MAX_CHARACTERS } from "@parfocal/core/annotation/annotation.contract.ts";
import type { AnnotationComment } from "@parfocal/core/annotation/annotation-comment.contract.ts";
import { IconPencil, IconTrash } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { showFailure } from "#platform/failure-toast.ts";
import classes from "./CommentThread.module.css";

const ICON = { size: 16, stroke: 1.5, "aria-hidden": true } as const;

interface CommentRowProps {
  readonly comment: AnnotationComment;
  readonly onChange: (content: string) => Promise<unknown>;
  readonly onDelete: () => void;
}

export function CommentRow({ comment, onChange, onDelete }: CommentRowProps) {
  const { t, i18n } = useTranslation();
  /** null: it is read, not written. */
  const [written, setWritten] = useState<string | null>(null);
  const { author, content, isExpert, isNew, isUserOwner, createdAt, editedAt } = comment;
  const dates = new Intl.DateTimeFormat(i18n.language, { dateStyle: "medium", timeStyle: "short" });

  async function save(): Promise<void> {
    const text = written?.trim() ?? "";
    if (text === "") return;
    try {
      if (text !== content) await onChange(text);
      setWritten(null);
    } catch (error) {
      showFailure(error);
    }
  }

  return (
    <li className={classes.comment} data-new={isNew || undefined}>
      <div className={classes.by}>
        <strong>{isUserOwner ? t("annotation.commentByYou") : author}</strong>
        {isExpert && (
          <Badge size="xs" tt="none" variant="light">
            {t("annotation.commentOfExpert")}
          </Badge>
        )}
        {isNew && (
          <Badge size="xs" tt="none" color="amber">
            {t("annotation.commentIsNew")}
          </Badge>
        )}
        <span className={classes.date}>
          <time dateTime={createdAt}>{dates.format(new Date(createdAt))}</time>
          {editedAt !== null && ` · ${t("annotation.commentEdited")}`}
        </span>
        {isUserOwner && written === null && (
          <span className={classes.buttons}>
            <ActionIcon
              variant="subtle"
              color="gray"
              size={28}
              aria-label={t("annotation.commentEdit")}
              onClick={() => setWritten(content)}
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
      {written === null ? (
        <p className={classes.content}>{content}</p>
      ) : (
        <form
          className={classes.form}
          onSubmit={(event) => {
            event.preventDefault();
            void save();
          }}
        >
          <Textarea
            aria-label={t("annotation.commentEdit")}
            autosize
            autoFocus
            minRows={2}
            maxRows={6}
            maxLength={ANNOTATION_COMMENT_MAX_CHARACTERS}
            value={written}
            onChange={(event) => setWritten(event.currentTarget.value)}
            onKeyDown={(event) => {
              if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) void save();
              if (event.key !== "Escape") return;
              event.preventDefault();
              setWritten(null);
            }}
          />
          <div className={classes.buttons}>
            <Button type="submit" size="xs" disabled={written.trim() === ""}>
              {t("annotation.commentSave")}
            </Button>
            <Button size="xs" variant="default" onClick={() => setWritten(null)}>
              {t("annotation.commentCancel")}
            </Button>
          </div>
        </form>
      )}
    </li>
  );
}
