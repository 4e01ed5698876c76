/** Tools of one slide of a case, loaded after the slides have been requested. */
import { lazyPartWithTexts } from "#ui/lazy-part-with-texts.ts";

export const ContainerGrid = lazyPartWithTexts(
  () => import("#grid/GridFeature.tsx"),
  (part) => part.GridFeature,
);
export const ContainerColour = lazyPartWithTexts(
  () => import("#colour/ColourFeature.tsx"),
  (part) => part.ColourFeature,
);
export const ContainerEditing = lazyPartWithTexts(
  () => import("#annotation-editing/AnnotatorEditing.tsx"),
  (part) => part.AnnotatorEditing,
);
export const ContainerInformation = lazyPartWithTexts(
  () => import("#slide/SlideInformation.tsx"),
  (part) => part.SlideInformation,
);
