import { registerSlides } from "@parfocal/core/geometry/registration.ts";
import { describe, expect, it } from "vitest";
import { RESCAN_ROTATION_DEG } from "./kidney-scene.ts";
import type { ScenePoint, TissueScene } from "./scene.ts";
import { TILE_PX } from "./tile.ts";
import { tissueScenes } from "./tissue-scene.ts";

const SCALE = 0.1;
const scenes = tissueScenes({ scale: SCALE });

/** Scenes that fill the image to its border. */
const FULL_BLEED = ["blood-smear"];

/** The whole image, rendered once per scene. */
const pictures = new Map<string, Uint8Array>();
function pictureOf(scene: TissueScene): Uint8Array {
  const picture = pictures.get(scene.key) ?? scene.renderBand(0, scene.height);
  pictures.set(scene.key, picture);
  return picture;
}

/** Red, green and blue at a point. */
function colourAt(scene: TissueScene, [x, y]: ScenePoint): [number, number, number] {
  const at = (Math.floor(y) * scene.width + Math.floor(x)) * 3;
  const picture = pictureOf(scene);
  return [picture[at]!, picture[at + 1]!, picture[at + 2]!];
}

function middleOf(points: readonly ScenePoint[]): ScenePoint {
  const sum = points.reduce<ScenePoint>(([sx, sy], [x, y]) => [sx + x, sy + y], [0, 0]);
  return [sum[0] / points.length, sum[1] / points.length];
}

/** Mean difference between neighbours in a row, at columns chosen by their position in a tile. */
function meanStep(scene: TissueScene, isChosen: (column: number) => boolean, isAcross: boolean): number {
  const picture = pictureOf(scene);
  const { width, height } = scene;
  const [lines, places] = isAcross ? [height, width] : [width, height];
  let sum = 0;
  let count = 0;
  for (let place = 1; place < places; place++) {
    if (!isChosen(place)) continue;
    for (let line = 0; line < lines; line++) {
      const at = (isAcross ? line * width + place : place * width + line) * 3;
      const before = isAcross ? at - 3 : at - width * 3;
      sum += Math.abs(picture[at + 1]! - picture[before + 1]!);
      count++;
    }
  }
  return sum / count;
}

describe.each(scenes.map((scene) => [scene.key, scene] as const))("the scene %s", (key, scene) => {
  it("is the same each time it is rendered", () => {
    const again = tissueScenes({ scale: SCALE }).find((other) => other.key === key)!;
    const top = Math.floor(scene.height / 2);
    expect(Buffer.compare(again.renderBand(top, 20), scene.renderBand(top, 20))).toBe(0);
    expect(again.structures()).toEqual(scene.structures());
  });

  it("is the same for any division into bands", () => {
    const whole = pictureOf(scene);
    for (const [top, rows] of [
      [200, 3],
      [137, 60],
      [0, 1],
      [scene.height - 5, 5],
    ] as const) {
      const expected = whole.subarray(top * scene.width * 3, (top + rows) * scene.width * 3);
      expect(Buffer.compare(scene.renderBand(top, rows), expected)).toBe(0);
    }
  });

  it("shows no seam between painted tiles", () => {
    for (const isAcross of [true, false]) {
      const atSeam = meanStep(scene, (place) => place % TILE_PX === 0, isAcross);
      const beside = meanStep(scene, (place) => [TILE_PX - 5, 5, 9, TILE_PX - 9].includes(place % TILE_PX), isAcross);
      expect(atSeam).toBeLessThan(beside * 1.3 + 0.3);
    }
  });

  it("has all its structures and marks within the image, each mark with its own title", () => {
    const { width, height } = scene;
    expect(scene.structures().length).toBeGreaterThan(0);
    const isOutside = ([x, y]: ScenePoint) => !(x >= 0 && y >= 0 && x <= width && y <= height);
    expect(scene.structures().filter(({ points }) => points.length === 0 || points.some(isOutside))).toEqual([]);
    expect(scene.teachingMarks.length).toBeGreaterThan(0);
    expect(scene.teachingMarks.filter(({ points }) => points.length === 0 || points.some(isOutside))).toEqual([]);
    const titles = scene.teachingMarks.map(({ title }) => title);
    expect(new Set(titles).size).toBe(titles.length);
  });

  it("leaves clear, pale glass in the corners, unless it fills the image", () => {
    if (FULL_BLEED.includes(key)) return;
    const { width, height } = scene;
    for (const corner of [
      [1, 1],
      [width - 2, 1],
      [1, height - 2],
      [width - 2, height - 2],
    ] as const) {
      const [red, green, blue] = colourAt(scene, corner);
      expect(Math.min(red, green, blue)).toBeGreaterThan(228);
    }
  });

  it("has darker pixels in its cells than between them", () => {
    const cells = scene.structures().filter(({ shape }) => shape === "ellipse");
    expect(cells.length).toBeGreaterThan(2);
    const picture = pictureOf(scene);
    const mean = picture.reduce((sum, value) => sum + value, 0) / picture.length;
    const inCells = cells.map(
      ({ points }) => colourAt(scene, middleOf(points)).reduce((sum, value) => sum + value, 0) / 3,
    );
    expect(inCells.reduce((sum, value) => sum + value, 0) / cells.length).toBeLessThan(mean - 15);
  });
});

describe("the list of scenes", () => {
  it("has at least seven, the first of them over 20,000 x 16,000 px, each with its own key", () => {
    const full = tissueScenes();
    expect(full.length).toBeGreaterThanOrEqual(7);
    expect(full[0]!.width).toBeGreaterThanOrEqual(20_000);
    expect(full[0]!.height).toBeGreaterThanOrEqual(16_000);
    expect(new Set(full.map(({ key }) => key)).size).toBe(full.length);
  });
});

describe("the ground truth", () => {
  const find = (key: string, scale: number) => tissueScenes({ scale }).find((scene) => scene.key === key)!;

  it("labels brown nuclei as positive, and blue nuclei as negative", () => {
    const scene = find("ki67", 0.1);
    const shares = { "ki67-positive": [0, 0], "ki67-negative": [0, 0] };
    for (const { kind, points } of scene.structures()) {
      const count = shares[kind as keyof typeof shares];
      if (!count) continue;
      const [red, , blue] = colourAt(scene, middleOf(points));
      const isBrown = red > blue + 12;
      count[isBrown ? 0 : 1]!++;
    }
    const [brown, falseBlue] = shares["ki67-positive"];
    const [falseBrown, blue] = shares["ki67-negative"];
    expect(brown).toBeGreaterThan(10);
    expect(blue).toBeGreaterThan(50);
    expect(falseBlue! / (brown! + falseBlue!)).toBeLessThan(0.02);
    expect(falseBrown! / (blue! + falseBrown!)).toBeLessThan(0.01);
  });

  it("has the same section of kidney twice: rotated by 12°, with pixels twice as large", () => {
    const [he, pas] = [find("kidney-he", 0.1), find("kidney-pas", 0.1)];
    const pairs = he.sectionPoints.map((point, number) => [point, pas.sectionPoints[number]!] as const);
    expect(pairs).toHaveLength(3);
    const [fine, coarse] = [he, pas].map(({ pixelSizeUm }) => ({ x: pixelSizeUm, y: pixelSizeUm }));
    const map = registerSlides(pairs, fine!, coarse!);
    expect(map.scale).toBeCloseTo(1, 6);
    expect(map.rotationDeg).toBeCloseTo(RESCAN_ROTATION_DEG, 6);
    // Tissue on one is tissue on the other, and glass is glass, except for about a pixel at an edge.
    const isTissue = (scene: TissueScene, point: ScenePoint) => colourAt(scene, point)[1] < 222;
    let [tissue, glass, wrong] = [0, 0, 0];
    for (let y = 10; y < he.height - 10; y += 7) {
      for (let x = 10; x < he.width - 10; x += 7) {
        const there = map.toOther([x, y]);
        if (there[0] < 1 || there[1] < 1 || there[0] >= pas.width - 1 || there[1] >= pas.height - 1) continue;
        // Only of large areas: single gaps in the tissue are paler in one stain than in the other.
        const around = [
          [-6, 0],
          [6, 0],
          [0, -6],
          [0, 6],
        ].map(([dx, dy]): ScenePoint => [x + dx!, y + dy!]);
        const here = [[x, y] as ScenePoint, ...around].map((point) => isTissue(he, point));
        const isAllTissue = here.every(Boolean);
        if (!isAllTissue && here.some(Boolean)) continue;
        if (isAllTissue) tissue += 1;
        else glass += 1;
        if (isTissue(pas, there) !== isAllTissue) wrong += 1;
      }
    }
    expect(tissue).toBeGreaterThan(3_000);
    expect(glass).toBeGreaterThan(3_000);
    expect(wrong / (tissue + glass)).toBeLessThan(0.1);
    const middles = (scene: TissueScene) => scene.structures().map(({ points }) => middleOf(points));
    const [inHe, inPas] = [middles(he), middles(pas)];
    expect(inPas).toHaveLength(inHe.length);
    for (let index = 0; index < inHe.length; index += 97) {
      const [x, y] = map.toOther(inHe[index]!);
      expect(Math.hypot(x - inPas[index]![0], y - inPas[index]![1])).toBeLessThan(0.01);
    }
  });

  it("counts exactly the cells visible on the phantom", () => {
    const scene = find("count-phantom", 0.25);
    expect(scene.structures()).toHaveLength(23);
    expect(countDarkSpots(scene)).toBe(23);
  });

  it("has 250 cells on the phantom's square millimetre", () => {
    expect(find("count-phantom", 1).structures()).toHaveLength(250);
  });

  it("has every type of white blood cell on the smear", () => {
    const kinds = new Set(
      find("blood-smear", 1)
        .structures()
        .map(({ kind }) => kind),
    );
    for (const kind of ["erythrocyte", "neutrophil", "lymphocyte", "monocyte", "eosinophil", "basophil", "platelet"]) {
      expect(kinds).toContain(kind);
    }
  });

  it("has glomeruli among tubules and thousands of nuclei in the kidney", () => {
    const kinds = Object.groupBy(find("kidney-he", 0.2).structures(), ({ kind }) => kind);
    expect(kinds.glomerulus!.length).toBeGreaterThan(0);
    expect(kinds.tubule!.length).toBeGreaterThan(50);
    expect(kinds.nucleus!.length).toBeGreaterThan(1000);
  });
});

/** Connected regions of deep violet, as in nuclei; grid lines are grey and do not count. */
function countDarkSpots(scene: TissueScene): number {
  const { width, height } = scene;
  const picture = scene.renderBand(0, height);
  const isDark = (pixel: number) => picture[pixel * 3]! < 135 && picture[pixel * 3 + 2]! > picture[pixel * 3]! + 18;
  const isSeen = new Uint8Array(width * height);
  let spots = 0;
  for (let start = 0; start < width * height; start++) {
    if (isSeen[start] || !isDark(start)) continue;
    let size = 0;
    const open = [start];
    isSeen[start] = 1;
    for (let pixel = open.pop(); pixel !== undefined; pixel = open.pop()) {
      size++;
      for (const next of [pixel - 1, pixel + 1, pixel - width, pixel + width]) {
        if (next < 0 || next >= width * height || isSeen[next] || !isDark(next)) continue;
        isSeen[next] = 1;
        open.push(next);
      }
    }
    if (size > 100) spots++;
  }
  return spots;
}
