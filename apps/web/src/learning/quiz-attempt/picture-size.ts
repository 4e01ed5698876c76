/** Of a slide's picture for paper, px. */
export const PICTURE_WIDTH_PX = 960;
export const PICTURE_HEIGHT_PX = 600;
