import type { Tally } from "@parfocal/core/counting/tally.ts";
import type { PixelSizeUm } from "@parfocal/core/geometry/slide-point.ts";
import { useTranslation } from "react-i18next";
import type { AnnotationFeatureProps } from "#annotation/annotation-feature-props.ts";
import { ANNOTATION_CHANNEL, scopeOfImage } from "#annotation/annotation-outbox.ts";
import { showFailure, showSuccess } from "#platform/failure-toast.ts";
import { annotationsOfTally } from "./keep-as-annotations.ts";

/** ID of an item to which the outbox assigns an ID. */
const NOT_NUMBERED = -1;

/** @returns a function that saves the marks of a count as annotations; null: not allowed. */
export function useKeepAsAnnotations(
  { viewer, image, board }: Pick<AnnotationFeatureProps, "viewer" | "image" | "board">,
  tally: Tally,
  pixelSizeUm: PixelSizeUm,
): (() => Promise<void>) | null {
  const { t } = useTranslation();
  const { outbox } = board;
  if (!image.userCanAnnotate || !outbox) return null;
  return async () => {
    const { zoom, center } = viewer.getView();
    const annotations = annotationsOfTally(tally, { imageId: image.id, pixelSizeUm, viewCenter: center, zoom });
    const request = { channel: ANNOTATION_CHANNEL, scope: scopeOfImage(image.id), place: window.location.pathname };
    try {
      const steps = [];
      for (const { fields } of annotations) {
        const id = await outbox.add({ ...request, subjectId: NOT_NUMBERED, action: "create", fields: { ...fields } });
        steps.push({ kind: "create" as const, id, fields });
      }
      board.actions.emit({ name: "create", steps });
      const number = annotations.reduce((sum, { markCount }) => sum + markCount, 0);
      showSuccess(t("counting.keptAnnotations", { number }));
    } catch (error) {
      showFailure(error);
    }
  };
}
