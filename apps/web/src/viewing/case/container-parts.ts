/** What belongs to one slide of a case and is fetched once the slides are on their way. */
import { laterPart } from "#ui/later-part.ts";

export const ContainerGrid = laterPart(
  () => import("#grid/GridFeature.tsx"),
  (part) => part.GridFeature,
);
export const ContainerColour = laterPart(
  () => import("#colour/ColourFeature.tsx"),
  (part) => part.ColourFeature,
);
export const ContainerEditing = laterPart(
  () => import("#annotation-editing/AnnotatorEditing.tsx"),
  (part) => part.AnnotatorEditing,
);
