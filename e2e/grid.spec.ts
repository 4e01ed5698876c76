// Slices: annotation, csv, cursor, grid, slide, viewer
import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import sharp from "sharp";
import { chooseTool, clickAt, saveAs } from "./testing/annotator.ts";
import { expect, signIn, test } from "./testing/journey.ts";
import { keepPicture, openSlide, slideOn, waitUntilSharp } from "./testing/slide-page.ts";
import { placeSlide } from "./testing/slides.ts";

const THIRTY_DAYS_S = 2_592_000;
const NINETY_DAYS_S = 7_776_000;
/** Tolerance for a cookie's expiration: the journey itself takes a while. */
const COOKIE_TOLERANCE_S = 120;

const gridPanel = (page: Page) => page.getByRole("complementary", { name: "Grid" });
const cellSize = (page: Page) => page.getByRole("textbox", { name: "Cell size (mm)" });

/** The clickable part of a switch. */
const flip = (page: Page, name: string) =>
  page.getByRole("switch", { name }).locator("xpath=ancestor::*[contains(@class,'mantine-Switch-body')]").click();

async function cookieOf(page: Page, name: string) {
  return (await page.context().cookies()).find((cookie) => cookie.name === name);
}

async function expectLifetime(page: Page, name: string, lifetimeS: number): Promise<void> {
  const left = ((await cookieOf(page, name))?.expires ?? 0) - Date.now() / 1000;
  expect(Math.abs(left - lifetimeS)).toBeLessThan(COOKIE_TOLERANCE_S);
}

/** Number of columns of the slide's middle row that are as dark as a black grid line. */
async function blackLinesAcross(page: Page): Promise<readonly number[]> {
  const { data, info } = await sharp(await slideOn(page).screenshot())
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const rows = [0.42, 0.44, 0.56, 0.58].map((share) => Math.round(info.height * share));
  const isBlack = (x: number) => rows.every((y) => (data[(y * info.width + x) * info.channels] ?? 255) < 16);
  const [from, to] = [Math.round(info.width * 0.3), Math.round(info.width * 0.65)];
  return Array.from({ length: to - from }, (_unused, index) => from + index).filter(isBlack);
}

async function setGrid(page: Page, imageId: number): Promise<void> {
  const name = `parfocal-grid-image-${imageId}`;
  await page.keyboard.press("g");
  await expect(page.getByRole("switch", { name: "Show grid" })).not.toBeChecked();
  await expect(cellSize(page)).toHaveValue("0.1");
  await expect(gridPanel(page).getByRole("combobox", { name: "Colour" })).toHaveValue("Grey");
  expect(await blackLinesAcross(page)).toEqual([]);

  await test.step("switched on, in black: lines are on the slide, and the cookie lasts 30 days", async () => {
    await flip(page, "Show grid");
    await gridPanel(page).getByRole("combobox", { name: "Colour" }).click();
    await page.getByRole("option", { name: "Black" }).click();
    await expect.poll(() => blackLinesAcross(page)).not.toEqual([]);
    await expectLifetime(page, name, THIRTY_DAYS_S);
    await keepPicture(page, "grid");
  });

  await test.step("a cell size out of range is reported; nothing is redrawn or saved", async () => {
    const before = { lines: await blackLinesAcross(page), cookie: (await cookieOf(page, name))?.value };
    await cellSize(page).fill("2");
    await expect(gridPanel(page)).toContainText("Enter a cell size from 0.1 to 1 mm");
    expect(await blackLinesAcross(page)).toEqual(before.lines);
    expect((await cookieOf(page, name))?.value).toBe(before.cookie);
    await cellSize(page).fill("0.12");
    await expect(gridPanel(page)).not.toContainText("Enter a cell size");
    await expect.poll(async () => (await cookieOf(page, name))?.value).toContain("0.12");
  });

  await test.step("not fixed, it is centred on the view: the slide moves beneath it", async () => {
    const before = await blackLinesAcross(page);
    expect(before.length).toBeGreaterThan(0);
    await slideOn(page).focus();
    await page.keyboard.press("ArrowRight");
    await waitUntilSharp(page);
    await expect.poll(() => blackLinesAcross(page)).toHaveLength(before.length);
    // The edge of a line between two pixels can count for either.
    for (const [index, line] of (await blackLinesAcross(page)).entries())
      expect(Math.abs(line - (before[index] as number))).toBeLessThanOrEqual(1);
  });

  await test.step("fixed, it stays on the slide", async () => {
    await flip(page, "Fixed on the slide");
    const before = await blackLinesAcross(page);
    await slideOn(page).focus();
    await page.keyboard.press("ArrowLeft");
    await expect.poll(() => blackLinesAcross(page)).not.toEqual(before);
  });
}

/** With the grid switched on and fixed: counting fixes one that is not. */
async function countPerCell(page: Page): Promise<void> {
  for (const [at, title] of [
    [[0.5, 0.42], "one"],
    [[0.51, 0.43], "two"],
  ] as const) {
    await chooseTool(page, "Point");
    await clickAt(page, at);
    await saveAs(page, title);
  }
  await slideOn(page).focus();
  await page.keyboard.press("g");
  await cellSize(page).fill("0.1");
  await flip(page, "Fixed on the slide");
  await expect(page.getByRole("switch", { name: "Fixed on the slide" })).not.toBeChecked();
  await page.getByRole("button", { name: "Count per cell" }).click();
  await expect(page.getByRole("status").filter({ hasText: /^Total: 2\. Cells with annotations: 1\.$/ })).toBeVisible();
  await expect(page.getByRole("switch", { name: "Fixed on the slide" })).toBeChecked();
  await keepPicture(page, "grid-counts");
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Export CSV" }).click(),
  ]);
  expect(download.suggestedFilename()).toBe("grid-counts.csv");
  const text = await readFile(await download.path(), "utf8");
  expect(text).toMatch(/^\uFEFFCell,Count,Left \(µm\),Top \(µm\),Size \(mm\)\r\n[A-Z]+\d+,2,[-\d.]+,[-\d.]+,0\.1\r\n$/);
}

const cursorOn = (page: Page) => page.locator(".slide-viewer-map").evaluate((map) => getComputedStyle(map).cursor);

async function choosePointer(page: Page): Promise<void> {
  await page.keyboard.press("v");
  for (const name of ["Crosshair", "Fine cross", "Circle", "Large hand (for lectures)"]) {
    await page.getByRole("radio", { name }).click();
    await expect.poll(() => cursorOn(page)).toMatch(/^url\("data:image\/svg/);
  }
  await expectLifetime(page, "parfocal-cursor", NINETY_DAYS_S);
  await keepPicture(page, "cursor");
}

test("the grid and the pointer are chosen, used for counting, and kept", async ({ page }) => {
  // Three tasks, one after the other.
  test.slow();
  const slide = await placeSlide();
  await signIn(page, "learner");
  await openSlide(page, slide.path);
  const usual = await cursorOn(page);
  await test.step("the grid is off at first, kept for 30 days per image, fixed or centred on the view, and rejects cells out of range", () =>
    setGrid(page, slide.imageId));
  await test.step("the pointer style is chosen, visible on the slide's canvas, and kept for 90 days", () =>
    choosePointer(page));
  await test.step("it is shown immediately when the page is reopened", async () => {
    await page.reload();
    await waitUntilSharp(page);
    await expect(gridPanel(page)).toBeHidden();
    await expect.poll(() => blackLinesAcross(page)).not.toEqual([]);
  });
  await test.step("so is the pointer, and the default can be chosen again", async () => {
    await expect.poll(() => cursorOn(page)).toMatch(/^url\("data:image\/svg/);
    await page.keyboard.press("v");
    await page.getByRole("radio", { name: "Default" }).click();
    await expect.poll(() => cursorOn(page)).toBe(usual);
    await page.keyboard.press("v");
  });
  await test.step("annotations are counted per cell, on request, and exported as CSV", () => countPerCell(page));
});
