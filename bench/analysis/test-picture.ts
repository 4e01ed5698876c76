/**
 * Images in which every nucleus is known: drawn by the generator of the demo slides, or annotated by people.
 *
 * Real images are in `../shared/data/histology` (see MANIFEST.md there), which is not part of the repository.
 */
import { existsSync, readFileSync } from "node:fs";
import type { StainKind } from "@parfocal/core/cell-analysis/cell-settings.ts";
import type { PixelRegion } from "@parfocal/core/cell-analysis/nucleus.ts";
import sharp from "sharp";
import { tissueScenes } from "../../apps/server/src/seed/tissue/tissue-scene.ts";

export interface TrueNucleus {
  /** Indexes of the region's pixels that belong to it. */
  readonly pixels: Int32Array;
  readonly centroidPx: readonly [x: number, y: number];
  /** Null: not counted in either class (stroma on a Ki-67 slide, and every nucleus of H&E or DAPI). */
  readonly isPositive: boolean | null;
}

export interface TestPicture {
  readonly name: string;
  readonly stain: StainKind;
  readonly origin: "generated" | "real";
  readonly region: PixelRegion;
  readonly truth: readonly TrueNucleus[];
  /** Whether nuclei cut by the border are missing in the truth: finding them is not an error. */
  readonly lacksCutNuclei: boolean;
}

export const HISTOLOGY = new URL("../../../shared/data/histology/", import.meta.url);
export const hasHistology = (name: string): boolean => existsSync(new URL(name, HISTOLOGY));

const GENERATED_STAINS: Readonly<Record<string, StainKind>> = {
  "kidney-he": "hematoxylin-eosin",
  "skin-he": "hematoxylin-eosin",
  "liver-he": "hematoxylin-eosin",
  ki67: "hematoxylin-dab",
};

/** @param scale share of the slide's glass; structures have their natural size. */
export function drawPicture(key: string, scale: number): TestPicture {
  const scene = tissueScenes({ scale }).find((candidate) => candidate.key === key);
  const stain = GENERATED_STAINS[key];
  if (!scene || !stain) throw new Error(`There is no scene ${key}.`);
  const { width, height, pixelSizeUm } = scene;
  const rgb = scene.renderBand(0, height);
  const rgba = new Uint8Array(width * height * 4).fill(255);
  for (let from = 0, to = 0; from < rgb.length; from += 3, to += 4) {
    rgba[to] = rgb[from]!;
    rgba[to + 1] = rgb[from + 1]!;
    rgba[to + 2] = rgb[from + 2]!;
  }
  const truth = scene
    .structures()
    .filter(({ shape }) => shape === "ellipse")
    .map(
      ({ kind, points }): TrueNucleus => ({
        ...placesInRing(points.flat(), width, height),
        isPositive: kind === "ki67-positive" ? true : kind === "ki67-negative" ? false : null,
      }),
    );
  const region = { rgba, widthPx: width, heightPx: height, micrometresPerPixel: pixelSizeUm };
  return { name: key, stain, origin: "generated", region, truth, lacksCutNuclei: true };
}

/** Pixels whose centre is inside a ring x0, y0, x1, y1 … */
export function placesInRing(
  ring: ArrayLike<number>,
  widthPx: number,
  heightPx: number,
): Pick<TrueNucleus, "pixels" | "centroidPx"> {
  let top = heightPx;
  let bottom = 0;
  for (let at = 1; at < ring.length; at += 2) {
    top = Math.min(top, ring[at]!);
    bottom = Math.max(bottom, ring[at]!);
  }
  const pixels: number[] = [];
  let sumX = 0;
  let sumY = 0;
  for (let y = Math.max(0, Math.floor(top)); y < Math.min(heightPx, Math.ceil(bottom)); y += 1) {
    const middle = y + 0.5;
    const crossings: number[] = [];
    for (let at = 0, before = ring.length - 2; at < ring.length; before = at, at += 2) {
      const [x0, y0, x1, y1] = [ring[before]!, ring[before + 1]!, ring[at]!, ring[at + 1]!];
      if (y0 < middle !== y1 < middle) crossings.push(x0 + ((middle - y0) * (x1 - x0)) / (y1 - y0));
    }
    crossings.sort((one, other) => one - other);
    for (let pair = 0; pair + 1 < crossings.length; pair += 2)
      for (
        let x = Math.max(0, Math.ceil(crossings[pair]! - 0.5));
        x < Math.min(widthPx, crossings[pair + 1]! - 0.5);
        x += 1
      ) {
        pixels.push(y * widthPx + x);
        sumX += x + 0.5;
        sumY += middle;
      }
  }
  return { pixels: Int32Array.from(pixels), centroidPx: [sumX / pixels.length, sumY / pixels.length] };
}

/** Part of a real image, px. */
interface Panel {
  readonly left: number;
  readonly width: number;
}

/** DeepLIIF's tiles are scanned at 40×. */
const DEEPLIIF_MICROMETRES_PER_PIXEL = 0.25;
const PANEL_PX = 512;
const panel = (at: number): Panel => ({ left: at * PANEL_PX, width: PANEL_PX });

/** The two tiles, and two of the six panels of the third image; empty if the files are missing. */
export async function readDeepliifPictures(): Promise<TestPicture[]> {
  const pictures: TestPicture[] = [];
  for (const name of ["22_2", "34_3"]) {
    const [picture, mask] = [`deepliif_${name}_ihc.png`, `deepliif_${name}_groundtruth.png`];
    if (hasHistology(picture) && hasHistology(mask))
      pictures.push(await readMasked(`DeepLIIF ${name}`, "hematoxylin-dab", [picture, panel(0)], [mask, panel(0)]));
  }
  const six = "deepliif_Bladder1_6panel.png";
  if (hasHistology(six)) {
    pictures.push(await readMasked("DeepLIIF Bladder1", "hematoxylin-dab", [six, panel(0)], [six, panel(5)]));
    pictures.push(await readMasked("DeepLIIF Bladder1, DAPI", "dapi", [six, panel(2)], [six, panel(5)]));
  }
  return pictures;
}

export async function readPixels(name: string, part?: Panel): Promise<Omit<PixelRegion, "micrometresPerPixel">> {
  let image = sharp(readFileSync(new URL(name, HISTOLOGY)));
  if (part) image = image.extract({ ...part, top: 0, height: PANEL_PX });
  const { data, info } = await image.ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  return {
    rgba: new Uint8Array(data.buffer, data.byteOffset, data.length),
    widthPx: info.width,
    heightPx: info.height,
  };
}

type Source = readonly [file: string, part: Panel];

async function readMasked(name: string, stain: StainKind, picture: Source, mask: Source): Promise<TestPicture> {
  const region = { ...(await readPixels(...picture)), micrometresPerPixel: DEEPLIIF_MICROMETRES_PER_PIXEL };
  const truth = nucleiOfMask(await readPixels(...mask));
  return { name, stain, origin: "real", region, truth, lacksCutNuclei: false };
}

/** Smaller specks of one colour are the edge of a smoothed mask. */
const MIN_TRUE_PX = 30;
const BORDER_PX = 2;

/** Red is positive, blue negative; the green line around a nucleus belongs to it, up to the next one. */
function nucleiOfMask({ rgba, widthPx, heightPx }: Omit<PixelRegion, "micrometresPerPixel">): TrueNucleus[] {
  const colour = Uint8Array.from({ length: widthPx * heightPx }, (_unused, place) => {
    const [red, green, blue] = [rgba[4 * place]!, rgba[4 * place + 1]!, rgba[4 * place + 2]!];
    if (green > 120 && green > red && green > blue) return 3;
    if (Math.max(red, blue) < 100) return 0;
    return red > blue ? 1 : 2;
  });
  const labels = new Int32Array(colour.length);
  const groups: number[][] = [];
  for (let start = 0; start < colour.length; start += 1) {
    if (labels[start] !== 0 || (colour[start] !== 1 && colour[start] !== 2)) continue;
    const group = [start];
    labels[start] = groups.length + 1;
    for (const place of group)
      for (const next of besides(place, widthPx, heightPx))
        if (labels[next] === 0 && colour[next] === colour[start]) {
          labels[next] = labels[start]!;
          group.push(next);
        }
    groups.push(group);
  }
  const reds = groups.map(([start]) => colour[start!] === 1);
  let edge = groups.flat();
  for (let step = 0; step < BORDER_PX; step += 1) {
    const added: number[] = [];
    for (const place of edge)
      for (const next of besides(place, widthPx, heightPx))
        if (labels[next] === 0 && colour[next] === 3) {
          labels[next] = labels[place]!;
          groups[labels[place]! - 1]!.push(next);
          added.push(next);
        }
    edge = added;
  }
  return groups.flatMap((group, at): TrueNucleus[] => {
    if (group.length < MIN_TRUE_PX) return [];
    const sum = (value: (place: number) => number) => group.reduce((total, place) => total + value(place) + 0.5, 0);
    const x = sum((place) => place % widthPx) / group.length;
    const y = sum((place) => Math.floor(place / widthPx)) / group.length;
    return [{ pixels: Int32Array.from(group), centroidPx: [x, y], isPositive: reds[at]! }];
  });
}

function besides(place: number, widthPx: number, heightPx: number): number[] {
  const x = place % widthPx;
  return [
    ...(x > 0 ? [place - 1] : []),
    ...(x < widthPx - 1 ? [place + 1] : []),
    ...(place >= widthPx ? [place - widthPx] : []),
    ...(place < widthPx * (heightPx - 1) ? [place + widthPx] : []),
  ];
}
