/**
 * Two sections of the same tissue, scanned differently: other µm per pixel, rotated and shifted. Markers identify
 * points of the tissue.
 */
import { turnBy } from "@parfocal/core/geometry/linear.ts";
import { writePyramid } from "@parfocal/slides/pyramid/pyramid-writer.ts";
import type { Page } from "@playwright/test";
import sharp from "sharp";
import { type Api, callsOf } from "./api.ts";
import { drawOnce } from "./drawn-files.ts";
import { sitePath } from "./journey.ts";
import { settledBoxes } from "./settled.ts";
import { placeSlide } from "./slides.ts";

type Place = readonly [x: number, y: number];

/** Pure colours, which remain distinguishable in JPEG and on lower levels. */
export const MARKER_NAMES = ["red", "green", "blue"] as const;
export type MarkerName = (typeof MARKER_NAMES)[number];

/** Position in the tissue, µm. */
export const MARKERS_UM: Readonly<Record<MarkerName, Place>> = { red: [420, 380], green: [760, 430], blue: [560, 660] };
const MARKER_RADIUS_UM = 26;
const BACKGROUND = 225;

interface SerialSlide {
  readonly width: number;
  readonly height: number;
  readonly umPerPx: number;
  /** Position of the tissue on the slide: first rotated clockwise, then shifted, µm. */
  readonly turnDeg: number;
  readonly shiftUm: Place;
}

export const FIRST_CUT: SerialSlide = { width: 1200, height: 1000, umPerPx: 1, turnDeg: 0, shiftUm: [0, 0] };
export const SECOND_CUT: SerialSlide = { width: 2200, height: 2000, umPerPx: 0.6, turnDeg: 25, shiftUm: [330, -40] };

/** Position of a point of the tissue on a section, px. */
export function placeOn({ umPerPx, turnDeg, shiftUm }: SerialSlide, tissueUm: Place): [x: number, y: number] {
  const [x, y] = turnBy(turnDeg, tissueUm);
  return [(x + shiftUm[0]) / umPerPx, (y + shiftUm[1]) / umPerPx];
}

const fileOfCut = (cut: SerialSlide, name: string): Promise<string> => drawOnce(name, (path) => writeCut(cut, path));

async function writeCut(cut: SerialSlide, path: string): Promise<void> {
  const { width, height, umPerPx } = cut;
  const rgb = new Uint8Array(width * height * 3).fill(BACKGROUND);
  MARKER_NAMES.forEach((marker, channel) => {
    const [middleX, middleY] = placeOn(cut, MARKERS_UM[marker]);
    const radius = MARKER_RADIUS_UM / umPerPx;
    for (let y = Math.ceil(middleY - radius); y <= middleY + radius; y += 1) {
      for (let x = Math.ceil(middleX - radius); x <= middleX + radius; x += 1) {
        if (Math.hypot(x - middleX, y - middleY) > radius) continue;
        for (let one = 0; one < 3; one += 1) rgb[(y * width + x) * 3 + one] = one === channel ? 255 : 0;
      }
    }
  });
  const bands = async function* () {
    yield { rows: height, rgb };
  };
  await writePyramid(path, bands(), { width, height, quality: 95, pixelSizeUm: { x: umPerPx, y: umPerPx } });
}

export interface SerialCase {
  readonly courseId: number;
  readonly courseTitle: string;
  readonly caseId: number;
  readonly firstId: number;
  readonly secondId: number;
  readonly path: string;
  readonly api: Api;
}

/** @param bound markers that are bound points on both slides, in order. */
export async function placeSerialCase(
  courseTitle: string,
  { bound = [], ...options }: { readonly bound?: readonly MarkerName[]; readonly [field: string]: unknown } = {},
): Promise<SerialCase> {
  const first = await placeSlide({ file: await fileOfCut(FIRST_CUT, "first-cut.tif"), courseTitle });
  const second = await placeSlide({
    file: await fileOfCut(SECOND_CUT, "second-cut.tif"),
    courseTitle: `${courseTitle} 2`,
  });
  const api = await callsOf("teacher");
  const { id } = await api.call<{ id: number }>("POST", "/v2/case", {
    title: `Case of ${courseTitle}`,
    parentId: first.courseId,
    imageIds: [first.imageId, second.imageId],
    ...options,
  });
  const pointsOn = (cut: SerialSlide) => bound.map((marker) => placeOn(cut, MARKERS_UM[marker]));
  await api.call("PUT", `/v2/case/${id}`, {
    items: [
      { id: first.imageId, boundPoints: pointsOn(FIRST_CUT) },
      { id: second.imageId, boundPoints: pointsOn(SECOND_CUT) },
    ],
  });
  return {
    courseId: first.courseId,
    courseTitle,
    caseId: id,
    firstId: first.imageId,
    secondId: second.imageId,
    path: sitePath(`/course${first.courseId}/c${id}/`),
    api,
  };
}

/** The overview also shows the markers. */
const WITHOUT_OVERVIEW = ".slide-viewer-overview { visibility: hidden }";

/** Centres of the markers that are completely inside a container, px from its corner; both containers in one frame. */
export async function markersIn(page: Page, containerIds: readonly string[]): Promise<Map<MarkerName, Place>[]> {
  const boxes = await settledBoxes(...containerIds.map((id) => page.locator(`#${id}`)));
  const { data, info } = await sharp(
    await page.screenshot({ animations: "allow", scale: "css", style: WITHOUT_OVERVIEW }),
  )
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return boxes.map((box) => {
    if (!box) throw new Error("A container is not on the page.");
    const found = new Map<MarkerName, Place>();
    MARKER_NAMES.forEach((marker, channel) => {
      const middle = middleOf(data, info.width, box, channel);
      if (middle) found.set(marker, middle);
    });
    return found;
  });
}

/**
 * Colour difference at which a pixel begins to count (pins and focus rings are below it), and at which it counts fully.
 */
const MIN_COLOUR = 100;
const FULL_COLOUR = 150;
const RIM_PX = 3;

function middleOf(
  rgb: Buffer,
  screenWidth: number,
  box: { x: number; y: number; width: number; height: number },
  channel: number,
): Place | null {
  let [sum, sumX, sumY] = [0, 0, 0];
  const [left, top] = [Math.round(box.x), Math.round(box.y)];
  const [width, height] = [Math.round(box.width), Math.round(box.height)];
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const at = ((top + y) * screenWidth + left + x) * 3;
      const others = Math.max(rgb[at + ((channel + 1) % 3)] as number, rgb[at + ((channel + 2) % 3)] as number);
      const weight = Math.min(FULL_COLOUR, Math.max(0, (rgb[at + channel] as number) - others - MIN_COLOUR));
      if (weight === 0) continue;
      const isOnRim = x < RIM_PX || y < RIM_PX || x >= width - RIM_PX || y >= height - RIM_PX;
      if (isOnRim && weight > 60) return null;
      if (isOnRim) continue;
      sum += weight;
      sumX += weight * x;
      sumY += weight * y;
    }
  }
  return sum < FULL_COLOUR * 20 ? null : [sumX / sum, sumY / sum];
}
