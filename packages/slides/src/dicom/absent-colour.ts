/**
 * The colour of missing tiles of a sparsely tiled DICOM slide.
 *
 * Source: DICOM PS3.3, section C.8.12.4 (Recommended Absent Pixel CIELab Value) and C.10.7.1.1 (encoding of CIELab, for
 * D50 white); conversion from CIELab to sRGB: IEC 61966-2-1 and Bradford's adaptation, B. Lindbloom.
 */

export type Rgb = readonly [red: number, green: number, blue: number];

export const WHITE: Rgb = [255, 255, 255];

const D50: Rgb = [0.9642, 1, 0.8251];
const XYZ_D50_TO_SRGB: readonly Rgb[] = [
  [3.1338561, -1.6168667, -0.4906146],
  [-0.9787684, 1.9161415, 0.033454],
  [0.0719453, -0.2289914, 1.4052427],
];
/** Tolerance beyond the sRGB gamut: some writers leave a and b at 0, which is not a valid colour. */
const GAMUT_TOLERANCE = 0.02;

/** @param lab L, a and b as 16-bit numbers; null, or an invalid colour: white. */
export function absentColourOf(lab: readonly number[] | null): Rgb {
  if (lab === null || lab.length !== 3) return WHITE;
  const lightness = (lab[0]! / 65_535) * 100;
  const [a, b] = [(lab[1]! / 65_535) * 255 - 128, (lab[2]! / 65_535) * 255 - 128];
  const y = (lightness + 16) / 116;
  const xyz = [y + a / 500, y, y - b / 200].map((share, index) => D50[index]! * fromLab(share));
  const linear = XYZ_D50_TO_SRGB.map((row) => row.reduce((sum, factor, index) => sum + factor * xyz[index]!, 0));
  if (linear.some((share) => share < -GAMUT_TOLERANCE || share > 1 + GAMUT_TOLERANCE)) return WHITE;
  return linear.map((share) => Math.round(255 * companded(Math.min(1, Math.max(0, share))))) as unknown as Rgb;
}

function fromLab(share: number): number {
  return share > 6 / 29 ? share ** 3 : 3 * (6 / 29) ** 2 * (share - 4 / 29);
}

function companded(share: number): number {
  return share <= 0.0031308 ? 12.92 * share : 1.055 * share ** (1 / 2.4) - 0.055;
}
