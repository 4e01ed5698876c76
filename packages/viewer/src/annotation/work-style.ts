/** Source: spec part 1, section 9 ("Measurement style: stroke width 2"). */
export const MEASUREMENT_STROKE_WIDTH_PX = 2;
