/** The comments on an annotation; collapsed unless some are new. */
import { Alert, Badge, Button, Loader, UnstyledButton } from "@mantine/core";
import { IconChevronDown, IconChevronRight, IconMessage } from "@tabler/icons-react";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { showFailure } from "#platform/failure-toast.ts";
import { mutateAlways } from "#platform/mutate-always.ts";
import type { Outbox } from "#platform/outbox/outbox.ts";
import { showUndo } from "#ui/undo-toast.tsx";
import { type CommentCount, useThread, useThreadChanges } from "./annotation-comment.api.ts";
import { CommentForm } from "./CommentForm.tsx";
import { CommentRow } from "./CommentRow.tsx";
import classes from "./CommentThread.module.css";

const ICON = { size: 16, stroke: 1.5, "aria-hidden": true } as const;

interface CommentThreadProps {
  readonly imageId: number;
  readonly annotationId: number;
  /** The current user's outbox; it also stores drafts. */
  readonly outbox: Outbox;
  /** Counts as loaded with the slide; undefined: no comments. */
  readonly count: CommentCount | undefined;
}

export function CommentThread({ imageId, annotationId, outbox, count = { comments: 0, new: 0 } }: CommentThreadProps) {
  const { t } = useTranslation();
  const [isOpened, setOpened] = useState<boolean | null>(null);
  // New comments expand the thread until the user expands or collapses it.
  const [hadNews, setHadNews] = useState(count.new > 0);
  if (count.new > 0 && !hadNews) setHadNews(true);
  const isOpen = isOpened ?? hadNews;
  const Chevron = isOpen ? IconChevronDown : IconChevronRight;
  return (
    <section className={classes.thread}>
      <UnstyledButton className={classes.head} aria-expanded={isOpen} onClick={() => setOpened(!isOpen)}>
        <Chevron {...ICON} />
        <IconMessage {...ICON} />
        <span>{t("annotation.comments", { count: count.comments })}</span>
        {count.new > 0 && (
          <Badge size="sm" color="amber">
            {t("annotation.commentsNew", { count: count.new })}
          </Badge>
        )}
      </UnstyledButton>
      {isOpen && (
        <OpenThread imageId={imageId} annotationId={annotationId} outbox={outbox} isScrolledTo={isOpened === true} />
      )}
    </section>
  );
}

interface OpenThreadProps extends Omit<CommentThreadProps, "count"> {
  /** Whether the user has expanded it: in a small window it starts below the visible part. */
  readonly isScrolledTo: boolean;
}

function OpenThread({ imageId, annotationId, outbox, isScrolledTo }: OpenThreadProps) {
  const { t } = useTranslation();
  const { data, isError, refetch } = useThread(annotationId);
  const { add, change, remove, restore, markRead } = useThreadChanges(imageId, annotationId);
  const lastNewId = data?.comments.findLast(({ isNew }) => isNew)?.id ?? null;
  const { mutate: mark } = markRead;
  const comments = useRef<HTMLDivElement>(null);
  const isLoaded = data !== undefined;
  useEffect(() => {
    if (isLoaded && isScrolledTo) comments.current?.scrollIntoView({ block: "nearest" });
  }, [isLoaded, isScrolledTo]);
  useEffect(() => {
    if (lastNewId !== null) mark(lastNewId);
  }, [lastNewId, mark]);
  if (isError && !data)
    return (
      <Alert color="red" role="alert">
        {t("annotation.commentsFailed")}
        <Button size="xs" variant="default" mt="xs" onClick={() => void refetch()}>
          {t("ui.tryAgain")}
        </Button>
      </Alert>
    );
  if (!data) return <Loader size="sm" role="img" aria-label={t("annotation.commentsLoading")} />;
  function handleDelete(id: number): void {
    mutateAlways(remove, id, {
      onSuccess: () =>
        showUndo(t("annotation.commentDeleted"), t("annotation.undo"), () =>
          mutateAlways(restore, id, { onError: showFailure }),
        ),
      onError: showFailure,
    });
  }
  return (
    <div ref={comments} className={classes.open}>
      <ol className={classes.comments}>
        {data.comments.map((comment) => (
          <CommentRow
            key={comment.id}
            comment={comment}
            onChange={(content) => change.mutateAsync({ id: comment.id, content })}
            onDelete={() => handleDelete(comment.id)}
          />
        ))}
      </ol>
      {data.comments.length === 0 && <p className={classes.quiet}>{t("annotation.commentsNone")}</p>}
      {data.canComment ? (
        <CommentForm annotationId={annotationId} outbox={outbox} onAdd={(content) => add.mutateAsync(content)} />
      ) : (
        <p className={classes.quiet}>{t("annotation.commentsReadOnly")}</p>
      )}
    </div>
  );
}
