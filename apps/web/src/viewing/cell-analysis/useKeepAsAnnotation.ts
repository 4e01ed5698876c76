import { ANNOTATION_TYPE_ANALYSIS_POLYGON_ID, NEW_ANNOTATION_ID } from "@parfocal/core/annotation/annotation-types.ts";
import type { AnnotationFeatureProps } from "#annotation/annotation-feature-props.ts";
import { ANNOTATION_CHANNEL, scopeOfImage } from "#annotation/annotation-outbox.ts";
import { showFailure } from "#platform/failure-toast.ts";

interface NewOutline {
  readonly title: string;
  /** WKT of a polygon or of several, slide pixels. */
  readonly geometry: string;
}

/**
 * Adds an outline as an annotation of the analysis tool's own type. @returns whether it was added; failures are shown.
 */
export type KeepAsAnnotation = (outline: NewOutline) => Promise<boolean>;

/** @returns null if the user may not annotate the slide. */
export function useKeepAsAnnotation({
  viewer,
  image,
  board,
}: Pick<AnnotationFeatureProps, "viewer" | "image" | "board">): KeepAsAnnotation | null {
  const { outbox, actions } = board;
  if (!image.userCanAnnotate || !outbox) return null;
  return async ({ title, geometry }) => {
    const fields = {
      ...{ imageId: image.id, typeId: ANNOTATION_TYPE_ANALYSIS_POLYGON_ID, title, content: "", link: "" },
      ...{ zoom: viewer.getView().zoom, geometry, measurement: null, includeMeasurement: true },
    };
    const request = { channel: ANNOTATION_CHANNEL, scope: scopeOfImage(image.id), place: window.location.pathname };
    try {
      const id = await outbox.add({ ...request, subjectId: NEW_ANNOTATION_ID, action: "create", fields });
      actions.emit({ name: "create", steps: [{ kind: "create", id, fields }] });
      return true;
    } catch (error) {
      showFailure(error);
      return false;
    }
  };
}
