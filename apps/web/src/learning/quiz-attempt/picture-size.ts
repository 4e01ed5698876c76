/** Of a slide's picture for paper, px. */
export const PICTURE_WIDTH_PX = 960;
export const PICTURE_HEIGHT_PX = 600;

/** Of one print; questions beyond that have none. */
export const PICTURES_MAX = 150;
/** Of one case. */
export const SLIDES_OF_CASE_MAX = 4;
