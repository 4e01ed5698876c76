// Slices: annotation, measuring, slide, viewer
import type { Page } from "@playwright/test";
import { clickAlong, dragAlong, saveAs } from "./testing/annotator.ts";
import { expect, signIn, test } from "./testing/journey.ts";
import { settledBox } from "./testing/settled.ts";
import { keepPicture, openSlide, placeOnSlide, slideOn } from "./testing/slide-page.ts";
import { fixturePath, placeSlide } from "./testing/slides.ts";

const measurementsOn = (page: Page) =>
  page.getByRole("list", { name: "Measurements on this slide" }).getByRole("listitem");
const lengthPanel = (page: Page) => page.getByRole("complementary", { name: "Measure length" });

/** The panel is collapsed to one line after a measurement, and expanded on request; the keys stay with the slide. */
async function unfold(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Show more" }).click();
  await slideOn(page).focus();
}

/** How many µm a CSS px spans, by the scale bar. */
async function umPerPx(page: Page): Promise<number> {
  const box = await settledBox(page.locator(".slide-viewer-scale-bar-line"));
  const text = (await page.locator(".slide-viewer-scale-bar-text").textContent()) ?? "";
  const [, value = "", unit] = /([\d.,]+)\s*(µm|mm)/.exec(text) ?? [];
  return (Number(value) * (unit === "mm" ? 1000 : 1)) / box.width;
}

/** The values in a text, in µm or µm². */
function valuesIn(text: string): number[] {
  return [...text.matchAll(/([\d.,]+)\s*(µm²|mm²|µm|mm)/g)].map(([, value = "", unit = ""]) => {
    const factor = { µm: 1, mm: 1e3, "µm²": 1, "mm²": 1e6 }[unit] ?? Number.NaN;
    return Number(value.replaceAll(",", "")) * factor;
  });
}

test("lengths and areas are measured, listed, copied, discarded by one key, and saved as annotations", async ({
  page,
  context,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const slide = await placeSlide();
  await signIn(page, "learner");
  await openSlide(page, slide.path);
  const um = await umPerPx(page);
  const { width = 0, height = 0 } = await settledBox(slideOn(page));

  await test.step("a path: two segments, each with its length", async () => {
    await page.keyboard.press("m");
    await expect(lengthPanel(page)).toBeVisible();
    await clickAlong(page, [
      [0.45, 0.5],
      [0.55, 0.5],
    ]);
    await clickAlong(page, [[0.55, 0.6]]);
    await expect(page.getByRole("status").filter({ hasText: /^Current:/ })).toBeVisible();
    await keepPicture(page, "measuring-length");
    await expect(measurementsOn(page)).toHaveCount(0);
    await page.keyboard.press("Enter");
    await unfold(page);
    const values = valuesIn((await measurementsOn(page).first().textContent()) ?? "");
    const expected = [0.1 * width + 0.1 * height, 0.1 * width, 0.1 * height].map((px) => px * um);
    expect(values).toHaveLength(3);
    for (const [at, value] of values.entries()) expect(value / (expected[at] ?? 0)).toBeCloseTo(1, 1);
    await expect(page.getByRole("status").filter({ hasText: /^Measured:/ })).toBeVisible();
  });

  await test.step("Shift held draws freehand", async () => {
    await page.keyboard.down("Shift");
    await dragAlong(page, [
      [0.4, 0.7],
      [0.5, 0.75],
      [0.6, 0.7],
    ]);
    await page.keyboard.up("Shift");
    await unfold(page);
    await expect(measurementsOn(page)).toHaveCount(2);
  });

  await test.step("Delete discards the last one, and removes vertices of an unfinished one", async () => {
    await page.keyboard.press("Delete");
    await expect(measurementsOn(page)).toHaveCount(1);
    await clickAlong(page, [[0.4, 0.3]]);
    await page.keyboard.press("Delete");
    await unfold(page);
    await expect(measurementsOn(page)).toHaveCount(1);
  });

  await test.step("a drag from end to end measures; with the space bar held it pans the slide", async () => {
    const before = page.url();
    await dragAlong(page, [
      [0.45, 0.3],
      [0.5, 0.3],
      [0.55, 0.3],
    ]);
    await unfold(page);
    await expect(measurementsOn(page)).toHaveCount(2);
    expect(page.url()).toBe(before);
    const [value = 0] = valuesIn((await measurementsOn(page).nth(1).textContent()) ?? "");
    expect(value / (0.1 * width * um)).toBeCloseTo(1, 1);
    await page.keyboard.down("Space");
    await dragAlong(page, [
      [0.6, 0.5],
      [0.62, 0.5],
      [0.65, 0.5],
    ]);
    await page.keyboard.up("Space");
    await expect.poll(() => page.url()).not.toBe(before);
    await expect(measurementsOn(page)).toHaveCount(2);
    await page.keyboard.press("Delete");
    await expect(measurementsOn(page)).toHaveCount(1);
  });

  await test.step("Escape discards an unfinished shape; the tool stays active, a second Escape ends it", async () => {
    await clickAlong(page, [
      [0.4, 0.3],
      [0.5, 0.3],
    ]);
    await page.keyboard.press("Escape");
    await expect(lengthPanel(page)).toBeVisible();
    await expect(page.getByRole("button", { name: "Finish" })).toHaveCount(0);
    await page.keyboard.press("Escape");
    await expect(lengthPanel(page)).toBeHidden();
  });

  await test.step("an area, ended by a double click, with its perimeter; the length is kept", async () => {
    await page.keyboard.press("Shift+M");
    await expect(page.getByRole("complementary", { name: "Measure area" })).toBeVisible();
    await clickAlong(page, [
      [0.5, 0.3],
      [0.6, 0.3],
      [0.6, 0.4],
    ]);
    const last = await placeOnSlide(page, 0.5, 0.4);
    await page.mouse.dblclick(last.x, last.y);
    await unfold(page);
    await expect(measurementsOn(page)).toHaveCount(2);
    const values = valuesIn((await measurementsOn(page).nth(1).locator("button").first().textContent()) ?? "");
    expect(values).toHaveLength(2);
    expect((values[0] ?? 0) / (0.1 * width * 0.1 * height * um * um)).toBeCloseTo(1, 1);
    expect((values[1] ?? 0) / ((0.2 * width + 0.2 * height) * um)).toBeCloseTo(1, 1);
    await keepPicture(page, "measuring-area");
  });

  await test.step("values are copied", async () => {
    await page.getByRole("button", { name: "Copy values" }).click();
    await expect(page.getByRole("button", { name: "Copied" })).toBeVisible();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect(copied).toMatch(/^Length 1\t.+µm.*\nArea 1\t.+\tPerimeter .+/);
  });

  await test.step("saved as an annotation, with its measurement", async () => {
    await slideOn(page).focus();
    await page.keyboard.press("p");
    await expect(page.getByRole("heading", { name: "New annotation" })).toBeVisible();
    await expect(page.getByRole("checkbox", { name: /measurement/i })).toBeChecked();
    await keepPicture(page, "measuring-kept");
    await saveAs(page, "Glomerulus");
    await expect(measurementsOn(page)).toHaveCount(1);
  });
});

test("by keyboard alone: points at the crosshair, Enter ends", async ({ page }) => {
  const slide = await placeSlide();
  await signIn(page, "learner");
  await openSlide(page, slide.path);
  await page.keyboard.press("m");
  await expect(slideOn(page)).toBeFocused();
  await page.keyboard.press("Space");
  const before = page.url();
  await page.keyboard.press("ArrowRight");
  await expect.poll(() => page.url()).not.toBe(before);
  await page.keyboard.press("Space");
  await page.keyboard.press("Enter");
  await unfold(page);
  await expect(measurementsOn(page)).toHaveCount(1);
  await expect(page.getByRole("status").filter({ hasText: /^Measured: [\d.,]+\s*(µm|mm)$/ })).toBeVisible();

  // A page of 1440 x 900 at 200 %: the list leaves a third of the window to the slide.
  await page.setViewportSize({ width: 720, height: 450 });
  expect((await settledBox(slideOn(page))).height).toBeGreaterThan(150);
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test("tap, tap, Finish; and a long press ends as well", async ({ page }) => {
    const slide = await placeSlide();
    await signIn(page, "learner");
    await openSlide(page, slide.path);
    await page.getByRole("button", { name: "More tools" }).tap();
    await page.getByRole("button", { name: "Measure length" }).tap();
    await expect(lengthPanel(page)).toBeVisible();
    const tap = async (x: number, y: number): Promise<void> => {
      const place = await placeOnSlide(page, x, y);
      await page.touchscreen.tap(place.x, place.y);
    };
    await tap(0.3, 0.3);
    await tap(0.7, 0.3);
    await page.getByRole("button", { name: "Finish" }).tap();
    await expect(page.getByRole("status").filter({ hasText: /^Measured:/ })).toBeVisible();
    await expect(measurementsOn(page)).toHaveCount(0);
    await keepPicture(page, "measuring-phone");

    await tap(0.3, 0.5);
    const { x, y } = await placeOnSlide(page, 0.7, 0.5);
    const touch = await page.context().newCDPSession(page);
    await touch.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [{ x, y }] });
    await expect(page.getByRole("button", { name: "Finish" })).toHaveCount(0);
    await touch.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
    await page.getByRole("button", { name: "Show more" }).tap();
    await expect(measurementsOn(page)).toHaveCount(2);
    await expect(page.getByRole("button", { name: "Finish" })).toBeDisabled();
  });
});

test("a slide without a pixel size: its buttons explain why nothing can be measured", async ({ page }) => {
  const slide = await placeSlide({ file: fixturePath("transparent.png") });
  await signIn(page, "learner");
  await openSlide(page, slide.path);
  const button = page.getByRole("button", { name: /^Measure length, not available: the pixel size/ });
  await expect(button).toHaveAttribute("aria-disabled", "true");
  await button.click({ force: true });
  await expect(lengthPanel(page)).toBeHidden();
  await page.keyboard.press("m");
  await expect(lengthPanel(page).getByRole("alert")).toContainText("the pixel size of this slide is unknown");
});
