/**
 * Conditions for measuring lengths and areas.
 *
 * Source: spec part 1, section 4, "Measurement": enabled only if the slide has micronsPerPixel, the scale bar is shown
 * and the image is not bound. The scale bar is not shown in case maps.
 */
interface MeasuringFacts {
  /** Whether the slide's pixel size is known. */
  readonly hasPixelSize: boolean;
  readonly isScaleBarShown: boolean;
  /** Whether it is shown in a case whose slides are bound. */
  readonly isBound: boolean;
}

export function canMeasure({ hasPixelSize, isScaleBarShown, isBound }: MeasuringFacts): boolean {
  return hasPixelSize && isScaleBarShown && !isBound;
}
