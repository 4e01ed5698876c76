/** The work on a slide file, by name: each is a job whose subject is the slide file. */

/** A file without usable tiles is turned into a tiled pyramid. */
export const CONVERT_IMAGE = "convertImage";
/** Levels that a file lacks are made. */
export const COMPLETE_LEVELS = "completeLevels";
/** A demo slide is drawn. */
export const DRAW_DEMO_SLIDE = "drawDemoSlide";

/** Patient data is removed from the stored file. */
export const DEIDENTIFY_SLIDE = "deidentifySlide";

export const SLIDE_JOBS = [CONVERT_IMAGE, COMPLETE_LEVELS, DRAW_DEMO_SLIDE, DEIDENTIFY_SLIDE] as const;
