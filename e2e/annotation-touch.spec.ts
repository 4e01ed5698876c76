// Slices: annotation, annotation-editing, slide, viewer
/** Annotations changed by touch alone, on a phone. */
import { parseWkt } from "@parfocal/core/geometry/wkt.ts";
import type { Page } from "@playwright/test";
import { type Share, saveByTap } from "./testing/annotator.ts";
import { callsOf } from "./testing/api.ts";
import { expect, signIn, test } from "./testing/journey.ts";
import {
  keepPicture,
  openSlide,
  placeOfPixel,
  placeOnSlide,
  viewInAddress,
  waitUntilSettled,
} from "./testing/slide-page.ts";
import { placeSlide } from "./testing/slides.ts";

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 });

/** One finger, in fractions of the slide's area. */
async function strokeAlong(page: Page, way: readonly Share[]): Promise<void> {
  const places: { x: number; y: number }[] = [];
  for (const share of way) places.push(await placeOnSlide(page, ...share));
  await strokeOver(page, places);
}

/** One finger, from point to point of the page, CSS px. */
async function strokeOver(page: Page, places: readonly { x: number; y: number }[]): Promise<void> {
  const session = await page.context().newCDPSession(page);
  for (const [index, { x, y }] of places.entries()) {
    const type = index === 0 ? "touchStart" : "touchMove";
    await session.send("Input.dispatchTouchEvent", { type, touchPoints: [{ x, y, id: 0 }] });
  }
  await session.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
  await session.detach();
}

async function tapAt(page: Page, share: Share): Promise<void> {
  const { x, y } = await placeOnSlide(page, ...share);
  await page.touchscreen.tap(x, y);
}

const CORNERS: readonly Share[] = [
  [0.3, 0.12],
  [0.6, 0.12],
  [0.6, 0.26],
];

async function sizeOf(imageId: number): Promise<[widthPx: number, heightPx: number]> {
  const { slideInformation } = await (await callsOf("learner")).getImage(imageId);
  return [slideInformation?.width ?? Number.NaN, slideInformation?.height ?? Number.NaN];
}

async function outlineOf(imageId: number): Promise<readonly (readonly [number, number])[]> {
  const [saved] = await (await callsOf("learner")).listAnnotations(imageId, "mine");
  const read = parseWkt(saved?.geometry ?? "");
  return read.ok && read.shape.kind === "polygon" ? (read.shape.rings[0] ?? []) : [];
}

/** Minimum size of a touch target on a phone, px. */
const MIN_TARGET_PX = 44;

async function expectLargeTargets(page: Page): Promise<void> {
  const small = await page
    .getByRole("complementary")
    .getByRole("button")
    .evaluateAll(
      (buttons, least) =>
        buttons.flatMap((button) => {
          const { width, height } = button.getBoundingClientRect();
          const name = button.getAttribute("aria-label") ?? button.textContent ?? "";
          return width > 0 && (height < least - 0.5 || width < least - 0.5) ? [`${name} ${width} x ${height}`] : [];
        }),
      MIN_TARGET_PX,
    );
  expect(small).toEqual([]);
}

test("a polygon is drawn by tapping; its vertex is moved and its area widened by touch; the slide does not move", async ({
  page,
}) => {
  const slide = await placeSlide({ courseTitle: "Changed by a finger" });
  await signIn(page, "learner");
  await openSlide(page, slide.path);
  await page.getByRole("button", { name: "Annotations", exact: true }).tap();
  const sheet = page.getByRole("complementary");
  await sheet.getByRole("button", { name: /^Annotate/ }).tap();
  await sheet.getByRole("button", { name: "Polygon", exact: true }).tap();
  const middle = (): string[] => viewInAddress(page).split(",").slice(0, 2);
  await waitUntilSettled(page);
  // It is written to the URL a moment later.
  await expect.poll(() => viewInAddress(page)).not.toBe("");
  const before = middle();
  for (const corner of CORNERS) await tapAt(page, corner);
  await sheet.getByRole("button", { name: "Finish" }).tap();
  await keepPicture(page, "touch-annotator");
  await expectLargeTargets(page);

  // Its last vertex, to the right and down.
  await waitUntilSettled(page);
  await strokeAlong(page, [
    [0.6, 0.26],
    [0.64, 0.28],
    [0.7, 0.3],
  ]);
  await page.getByRole("textbox", { name: "Title" }).fill("By a finger");
  await saveByTap(page);
  await expect.poll(() => outlineOf(slide.imageId)).not.toEqual([]);
  // The sheet changes its height, so the fitted slide is fitted again: its centre is unchanged.
  expect(middle()).toEqual(before);
  const drawn = await outlineOf(slide.imageId);
  expect(drawn).toHaveLength(3);
  const [upperLeft = [0, 0], upperRight = [0, 0], lower = [0, 0]] = drawn;
  // It was dropped a third of the upper side's length to the right of the tap.
  expect((lower[0] - upperRight[0]) / (upperRight[0] - upperLeft[0])).toBeCloseTo(1 / 3, 1);

  await page.getByRole("button", { name: "Edit", exact: true }).first().tap();
  await sheet.getByRole("button", { name: "Refine", exact: true }).tap();
  await sheet.getByRole("button", { name: "Brush", exact: true }).tap();
  await waitUntilSettled(page);
  // From inside the polygon, wherever it is after the sheet's change of height, to the left and down out of it.
  const inside: [number, number] = [(2 * upperRight[0] + upperLeft[0]) / 3, (2 * upperRight[1] + lower[1]) / 3];
  const start = await placeOfPixel(page, inside, await sizeOf(slide.imageId));
  await strokeOver(page, [start, { x: start.x - 60, y: start.y + 40 }, { x: start.x - 120, y: start.y + 70 }]);
  await keepPicture(page, "touch-brush");
  await saveByTap(page);
  await expect.poll(async () => (await outlineOf(slide.imageId)).length).toBeGreaterThan(3);
});
