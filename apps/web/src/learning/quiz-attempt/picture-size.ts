/** Width of a printed slide image, px. */
export const PICTURE_WIDTH_PX = 960;
export const PICTURE_HEIGHT_PX = 600;

/** Maximum number of images in one print; further questions have none. */
export const PICTURES_MAX = 150;
/** Maximum number of slides of one case. */
export const SLIDES_OF_CASE_MAX = 4;
