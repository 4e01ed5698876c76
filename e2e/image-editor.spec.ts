// Slices: annotation, editor, image, image-editor, slide, tree, upload, viewer
/** The editor of a slide: its texts and pixel size, its opening view, its thumbnail, a replacement file. */
import type { Image } from "@parfocal/core/image/image.contract.ts";
import type { Locator, Page } from "@playwright/test";
import sharp from "sharp";
import { placeAnnotations } from "./testing/annotations.ts";
import { callsOf } from "./testing/api.ts";
import { expect, signIn, sitePath, test } from "./testing/journey.ts";
import { keepPicture, placeOnSlide, slideOn, waitUntilSharp } from "./testing/slide-page.ts";
import { type PlacedSlide, placeSlide } from "./testing/slides.ts";

const LONG_MS = 45_000;
test.beforeEach(() => test.slow());

const toast = (page: Page, text: string): Locator => page.getByRole("alert").filter({ hasText: text });
const save = (page: Page): Locator => page.getByRole("button", { name: "Save", exact: true });
const microns = (page: Page): Locator => page.getByRole("textbox", { name: "µm per pixel", exact: true });

async function openEditor(page: Page, { imageId, courseId }: PlacedSlide): Promise<void> {
  await signIn(page, "teacher");
  await page.goto(sitePath(`/manage?item=${imageId}&in=${courseId}`));
  await slideOn(page).waitFor({ timeout: LONG_MS });
  await waitUntilSharp(page);
}

const imageOf = async ({ imageId }: PlacedSlide): Promise<Image> => (await callsOf("teacher")).getImage(imageId);

async function changeFields(page: Page, slide: PlacedSlide): Promise<void> {
  const title = page.getByRole("textbox", { name: "Title", exact: true });
  await title.fill("Edimage named");
  await page.getByText("90°", { exact: true }).click();
  await microns(page).fill("0.33");
  await save(page).click();
  await expect(toast(page, "Image updated!")).toBeVisible();
  expect(await imageOf(slide)).toMatchObject({
    title: "Edimage named",
    slideInformation: { orientation: 90, micronsPerPixel: 0.33 },
  });
  await microns(page).fill("0");
  await save(page).click();
  await expect.poll(async () => (await imageOf(slide)).slideInformation?.micronsPerPixel).toBe(null);
  await title.fill("");
  await expect(page.getByText("Enter a title.")).toBeVisible();
  await expect(save(page)).toBeDisabled();
  await title.fill("Edimage named");
}

async function drawKnownLength(page: Page, slide: PlacedSlide): Promise<void> {
  await slideOn(page).scrollIntoViewIfNeeded();
  await page.getByRole("button", { name: "Draw line" }).click();
  await slideOn(page).scrollIntoViewIfNeeded();
  const [from, to] = [await placeOnSlide(page, 0.4, 0.5), await placeOnSlide(page, 0.6, 0.5)];
  await page.mouse.click(from.x, from.y);
  await page.mouse.dblclick(to.x, to.y);
  const known = page.getByRole("textbox", { name: /^Known length/ });
  await known.fill("200");
  const drawnPx = Number(
    /\(([\d.,]+) px\)/.exec((await page.getByText(/^Known length/).textContent()) ?? "")?.[1]?.replaceAll(",", ""),
  );
  await page.getByRole("button", { name: "Apply" }).click();
  await save(page).click();
  await expect.poll(async () => (await imageOf(slide)).slideInformation?.micronsPerPixel).toBeGreaterThan(0);
  const { slideInformation } = await imageOf(slide);
  expect(Math.abs((slideInformation?.micronsPerPixel ?? 0) * drawnPx - 200)).toBeLessThan(2);
  expect(slideInformation?.micronsPerPixelY).toBe(slideInformation?.micronsPerPixel);
}

async function setViewAndThumbnail(page: Page, slide: PlacedSlide): Promise<void> {
  await page.getByRole("button", { name: "Set as opening view" }).click();
  await expect(toast(page, "Position saved!")).toBeVisible();
  expect((await imageOf(slide)).center).toEqual([expect.any(Number), expect.any(Number)]);

  const part = page.getByRole("region", { name: "Thumbnail" });
  await part.getByRole("button", { name: "Capture thumbnail" }).click();
  await part.getByRole("button", { name: "Save" }).click();
  await expect(toast(page, "Thumbnail saved")).toBeVisible();
  expect((await imageOf(slide)).isThumbnailOwn).toBe(true);
  await part.getByRole("button", { name: "Use the whole slide" }).click();
  await expect.poll(async () => (await imageOf(slide)).isThumbnailOwn).toBe(false);
  // The form has applied the change: a choice made before is lost with the former button.
  await expect(part.getByRole("button", { name: "Use the whole slide" })).toHaveCount(0);

  const chooser = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: "Upload image" }).click();
  const buffer = await sharp({ create: { width: 300, height: 200, channels: 3, background: "#a0c040" } })
    .png()
    .toBuffer();
  await (await chooser).setFiles([{ name: "edimage.png", mimeType: "image/png", buffer }]);
  await expect.poll(async () => (await imageOf(slide)).isThumbnailOwn).toBe(true);
  const unreadable = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: "Upload image" }).click();
  await (await unreadable).setFiles([{ name: "no.png", mimeType: "image/png", buffer: Buffer.from("no picture") }]);
  await expect(toast(page, "This image cannot be read.")).toBeVisible();
  await keepPicture(page, "editor-image");
}

async function replaceFile(page: Page, slide: PlacedSlide): Promise<void> {
  const buffer = await sharp({ create: { width: 900, height: 700, channels: 3, background: "#b08090" } })
    .tiff({ tile: true, tileWidth: 256, tileHeight: 256, pyramid: true, compression: "jpeg" })
    .toBuffer();
  const chooser = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: "Choose new file" }).click();
  await (await chooser).setFiles([{ name: "edimage-new.tif", mimeType: "image/tiff", buffer }]);
  const dialog = page.getByRole("dialog", { name: "The new file has different dimensions" });
  await expect(dialog).toContainText("900 × 700", { timeout: LONG_MS });
  expect((await imageOf(slide)).slideInformation?.width).not.toBe(900);
  await dialog.getByRole("button", { name: "Keep pixel coordinates" }).click();
  await expect(toast(page, "File replaced")).toBeVisible();
  expect((await imageOf(slide)).slideInformation).toMatchObject({ width: 900, height: 700 });
  const api = await callsOf("teacher");
  expect((await api.listAnnotations(slide.imageId)).map(({ title }) => title)).toEqual(["Edimage drawn"]);
}

test("a slide gets its title, pixel size, view, thumbnail and another file", async ({ page }) => {
  const slide = await placeSlide({ courseTitle: "Edimage" });
  await placeAnnotations("expert", slide.imageId, ["Edimage drawn"]);
  await openEditor(page, slide);
  await test.step("it opens at the current view; its thumbnail is captured, uploaded, and reset to automatic", () =>
    setViewAndThumbnail(page, slide));
  await test.step("title, orientation and pixel size are saved; 0 means unknown", () => changeFields(page, slide));
  await test.step("a line of known length defines the pixel size", () => drawKnownLength(page, slide));
  await test.step("a replacement file of another size is asked about; annotations are kept", () =>
    replaceFile(page, slide));
});
