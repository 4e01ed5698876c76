/** Items offered by a picker. */
import type { ColourAdjustment } from "@parfocal/core/item/colour-adjustment.ts";

/** Sources: spec part 1, section 2 ("Pick attachment, case, image, quiz question") and section 7 ("Radiology": list, add to parent). */
export type PickedKind = "image" | "case" | "attachment" | "radiology" | "quizQuestion";

export interface PickerItem {
  readonly id: number;
  readonly kind: PickedKind;
  readonly title: string;
  /** Further text that distinguishes it; may be empty. */
  readonly more: string;
  /** Path of a thumbnail, or URL of one on another server; null: none. */
  readonly thumbnail: string | null;
  /** Colour adjustment of the thumbnail; null: none. */
  readonly colour: ColourAdjustment | null;
  /** For a slide: whether learners can see it in no course or folder. */
  readonly isHiddenElsewhere?: boolean;
}
