/**
 * How the page of a course or folder looks.
 *
 * Source: spec part 1, section 3 ("Course", "Folder"). The values are not listed there: these are this project's.
 */

/** `cards`: pictures in a grid; `list`: a row for each with its small picture; `compact`: titles alone, close together. */
export const DISPLAY_STYLES = ["cards", "list", "compact"] as const;
export type DisplayStyle = (typeof DISPLAY_STYLES)[number];

/** `cover`: fills the head, cut where needed; `contain`: whole; `tile`: as large as it is, again and again. */
export const BACKGROUND_STYLES = ["cover", "contain", "tile"] as const;
export type BackgroundStyle = (typeof BACKGROUND_STYLES)[number];

/** Which part of the picture stays in sight. */
export const BACKGROUND_POSITIONS = [
  "top left",
  "top",
  "top right",
  "left",
  "center",
  "right",
  "bottom left",
  "bottom",
  "bottom right",
] as const;
export type BackgroundPosition = (typeof BACKGROUND_POSITIONS)[number];

export const DEFAULT_DISPLAY_STYLE: DisplayStyle = "cards";
export const DEFAULT_BACKGROUND_STYLE: BackgroundStyle = "cover";
export const DEFAULT_BACKGROUND_POSITION: BackgroundPosition = "center";
