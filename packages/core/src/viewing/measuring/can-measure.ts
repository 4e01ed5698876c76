/**
 * When lengths and areas can be measured.
 *
 * Source: spec part 1, section 4, "Measurement": enabled only if the slide has micronsPerPixel, the scale bar is shown and the
 * image is not bound. The scale bar is not shown in case maps.
 */
export interface MeasuringFacts {
  /** Whether the slide says how many µm a pixel spans. */
  readonly hasPixelSize: boolean;
  readonly isScaleBarShown: boolean;
  /** Whether it is looked at in a case whose slides are bound to each other. */
  readonly isBound: boolean;
}

export function canMeasure({ hasPixelSize, isScaleBarShown, isBound }: MeasuringFacts): boolean {
  return hasPixelSize && isScaleBarShown && !isBound;
}
