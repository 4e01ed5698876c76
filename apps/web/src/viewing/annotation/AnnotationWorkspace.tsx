/**
 * Annotation features of a slide page besides list and popup: confirmation dialogs, undo of deletions, and loading by
 * view if there are too many annotations.
 */
import type { Image } from "@parfocal/core/image/image.contract.ts";
import type { SlideViewer } from "@parfocal/viewer/slide-viewer.ts";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { useNoteNews } from "#note/note.api.ts";
import type { OutboxEntry } from "#platform/outbox/outbox-entry.ts";
import { AcceptAnnotationDialog } from "./AcceptAnnotationDialog.tsx";
import { AnnotationBinDialog } from "./AnnotationBinDialog.tsx";
import { AnnotationHistoryDialog } from "./AnnotationHistoryDialog.tsx";
import { useRestore } from "./annotation-history.api.ts";
import { ANNOTATION_CHANNEL, fieldsOf, isMoreWaiting, scopeOfImage } from "./annotation-outbox.ts";
import { useReviewActions } from "./annotation-review.api.ts";
import { DeclineAnnotationDialog } from "./DeclineAnnotationDialog.tsx";
import { DeleteAnnotationDialog } from "./DeleteAnnotationDialog.tsx";
import { collectChanges } from "./gathered-news.ts";
import { showUndo } from "./undo-toast.tsx";
import type { AnnotationBoard } from "./useAnnotationBoard.ts";
import type { Annotator } from "./useAnnotator.ts";
import { useManyAnnotations } from "./useManyAnnotations.ts";
import { usePanToAnnotation } from "./usePanToAnnotation.ts";

interface AnnotationWorkspaceProps {
  readonly image: Image & { readonly slideInformation: NonNullable<Image["slideInformation"]> };
  readonly viewer: SlideViewer;
  readonly board: AnnotationBoard;
  readonly annotator: Annotator;
  /** Annotation that the URL names without a view; the slide pans to it when it is loaded. */
  readonly linkedId: number | null;
}

export function AnnotationWorkspace({ image, viewer, board, annotator, linkedId }: AnnotationWorkspaceProps) {
  const { dialog, showDialog } = board;
  const review = useReviewActions(image.id, board.viewer);
  useManyAnnotations(viewer, image, board);
  useUndoOfDeletion(image.id, board);
  useNoteNews(image.id, board.outbox);
  usePanToAnnotation(viewer, image.id, board, linkedId);
  const close = (): void => {
    showDialog(null);
    viewer.focus();
  };
  if (dialog === null) return null;
  switch (dialog.action) {
    case "delete":
      return (
        <DeleteAnnotationDialog
          title={dialog.annotation.title}
          onCancel={close}
          onConfirm={() => {
            close();
            void annotator.remove(dialog.annotation);
          }}
        />
      );
    case "deleteSeveral":
      return (
        <DeleteAnnotationDialog
          title=""
          count={dialog.count}
          onCancel={close}
          onConfirm={() => {
            close();
            dialog.remove();
          }}
        />
      );
    case "convert":
    case "publish":
      return (
        <AcceptAnnotationDialog
          annotation={dialog.annotation}
          way={dialog.action}
          onCancel={close}
          onConfirm={() => {
            close();
            review[dialog.action].mutate(dialog.annotation.id);
          }}
          onStopAsking={dialog.onStopAsking}
        />
      );
    case "decline":
      return (
        <DeclineAnnotationDialog
          annotation={dialog.annotation}
          onCancel={close}
          onConfirm={(comment) => {
            close();
            review.decline.mutate({ id: dialog.annotation.id, comment });
          }}
        />
      );
    case "history":
      return (
        <AnnotationHistoryDialog annotation={dialog.annotation} image={image} viewer={board.viewer} onClose={close} />
      );
    case "bin":
      return <AnnotationBinDialog image={image} viewer={board.viewer} onClose={close} />;
  }
}

/** After the server has deleted annotations, offers to restore them. */
function useUndoOfDeletion(imageId: number, { outbox, viewer }: AnnotationBoard): void {
  const { t } = useTranslation();
  const { mutate } = useRestore(imageId, viewer).deleted;
  useEffect(() => {
    if (!outbox) return;
    const deleted = collectChanges<OutboxEntry>((entries) => {
      const [first] = entries;
      const title = (entries.length === 1 && first && fieldsOf(first).title) || t("annotation.untitled");
      const text =
        entries.length === 1
          ? t("annotation.deletedToast", { title })
          : t("annotation.deletedSeveral", { number: entries.length });
      showUndo(text, () => mutate(entries.map(({ subjectId }) => subjectId)));
    });
    const stop = outbox.onEvent(({ kind, entry, others }) => {
      const isDeletion = kind === "saved" && entry.channel === ANNOTATION_CHANNEL && entry.action === "remove";
      if (!isDeletion || entry.scope !== scopeOfImage(imageId)) return;
      deleted.add(entry, isMoreWaiting(others, entry));
    });
    return () => {
      stop();
      deleted.end();
    };
  }, [outbox, imageId, t, mutate]);
}
