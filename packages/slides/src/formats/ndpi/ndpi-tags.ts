/**
 * Hamamatsu's own TIFF tags.
 *
 * Source: OpenSlide, "Hamamatsu format"; the list of NDPI tags in tifffile (C. Gohlke).
 */
export const NDPI_TAG = {
  /** Present in every directory. */
  format: 65420,
  /** Objective magnification of the image; -1: the macro image; -2: a map of the slide. */
  magnification: 65421,
  xOffsetFromSlideCentre: 65422,
  yOffsetFromSlideCentre: 65423,
  /** Distance of the image's focal plane from the middle one, in nanometres. */
  focalPlaneNm: 65424,
  /** Start of each restart interval, in bytes from the start of the strip: the low 32 bits. */
  intervalStarts: 65426,
  reference: 65427,
  /** The high 32 bits of the same; not in all files. */
  intervalStartsHigh: 65432,
  channel: 65434,
  serialNumber: 65442,
  /** Lines of `key=value`. */
  properties: 65449,
  emissionWavelengthNm: 65451,
} as const;
