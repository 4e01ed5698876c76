/** Does what menu and popup of an annotation offer. */
import type { Image } from "@parfocal/core/image/image.contract.ts";
import type { SlideViewer } from "@parfocal/viewer/slide-viewer.ts";
import { formatViewState } from "@parfocal/viewer/view-state/view-state.ts";
import { useTranslation } from "react-i18next";
import { showProblem, showSuccess } from "#platform/failure-toast.ts";
import type { AnnotationDeed } from "./annotation-deeds.ts";
import type { ListedAnnotation } from "./annotation-outbox.ts";
import type { AnnotationBoard } from "./useAnnotationBoard.ts";
import type { Annotator } from "./useAnnotator.ts";
import { type FollowLink, useFollowLink } from "./useFollowLink.ts";

interface DeedPlace {
  readonly image: Pick<Image, "id">;
  readonly board: AnnotationBoard;
  readonly annotator: Annotator;
  readonly viewer: SlideViewer | null;
}

export interface AnnotationDeeds {
  readonly run: (deed: AnnotationDeed, annotation: ListedAnnotation) => void;
  readonly link: FollowLink;
}

export function useAnnotationDeeds({ image, board, annotator, viewer }: DeedPlace): AnnotationDeeds {
  const { t } = useTranslation();
  const link = useFollowLink(image.id, board.goTo);

  async function copyLink({ id }: ListedAnnotation): Promise<void> {
    // Where only what is in view is brought, the view leads to it.
    const view = board.isWhole || !viewer ? "" : `view=${formatViewState(viewer.getView())}&`;
    const address = `${window.location.origin}${window.location.pathname}?${view}annotation=${id}`;
    try {
      await navigator.clipboard.writeText(address);
      showSuccess(t("annotation.linkCopied"));
    } catch {
      showProblem(t("annotation.linkNotCopied", { link: address }));
    }
  }

  const runs: Readonly<Record<AnnotationDeed, (annotation: ListedAnnotation) => void>> = {
    edit: annotator.edit,
    openLink: (annotation) => link.follow(annotation.link),
    copyLink: (annotation) => void copyLink(annotation),
    history: (annotation) => board.ask({ deed: "history", annotation }),
    convert: (annotation) => board.ask({ deed: "convert", annotation }),
    publish: (annotation) => board.ask({ deed: "publish", annotation }),
    decline: (annotation) => board.ask({ deed: "decline", annotation }),
    delete: (annotation) => board.ask({ deed: "delete", annotation }),
  };
  return { run: (deed, annotation) => runs[deed](annotation), link };
}
