// Slices: course, image, slide, slides, upload, viewer
import type { Page } from "@playwright/test";
import sharp from "sharp";
import { callsOf } from "./testing/api.ts";
import { expect, signIn, sitePath, test } from "./testing/journey.ts";
import { settledBox } from "./testing/settled.ts";
import { keepPicture, magnificationOn, slideOn, viewInAddress, waitUntilSharp } from "./testing/slide-page.ts";
import { eventually, placeSlide, sharedPath } from "./testing/slides.ts";

const TILE_PX = 240;
const CHANNELS = 3;

test("a teacher uploads an Aperio slide by the file dialog and views it: pixel for pixel as in the file", async ({
  page,
}) => {
  const file = sharedPath("wsi/CMU-1-Small-Region.svs");
  const api = await callsOf("teacher");
  const course = await api.addCourse("From the file to the eye");
  await signIn(page, "teacher");
  await page.goto(sitePath("/"));
  await page.getByRole("link", { name: course.title }).click();

  // The upload waits until the progress has been seen.
  const seen = Promise.withResolvers<void>();
  await page.route("**/chunk/*", async (route) => {
    await seen.promise;
    await route.continue();
  });
  const dialog = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: "Choose slides" }).click();
  await (await dialog).setFiles(file);
  await page.getByRole("link", { name: /^1 upload running, / }).click();
  await expect(page.getByRole("progressbar", { name: "CMU-1-Small-Region.svs" })).toHaveAttribute("aria-valuenow", "0");
  await keepPicture(page, "upload-running");
  seen.resolve();
  await page.getByRole("link", { name: "Open slide" }).click();
  await waitUntilSharp(page);

  await page.getByRole("button", { name: "Slide information" }).click();
  const panel = page.getByRole("complementary", { name: "Slide information" });
  await expect(panel.getByText(/^2,220 × 2,967\spx$/)).toBeVisible();
  await expect(panel.getByText(/^0\.499\sµm\/px$/)).toBeVisible();
  await expect(panel.getByText("20×", { exact: true })).toBeVisible();
  for (const name of ["Label", "Macro", "Thumbnail"]) await expectPictureLoaded(page, name);
  await keepPicture(page, "slide-information");
  await panel.getByRole("button", { name: "Close" }).click();

  const image = (
    await eventually(
      () => api.getCourse(course.id),
      ({ items }) => items.length === 1,
    )
  ).items[0];
  const { slideInformation } = await api.getImage(image?.id ?? 0);
  const level = slideInformation?.levels[0];
  expect(level).toMatchObject({ width: 2220, height: 2967, tileWidth: TILE_PX, tileHeight: TILE_PX });
  const whole = await sharp(file, { page: 0 }).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  expect([whole.info.width, whole.info.height]).toEqual([2220, 2967]);
  // The first, one in the middle, and the last of a column and of a row, which are cut.
  for (const [x, y] of [
    [0, 0],
    [4, 6],
    [9, 12],
    [9, 3],
  ] as const) {
    const url = slideInformation?.tilesMapUrl?.replace("{z}", "0").replace("{x}", `${x}`).replace("{y}", `${y}`) ?? "";
    const tile = await decodeInPage(page, url);
    expect([tile.width, tile.height]).toEqual([
      Math.min(TILE_PX, 2220 - x * TILE_PX),
      Math.min(TILE_PX, 2967 - y * TILE_PX),
    ]);
    const bytes = await (await page.request.get(url)).body();
    const reference = await sharp(bytes).removeAlpha().raw().toBuffer();
    expect(greatestDifference(tile.rgb, reference), `tile ${x}, ${y} against its own bytes`).toBe(0);
    const part = await sharp(whole.data, { raw: { width: 2220, height: 2967, channels: CHANNELS } })
      .extract({ left: x * TILE_PX, top: y * TILE_PX, width: tile.width, height: tile.height })
      .raw()
      .toBuffer();
    expect(greatestDifference(tile.rgb, part), `tile ${x}, ${y} against the whole file`).toBeLessThanOrEqual(2);
  }
});

test("zoom, rotate and fit by the buttons; the URL restores the view", async ({ page }) => {
  const { path } = await placeSlide();
  await signIn(page, "learner");
  await page.goto(path);
  await waitUntilSharp(page);
  const whole = await magnificationOn(page).textContent();

  await page.getByRole("button", { name: "Zoom in" }).click();
  await expect(magnificationOn(page)).not.toHaveText(whole ?? "");
  await page.getByRole("button", { name: "Rotate right" }).click();
  await expect(page.getByText("rotation 45°")).toBeVisible();
  const slide = await settledBox(slideOn(page));
  await page.mouse.move(slide.x + slide.width / 2, slide.y + slide.height / 2);
  await page.mouse.down();
  await page.mouse.move(slide.x + slide.width / 2 + 60, slide.y + slide.height / 2 + 30, { steps: 5 });
  await page.mouse.up();
  await expect.poll(() => viewInAddress(page)).toMatch(/^\d+(\.\d+)?,\d+(\.\d+)?,-?\d+(\.\d+)?,45$/);
  const view = await settledView(page);
  const magnification = await magnificationOn(page).textContent();

  await page.reload();
  await waitUntilSharp(page);
  await expect(page.getByText("rotation 45°")).toBeVisible();
  await expect(magnificationOn(page)).toHaveText(magnification ?? "");
  expect(viewInAddress(page)).toBe(view);

  await page.getByRole("button", { name: "Rotate left" }).click();
  await expect(page.getByText("rotation 45°")).toBeHidden();
  await page.getByRole("button", { name: "Zoom to fit" }).click();
  await expect(magnificationOn(page)).toHaveText(whole ?? "");
});

/** The view in the address once it no longer changes. */
async function settledView(page: Page): Promise<string> {
  let before = "";
  await expect
    .poll(
      () => {
        const now = viewInAddress(page);
        const isSettled = now === before;
        before = now;
        return isSettled;
      },
      { intervals: [400] },
    )
    .toBe(true);
  return before;
}

async function expectPictureLoaded(page: Page, name: string): Promise<void> {
  const picture = page.getByRole("img", { name, exact: true });
  await picture.scrollIntoViewIfNeeded();
  await expect.poll(() => picture.evaluate((element) => (element as HTMLImageElement).naturalWidth)).toBeGreaterThan(1);
}

/** The pixels of a tile that the page loads with its own session. */
async function decodeInPage(page: Page, url: string): Promise<{ width: number; height: number; rgb: Uint8Array }> {
  const { width, height, rgba } = await page.evaluate(async (address) => {
    const bitmap = await createImageBitmap(await (await fetch(address)).blob());
    const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
    const context = canvas.getContext("2d");
    context?.drawImage(bitmap, 0, 0);
    const pixels = context?.getImageData(0, 0, bitmap.width, bitmap.height).data;
    return { width: bitmap.width, height: bitmap.height, rgba: [...(pixels ?? [])] };
  }, url);
  return { width, height, rgb: Uint8Array.from(rgba.filter((_value, index) => index % 4 < CHANNELS)) };
}

function greatestDifference(one: Uint8Array, other: Uint8Array): number {
  if (one.length !== other.length) throw new Error(`${one.length} samples are not ${other.length}`);
  return one.reduce((greatest, value, index) => Math.max(greatest, Math.abs(value - (other[index] ?? 0))), 0);
}
