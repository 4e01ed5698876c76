/** Reasons for a relation to a slide, the strongest first. */
export const RELATED_REASONS = ["case", "primaryField", "tag", "folder"] as const;
export type RelatedReason = (typeof RELATED_REASONS)[number];

/** Maximum number of related items. */
export const RELATED_MAX = 12;
