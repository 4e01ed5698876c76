// Slices: counting, csv, slide, viewer
import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { clickAlong, clickAt } from "./testing/annotator.ts";
import { callsOf } from "./testing/api.ts";
import { expect, signIn, test } from "./testing/journey.ts";
import { settledBox } from "./testing/settled.ts";
import { keepPicture, openSlide, placeOnSlide, slideOn, viewInAddress, waitUntilSharp } from "./testing/slide-page.ts";
import { fixturePath, placeSlide } from "./testing/slides.ts";

const countingPanel = (page: Page) => page.getByRole("complementary", { name: "Counting" });
/** The number in a category's row of the table. */
const numberOf = (page: Page, name: string) =>
  countingPanel(page)
    .getByRole("row", { name: new RegExp(`^${name}`) })
    .getByRole("cell")
    .first();
const openPart = (page: Page, name: string) => countingPanel(page).locator("summary", { hasText: name }).click();

async function choose(page: Page, label: string, option: string): Promise<void> {
  await countingPanel(page).getByRole("combobox", { name: label }).click();
  await page.getByRole("option", { name: option, exact: true }).click();
}

async function pointAt(page: Page, x: number, y: number): Promise<void> {
  const place = await placeOnSlide(page, x, y);
  await page.mouse.move(place.x, place.y);
}

test("cells are counted by key and by click, in a hot-spot frame, and marks outside it are reported", async ({
  page,
}) => {
  const slide = await placeSlide();
  await signIn(page, "learner");
  await openSlide(page, slide.path);
  await page.keyboard.press("u");
  await expect(countingPanel(page)).toBeVisible();

  await test.step("the frame: a field of view, FN 22 at 40x", async () => {
    await openPart(page, "Frame");
    await choose(page, "Frame", "Field of view");
    await expect(countingPanel(page).getByText("Diameter 0.55 mm, area 0.2376 mm²")).toBeVisible();
    await choose(page, "Objective", "100×");
    await expect(countingPanel(page).getByText("Diameter 0.22 mm, area 0.03801 mm²")).toBeVisible();
    await keepPicture(page, "counting-field");
  });

  await test.step("an area: the hot spot, then a free size", async () => {
    await choose(page, "Frame", "Area (hot spot)");
    await expect(countingPanel(page).getByRole("button", { name: "2.37 mm² (10 HPF)" })).toHaveAttribute(
      "aria-pressed",
      "true",
    );
    await expect(countingPanel(page).getByText("Counted area: 2.37 mm²")).toBeVisible();
    await countingPanel(page).getByRole("textbox", { name: "Area (mm²)" }).fill("0.01");
    await choose(page, "Edge rule", "Left and top edges only");
    await expect(countingPanel(page).getByText("Counted area: 0.01 mm²")).toBeVisible();
    await countingPanel(page).getByRole("button", { name: "Close" }).focus();
  });

  await test.step("a key counts under the pointer, a click counts the chosen category", async () => {
    await slideOn(page).focus();
    await pointAt(page, 0.5, 0.5);
    const view = viewInAddress(page);
    await page.keyboard.press("1");
    await pointAt(page, 0.51, 0.52);
    await page.keyboard.press("2");
    await expect(numberOf(page, "Positive")).toHaveText("1");
    await expect(numberOf(page, "Negative")).toHaveText("1");
    expect(viewInAddress(page), "1 is no objective while one counts").toBe(view);
    await page.getByRole("button", { name: /^Positive, 1 counted, key 1/ }).click();
    await clickAt(page, [0.49, 0.48]);
    await expect(numberOf(page, "Positive")).toHaveText("2");
    await expect(countingPanel(page).getByRole("row", { name: /^Positive 2 200 24\.2–722$/ })).toBeVisible();
    await expect(countingPanel(page).getByText(/The frame follows the view/)).toBeHidden();
  });

  await test.step("the same cell is not counted twice", async () => {
    await clickAt(page, [0.49, 0.48]);
    await expect(numberOf(page, "Positive")).toHaveText("2");
    await expect(
      page.getByRole("status").filter({ hasText: "There is already a mark for Positive here." }),
    ).toBeVisible();
  });

  await test.step("outside the frame: shown as not counted", async () => {
    await clickAt(page, [0.95, 0.9]);
    await expect(numberOf(page, "Positive")).toHaveText("2");
    await expect(countingPanel(page).getByText("Not counted: 1 (outside the frame: 1)")).toBeVisible();
    await keepPicture(page, "counting-marks");
  });

  await test.step("undo, redo, Delete under the pointer, the eraser", async () => {
    await page.keyboard.press("Control+z");
    await expect(countingPanel(page).getByText(/^Not counted/)).toBeHidden();
    await page.keyboard.press("Control+y");
    await expect(countingPanel(page).getByText(/^Not counted/)).toBeVisible();
    await page.keyboard.press("Delete");
    await expect(countingPanel(page).getByText(/^Not counted/)).toBeHidden();
    await page.getByRole("button", { name: "Delete marks by clicking" }).click();
    await clickAt(page, [0.49, 0.48]);
    await expect(numberOf(page, "Positive")).toHaveText("1");
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(numberOf(page, "Positive")).toHaveText("2");
  });

  await test.step("the proportion of two categories with its interval, and a target number of cells", async () => {
    await openPart(page, "Categories");
    await choose(page, "Percentage of", "Positive");
    await expect(countingPanel(page).getByText("Positive / (Positive + Negative): 66.7%")).toBeVisible();
    await expect(countingPanel(page).getByText("(20.8%–93.9%)")).toBeVisible();
    await choose(page, "Target count", "100 cells");
    await expect(page.getByRole("status").filter({ hasText: "3 of 100 cells" })).toBeVisible();
  });

  await test.step("everything is kept after a reload", async () => {
    await page.reload();
    await waitUntilSharp(page);
    await page.keyboard.press("u");
    await expect(numberOf(page, "Positive")).toHaveText("2");
    await expect(numberOf(page, "Negative")).toHaveText("1");
    await expect(countingPanel(page).getByText("Counted area: 0.01 mm²")).toBeVisible();
  });

  await test.step("exported as CSV: a row per mark, and a summary", async () => {
    await openPart(page, "Export and save");
    const saved = async (button: string): Promise<string> => {
      const download = page.waitForEvent("download");
      await page.getByRole("button", { name: button }).click();
      return readFile(await (await download).path(), "utf8");
    };
    const marks = await saved("Export marks (CSV)");
    expect(marks).toMatch(/^\uFEFFNumber,Category,x \(µm\),y \(µm\),x \(px\),y \(px\),Counted,Square\r\n1,Positive,/);
    expect(marks.split("\r\n")).toHaveLength(5);
    expect(await saved("Export summary (CSV)")).toContain("Positive,2,0.242,7.225,0.01,200,");
  });

  await test.step("saved as annotations of several points", async () => {
    await page.getByRole("button", { name: "Save as annotations" }).click();
    await expect
      .poll(async () =>
        (await (await callsOf("learner")).listAnnotations(slide.imageId, "mine")).map(({ title }) => title).sort(),
      )
      .toEqual(["Count 1: Negative (1)", "Count 1: Positive (2)"]);
  });

  await test.step("several counts; a deleted one is restored", async () => {
    await openPart(page, "Count: Count 1");
    await page.getByRole("textbox", { name: "Count name" }).fill("Mitoses");
    await page.getByRole("button", { name: "New count" }).click();
    await expect(numberOf(page, "Positive")).toHaveText("0");
    await choose(page, "Count", "Mitoses");
    await expect(numberOf(page, "Positive")).toHaveText("2");
    await page.getByRole("button", { name: "Delete count" }).click();
    await expect(numberOf(page, "Positive")).toHaveText("0");
    await page.getByRole("alert").getByRole("button", { name: "Undo" }).click();
    await expect(numberOf(page, "Positive")).toHaveText("2");
  });

  await test.step("Escape ends it", async () => {
    await slideOn(page).focus();
    await page.keyboard.press("Escape");
    await expect(countingPanel(page)).toBeHidden();
  });
});

test("cells are counted by keyboard; the frame is moved and rotated by its handles", async ({ page }) => {
  const slide = await placeSlide();
  const unscaled = await placeSlide({ file: fixturePath("transparent.png"), courseTitle: "Without a pixel size" });
  await signIn(page, "learner");
  await openSlide(page, slide.path);
  await page.keyboard.press("u");
  await test.step("by keyboard alone: the crosshair is moved over the cell, the category's key counts there", () =>
    countByKeys(page));
  // Without a mark, in the view of the beginning.
  for (let press = 0; press < 2; press += 1) await page.keyboard.press("Control+z");
  await expect(numberOf(page, "Positive")).toHaveText("0");
  await test.step("a frame is moved and rotated by its handles; a chamber and a point grid are drawn", () =>
    moveFrame(page));
  await test.step("counting is not available on a slide without a pixel size", async () => {
    await openSlide(page, unscaled.path);
    await expect(page.getByRole("button", { name: /^Grid/ })).toBeVisible();
    await expect(page.getByRole("button", { name: /^Counting/ })).toHaveCount(0);
    await page.keyboard.press("u");
    await expect(countingPanel(page)).toBeHidden();
  });
});

async function countByKeys(page: Page): Promise<void> {
  await expect(slideOn(page)).toBeFocused();
  await page.keyboard.press("1");
  const before = viewInAddress(page);
  await page.keyboard.press("ArrowRight");
  await expect.poll(() => viewInAddress(page)).not.toBe(before);
  await page.keyboard.press("1");
  await page.keyboard.press("Space");
  await expect(numberOf(page, "Positive")).toHaveText("2");
  await page.keyboard.press("2");
  await expect(numberOf(page, "Negative")).toHaveText("1");
  await page.keyboard.press("Control+z");
  await expect(numberOf(page, "Negative")).toHaveText("0");
}

async function moveFrame(page: Page): Promise<void> {
  await openPart(page, "Frame");
  await choose(page, "Frame", "Point grid or squares");
  await keepPicture(page, "counting-lattice");
  await choose(page, "Frame", "Neubauer chamber");
  await expect(countingPanel(page).getByText("Counted area: 1 mm²")).toBeVisible();
  await keepPicture(page, "counting-neubauer");
  await choose(page, "Frame", "Area (hot spot)");
  await countingPanel(page).getByRole("textbox", { name: "Area (mm²)" }).fill("0.01");
  // The clickable part of a switch.
  const pin = countingPanel(page).getByRole("switch", { name: "Fixed on the slide" });
  await pin.locator("xpath=ancestor::*[contains(@class,'mantine-Switch-body')]").click();
  await countingPanel(page).getByRole("button", { name: "Show frame" }).click();
  await waitUntilSharp(page);
  const cellsIn = async (): Promise<void> => {
    await clickAlong(page, [[0.5, 0.5]]);
    await expect(numberOf(page, "Positive")).toHaveText("1");
  };
  await cellsIn();
  await keepPicture(page, "counting-handles");

  const turn = countingPanel(page).getByRole("textbox", { name: "Rotation (°)" });
  const { x: middleX, y: middleY } = await placeOnSlide(page, 0.5, 0.5);
  const handleY = async (cursor: string): Promise<number> => {
    for (let y = middleY - 40; y > 60; y -= 6) {
      await page.mouse.move(middleX, y);
      if (await slideOn(page).evaluate((slideElement, name) => slideElement.classList.contains(name), cursor)) return y;
    }
    throw new Error("No handle was found above the frame.");
  };
  const moveY = await handleY("is-over-handle");
  await page.mouse.move(middleX, moveY - 44);
  await page.mouse.down();
  await page.mouse.move(middleX + (middleY - moveY + 44), middleY, { steps: 5 });
  await page.mouse.up();
  await expect.poll(async () => Math.abs(Number(await turn.inputValue()) - 90)).toBeLessThanOrEqual(3);
  await page.keyboard.press("Control+z");
  await expect(turn).toHaveValue("0");
  await page.mouse.move(middleX, moveY - 4);
  await page.mouse.down();
  await page.mouse.move(middleX + 900, moveY, { steps: 5 });
  await page.mouse.up();
  await expect(numberOf(page, "Positive")).toHaveText("0");
  await expect(countingPanel(page).getByText("Not counted: 1 (outside the frame: 1)")).toBeVisible();
}

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test("categories are at the bottom, 44 px high; a tap counts", async ({ page }) => {
    const slide = await placeSlide();
    await signIn(page, "learner");
    await openSlide(page, slide.path);
    await page.getByRole("button", { name: "More tools" }).tap();
    await page.getByRole("button", { name: "Counting" }).tap();
    const negative = page.getByRole("button", { name: /^Negative, / });
    await negative.tap();
    for (const [x, y] of [
      [0.4, 0.3],
      [0.6, 0.35],
    ] as const) {
      const place = await placeOnSlide(page, x, y);
      await page.touchscreen.tap(place.x, place.y);
    }
    await expect(page.getByRole("button", { name: /^Negative, 2 counted/ })).toBeVisible();
    for (const button of await countingPanel(page)
      .getByRole("toolbar", { name: "Categories" })
      .getByRole("button")
      .all()) {
      const box = await settledBox(button);
      expect(box.height).toBeGreaterThanOrEqual(44);
      expect(box.y + box.height).toBeLessThanOrEqual(844);
    }
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    await keepPicture(page, "counting-phone");
  });
});
