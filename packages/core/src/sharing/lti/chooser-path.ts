/** The page for choosing content for an activity of a learning platform (Deep Linking). */
import type { ItemKind } from "../../content/item/item-kinds.ts";

/** Kinds that can be chosen, in display order. */
export const CHOSEN_KINDS = ["course", "folder", "image", "case", "quiz"] as const satisfies readonly ItemKind[];
export type ChosenKind = (typeof CHOSEN_KINDS)[number];

export const chooserPath = (siteId: number, choiceId: number): string =>
  `/s${siteId}/choose-content?choice=${choiceId}`;

export const isChooserPath = (path: string): boolean => /^\/s[1-9]\d{0,14}\/choose-content\/?$/.test(path);
