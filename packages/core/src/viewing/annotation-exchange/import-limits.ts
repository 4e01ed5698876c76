/**
 * Limits of one imported file. Source: reliability rule D-10 (JSON depth and points per geometry are limited where they
 * are parsed); the other numbers are this project's: 100,000 outlines of 20 points as written by QuPath are about 45
 * MB.
 */
export const IMPORT_MAX_BYTES = 50 * 1024 * 1024;
export const IMPORT_MAX_ANNOTATIONS = 100_000;
/** Outlines in one exported file. Source: decision 0043. */
export const EXPORT_MAX_BYTES = 256 * 1024 * 1024;
/** Rejected entries beyond this limit are only counted. */
export const IMPORT_MAX_PROBLEMS = 500;

/** Treatment of a self-intersecting outline: reject it, or store it as the line that was drawn (decision 0023). */
export const CROSSING_CHOICES = ["refuse", "asLine"] as const;
export type CrossingChoice = (typeof CROSSING_CHOICES)[number];
