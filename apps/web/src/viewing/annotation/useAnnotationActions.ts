/** Performs the actions of an annotation's menu and popup. */
import type { Image } from "@parfocal/core/image/image.contract.ts";
import type { SlideViewer } from "@parfocal/viewer/slide-viewer.ts";
import { formatViewState } from "@parfocal/viewer/view-state/view-state.ts";
import { useTranslation } from "react-i18next";
import { showProblem, showSuccess } from "#platform/failure-toast.ts";
import type { AnnotationAction } from "./annotation-actions.ts";
import type { ListedAnnotation } from "./annotation-outbox.ts";
import type { AnnotationBoard } from "./useAnnotationBoard.ts";
import type { Annotator } from "./useAnnotator.ts";
import { type FollowLink, useFollowLink } from "./useFollowLink.ts";

interface ActionPlace {
  readonly image: Pick<Image, "id">;
  readonly board: AnnotationBoard;
  readonly annotator: Annotator;
  readonly viewer: SlideViewer | null;
}

export interface AnnotationActions {
  readonly run: (action: AnnotationAction, annotation: ListedAnnotation) => void;
  readonly link: FollowLink;
}

export function useAnnotationActions({ image, board, annotator, viewer }: ActionPlace): AnnotationActions {
  const { t } = useTranslation();
  const link = useFollowLink(image.id, board.goTo);

  async function copyLink({ id }: ListedAnnotation): Promise<void> {
    // If only annotations in view are loaded, the link contains the view.
    const view = board.isWhole || !viewer ? "" : `view=${formatViewState(viewer.getView())}&`;
    const address = `${window.location.origin}${window.location.pathname}?${view}annotation=${id}`;
    try {
      await navigator.clipboard.writeText(address);
      showSuccess(t("annotation.linkCopied"));
    } catch {
      showProblem(t("annotation.linkNotCopied", { link: address }));
    }
  }

  const runs: Readonly<Record<AnnotationAction, (annotation: ListedAnnotation) => void>> = {
    edit: annotator.edit,
    openLink: (annotation) => link.follow(annotation.link),
    copyLink: (annotation) => void copyLink(annotation),
    history: (annotation) => board.showDialog({ action: "history", annotation }),
    convert: (annotation) => board.showDialog({ action: "convert", annotation }),
    publish: (annotation) => board.showDialog({ action: "publish", annotation }),
    decline: (annotation) => board.showDialog({ action: "decline", annotation }),
    delete: (annotation) => board.showDialog({ action: "delete", annotation }),
  };
  return { run: (action, annotation) => runs[action](annotation), link };
}
