// Slices: annotation, annotation-editing, slide, viewer
/** More annotations than are sent or listed at once. */
import type { Page } from "@playwright/test";
import { annotationsIn, clickAt, savedToast } from "./testing/annotator.ts";
import { expect, signIn, test } from "./testing/journey.ts";
import { importWkt, squaresOver, WIDE_SLIDE_PX, writeWideFile } from "./testing/many-annotations.ts";
import { keepPicture, openSlide, placeOnSlide, slideOn } from "./testing/slide-page.ts";
import { placeSlide } from "./testing/slides.ts";

const COUNT = 20_000;
/** At full resolution, in the middle; and zoomed out four times, where shapes are simplified. */
const NEAR = `${WIDE_SLIDE_PX / 2},${WIDE_SLIDE_PX / 2},5,0`;
const FAR = `${WIDE_SLIDE_PX / 2},${WIDE_SLIDE_PX / 2},4,0`;

const counted = (page: Page) => page.getByText(/^[\d,]+ of [\d,]+ in view$/);
async function numberInView(page: Page): Promise<number> {
  const text = (await counted(page).textContent()) ?? "";
  return Number(text.split(" ")[0]?.replaceAll(",", ""));
}

test("20,000 annotations: density zoomed out, shapes and a list zoomed in; one is found, changed and deleted", async ({
  page,
}) => {
  test.setTimeout(180_000);
  const slide = await placeSlide({ file: await writeWideFile(), courseTitle: "Very many" });
  const report = await importWkt("expert", slide.imageId, squaresOver(WIDE_SLIDE_PX, COUNT));
  expect(report.accepted).toBe(COUNT);
  await signIn(page, "expert");

  // Zoomed out: the density, and how to get a list.
  await openSlide(page, slide.path);
  await expect(page.getByText("Zoom in to list them all.")).toBeVisible();
  await expect(counted(page)).toHaveText(/of 20,000 in view$/);
  expect(await numberInView(page)).toBeGreaterThan(COUNT * 0.9);
  await expect(annotationsIn(page)).toHaveCount(0);
  await keepPicture(page, "many-density");

  // Zoomed in: those in view, however many; only the visible rows are on the page.
  await openSlide(page, `${slide.path}?view=${NEAR}`);
  await expect(counted(page)).toHaveText(/^\d{3} of 20,000 in view$/);
  const first = annotationsIn(page).first();
  const before = await first.textContent();
  expect(await annotationsIn(page).count()).toBeLessThan(60);
  await keepPicture(page, "many-near");

  // Panning loads others.
  const from = await placeOnSlide(page, 0.7, 0.7);
  const to = await placeOnSlide(page, 0.2, 0.2);
  const asked = page.waitForResponse((answer) => answer.url().includes(`/v2/annotation/slide/${slide.imageId}/`));
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(to.x, to.y, { steps: 6 });
  await page.mouse.up();
  await asked;
  await expect(first).not.toHaveText(before ?? "");
  await expect(counted(page)).toHaveText(/^\d{3} of 20,000 in view$/);

  // One is changed: through the list, then in its form.
  await first.getByRole("button").first().click();
  const popup = page.getByRole("dialog");
  await popup.getByRole("button", { name: "Edit" }).click();
  await page.getByRole("textbox", { name: "Title" }).fill("The one that was sought");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(savedToast(page).first()).toBeVisible();
  await expect(annotationsIn(page).filter({ hasText: "The one that was sought" })).toHaveCount(1);
  await expect(counted(page)).toHaveText(/of 20,000 in view$/);

  // And deleted.
  await page.getByRole("dialog", { name: "The one that was sought" }).getByRole("button", { name: "Delete" }).click();
  await page.getByRole("dialog", { name: "Delete this annotation?" }).getByRole("button", { name: "Delete" }).click();
  await expect(counted(page)).toHaveText(/of 19,999 in view$/);

  // Zoomed out, shapes are simplified; selected ones are loaded as drawn and can be copied.
  await openSlide(page, `${slide.path}?view=${FAR}`);
  await expect(counted(page)).toHaveText(/of 19,999 in view$/);
  await expect(annotationsIn(page).first()).toBeVisible();
  const places = [
    [0.4, 0.4],
    [0.6, 0.6],
  ] as const;
  const wide = WIDE_SLIDE_PX / Math.ceil(Math.sqrt(COUNT)) / 2;
  expect(wide).toBeGreaterThan(20);
  await page.keyboard.down("Shift");
  const start = await placeOnSlide(page, ...places[0]);
  const end = await placeOnSlide(page, ...places[1]);
  await page.mouse.move(start.x, start.y);
  await page.mouse.down();
  await page.mouse.move(end.x, end.y, { steps: 4 });
  await page.mouse.up();
  await page.keyboard.up("Shift");
  await slideOn(page).focus();
  await page.keyboard.press("z");
  const panel = page.getByRole("complementary", { name: "Edit annotations" });
  await expect(panel.getByText(/^\d+ selected$/)).toBeVisible();
  await expect(panel.getByRole("button", { name: "Move, resize, rotate" })).toBeEnabled();
  await panel.getByRole("button", { name: "Copy", exact: true }).click();
  await expect(page.getByRole("alert").filter({ hasText: /\d+ annotations copied/ })).toBeVisible();
  await keepPicture(page, "many-chosen");
  await clickAt(page, [0.02, 0.02]);
});
