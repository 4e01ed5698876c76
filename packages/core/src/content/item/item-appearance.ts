/**
 * Appearance of the page of a course or folder.
 *
 * Source: spec part 1, section 3 ("Course", "Folder"). It does not list the values; these are this project's.
 */

/** `cards`: grid of images; `list`: rows with thumbnails; `compact`: dense list of titles. */
export const DISPLAY_STYLES = ["cards", "list", "compact"] as const;
export type DisplayStyle = (typeof DISPLAY_STYLES)[number];

/**
 * As in CSS: `cover` fills the header and is cropped, `contain` shows the whole image, `tile` repeats it in its own
 * size.
 */
export const BACKGROUND_STYLES = ["cover", "contain", "tile"] as const;
export type BackgroundStyle = (typeof BACKGROUND_STYLES)[number];

/** The part of the image that stays visible when it is cropped. */
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
