/**
 * What one file may bring. Source: reliability rule D-10 (JSON depth and the points of a geometry are limited where they
 * are read); the other numbers are ours: 100,000 outlines of 20 points as QuPath writes them are some 45 MB.
 */
export const IMPORT_MAX_BYTES = 50 * 1024 * 1024;
export const IMPORT_MAX_ANNOTATIONS = 100_000;
/** Outlines in one exported file. Source: decision 0043. */
export const EXPORT_MAX_BYTES = 256 * 1024 * 1024;
/** Refused items beyond this limit are only counted. */
export const IMPORT_MAX_PROBLEMS = 500;

/** What becomes of an outline that crosses itself: it is refused, or kept as the line that was drawn (decision 0023). */
export const CROSSING_CHOICES = ["refuse", "asLine"] as const;
export type CrossingChoice = (typeof CROSSING_CHOICES)[number];
