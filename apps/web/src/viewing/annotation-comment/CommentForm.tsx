import { Button, Textarea } from "@mantine/core";
import { ANNOTATION_COMMENT_MAX_CHARACTERS } from "@parfocal/core/annotation/annotation.contract.ts";
import { AppError } from "@parfocal/core/errors.ts";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Outbox } from "#platform/outbox/outbox.ts";
import { useTextDraft } from "#platform/outbox/useTextDraft.ts";
import classes from "./CommentThread.module.css";

interface CommentFormProps {
  readonly annotationId: number;
  readonly outbox: Outbox;
  readonly onAdd: (content: string) => Promise<unknown>;
}

/** The draft survives a reload, and a comment that cannot be sent is kept. */
export function CommentForm({ annotationId, outbox, onAdd }: CommentFormProps) {
  const { t } = useTranslation();
  const { written, write, clear } = useTextDraft(outbox, `comment:${annotationId}`);
  const [isSending, setSending] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const isEmpty = written.trim() === "";

  async function send(): Promise<void> {
    if (isEmpty || isSending) return;
    setSending(true);
    setFailure(null);
    try {
      await onAdd(written.trim());
      clear();
    } catch (error) {
      const isFull = error instanceof AppError && error.codes.includes("tooManyComments");
      setFailure(t(isFull ? "annotation.commentsFull" : "annotation.commentNotSent"));
    } finally {
      setSending(false);
    }
  }

  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <Textarea
        aria-label={t("annotation.commentWrite")}
        placeholder={t("annotation.commentWrite")}
        autosize
        minRows={1}
        maxRows={6}
        maxLength={ANNOTATION_COMMENT_MAX_CHARACTERS}
        value={written}
        error={failure}
        onChange={(event) => write(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) void send();
          // The first Escape leaves the field; the next one closes the annotation.
          if (event.key !== "Escape") return;
          event.preventDefault();
          event.currentTarget.blur();
        }}
      />
      {!isEmpty && (
        <Button type="submit" size="xs" loading={isSending} className={classes.send}>
          {t("annotation.commentSend")}
        </Button>
      )}
    </form>
  );
}
