/** Props of slide tools that read or change annotations. */
import type { SlideFeatureProps } from "#slide-feature/slide-feature-props.ts";
import type { AnnotationBoard } from "./useAnnotationBoard.ts";
import type { Annotator } from "./useAnnotator.ts";

export interface AnnotationFeatureProps extends SlideFeatureProps {
  readonly board: AnnotationBoard;
  readonly annotator: Annotator;
}
