/** What a picker offers. */
import type { ColourAdjustment } from "@parfocal/core/item/colour-adjustment.ts";

/** Sources: spec part 1, section 2 ("Pick attachment, case, image, quiz question") and section 7 ("Radiology": list, add to parent). */
export type PickedKind = "image" | "case" | "attachment" | "radiology" | "quizQuestion";

export interface PickerItem {
  readonly id: number;
  readonly kind: PickedKind;
  readonly title: string;
  /** Further text that distinguishes it; may be empty. */
  readonly more: string;
  /** Path of a small picture, or the address of one on another server; null: none. */
  readonly thumbnail: string | null;
  /** How that is to be shown; null: as it is. */
  readonly colour: ColourAdjustment | null;
  /** Of a slide: whether learners see it in no course or folder. */
  readonly isHiddenElsewhere?: boolean;
}
