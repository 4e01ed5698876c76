/** Why something is related to a slide, the strongest tie first. */
export const RELATED_REASONS = ["case", "primaryField", "tag", "folder"] as const;
export type RelatedReason = (typeof RELATED_REASONS)[number];

/** Shown at most. */
export const RELATED_MAX = 12;
