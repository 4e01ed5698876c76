/** Names of the jobs on slide files; the subject of each is the slide file. */

/** Converts a file without usable tiles to a tiled pyramid. */
export const CONVERT_IMAGE = "convertImage";
/** Generates the levels that a file lacks. */
export const COMPLETE_LEVELS = "completeLevels";
/** Draws a demo slide. */
export const DRAW_DEMO_SLIDE = "drawDemoSlide";

/** Removes patient data from the stored file. */
export const DEIDENTIFY_SLIDE = "deidentifySlide";

export const SLIDE_JOBS = [CONVERT_IMAGE, COMPLETE_LEVELS, DRAW_DEMO_SLIDE, DEIDENTIFY_SLIDE] as const;
