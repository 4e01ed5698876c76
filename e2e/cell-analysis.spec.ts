// Slices: annotation, cell-analysis, share, slide, viewer
/** A learner analyses a region and corrects it, an expert a whole slide. Killed servers: `lab/kill-analysis.ts`. */
import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { expectAccessible } from "./testing/expect-accessible.ts";
import { expect, serverOfTheRun, signIn, test } from "./testing/journey.ts";
import { middleOfNucleus, NUCLEI_ON_SLIDE, NUCLEI_SLIDE, writeNucleiFile } from "./testing/nuclei-file.ts";
import { openMoreTools, panelOn } from "./testing/panels.ts";
import { openSlide, placeOfPixel, waitUntilSettled } from "./testing/slide-page.ts";
import { placeSlide } from "./testing/slides.ts";

const panel = (page: Page) => page.getByRole("complementary", { name: "Cell analysis" });
const numberOf = (page: Page, name: string) =>
  panel(page)
    .getByRole("row", { name: new RegExp(`^${name} \\d`) })
    .getByRole("cell")
    .first();
/** A core has several seconds of work with it; on a busy machine it takes that many times as long. */
const ANALYSED_MS = 45_000;
const SIZE_PX = [NUCLEI_SLIDE.width, NUCLEI_SLIDE.height] as const;

const addressOf = (url: string) => Object.fromEntries(new URL(url).searchParams);

/** Its panel covers the left half of the slide: clicks are in the right one. */
async function openAnalysis(page: Page): Promise<void> {
  await openMoreTools(page);
  await panelOn(page)
    .getByRole("button", { name: /^Cell analysis/ })
    .click();
  await expect(panel(page)).toBeVisible();
  await waitUntilSettled(page);
}

async function clickNucleus(page: Page, column: number, row: number): Promise<void> {
  const { x, y } = await placeOfPixel(page, middleOfNucleus(column, row), SIZE_PX);
  await page.mouse.click(x, y);
}

/** A corner between nuclei, so that none is cut. */
const cornerAt = (page: Page, column: number, row: number) => {
  const [x, y] = middleOfNucleus(column, row);
  return placeOfPixel(page, [x - 25, y - 25], SIZE_PX);
};

test("a learner analyses a region, corrects the count, keeps the region and shares the view", async ({ page }) => {
  const slide = await placeSlide({ file: await writeNucleiFile() });
  const asked: string[] = [];
  page.on("request", (request) => asked.push(new URL(request.url()).origin));
  await signIn(page, "learner");
  await openSlide(page, slide.path);
  await openAnalysis(page);

  await test.step("a preview of the view, by the settings", async () => {
    await panel(page).getByRole("combobox", { name: "Stain" }).selectOption({ label: "Hematoxylin and DAB" });
    await expect(panel(page).getByText(/^[\d,]+ nuclei in the (view|frame)/)).toBeVisible();
  });

  await test.step("a rectangle of 10 by 6 nuclei", async () => {
    await panel(page).getByRole("combobox", { name: "Region" }).selectOption({ label: "Rectangle" });
    await waitUntilSettled(page);
    const from = await cornerAt(page, 24, 10);
    const to = await cornerAt(page, 34, 16);
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move(to.x, to.y, { steps: 5 });
    await page.mouse.up();
    await panel(page).getByRole("button", { name: "Analyse" }).click();
    await expect(numberOf(page, "Nuclei")).toHaveText("60");
    await expect(numberOf(page, "Positive")).toHaveText("20");
    await expect(panel(page).getByText(/of 10 nuclei/)).toBeVisible();
    await expectAccessible(page);
  });

  await test.step("corrected by hand: one removed, one of another class", async () => {
    await panel(page).getByRole("switch", { name: "Correct by hand" }).click({ force: true });
    await clickNucleus(page, 27, 12);
    await expect(numberOf(page, "Nuclei")).toHaveText("59");
    await panel(page).getByRole("combobox", { name: "A click" }).selectOption({ label: "makes it positive" });
    const before = Number(await numberOf(page, "Positive").textContent());
    await clickNucleus(page, 28, 13);
    await expect(numberOf(page, "Positive")).toHaveText(String(before + 1));
    await expect(panel(page).getByText("Corrections: 1 removed, 1 reclassified, 0 added")).toBeVisible();
  });

  await test.step("the region becomes an annotation, the corrected nuclei a file", async () => {
    await panel(page).getByRole("button", { name: "Keep the region as an annotation" }).click();
    await expect(page.getByText("The region was added as an annotation.")).toBeVisible();
    const download = page.waitForEvent("download");
    await panel(page).getByRole("button", { name: "CSV" }).click();
    const lines = (await readFile(await (await download).path(), "utf8")).trimEnd().split("\n");
    expect(lines).toHaveLength(1 + 59);
  });

  // Of the view and the result: the content of "Copy link".
  await expect(page).toHaveURL(/[?&]analysis=\d+/);
  const linkToResult = page.url();

  await test.step("the view becomes a link", async () => {
    await page.keyboard.press("Escape");
    await page.keyboard.press("Shift+L");
    const dialog = page.getByRole("dialog", { name: /^Share / });
    await dialog.getByRole("button", { name: "Create link" }).click();
    await expect(dialog.getByLabel("Link", { exact: true })).toHaveValue(/\/share\//);
    await page.keyboard.press("Escape");
  });

  await test.step("its URL opens the same view with the corrected result; other servers get no request", async () => {
    await expect(page).not.toHaveURL(/analysis=/);
    await page.goto(linkToResult);
    await expect(numberOf(page, "Nuclei")).toHaveText("59");
    await waitUntilSettled(page);
    expect(addressOf(page.url())).toEqual(addressOf(linkToResult));
    expect(addressOf(linkToResult).view).toBeTruthy();
    expect(new Set(asked)).toEqual(new Set([new URL(serverOfTheRun()).origin]));
  });
});

test("an expert has a whole slide analysed, leaves, and finds the result", async ({ page }) => {
  const slide = await placeSlide({ file: await writeNucleiFile() });
  await signIn(page, "expert");
  await openSlide(page, slide.path);
  await openAnalysis(page);
  await panel(page).getByRole("combobox", { name: "Stain" }).selectOption({ label: "Hematoxylin and DAB" });
  await panel(page).getByRole("combobox", { name: "Region" }).selectOption({ label: "Whole slide" });
  await panel(page).getByRole("button", { name: "Analyse" }).click();
  await expect(panel(page).getByRole("combobox", { name: "Result" })).not.toHaveValue("new");
  await page.goto("/");
  await openSlide(page, slide.path);
  await openAnalysis(page);
  await panel(page).getByRole("combobox", { name: "Result" }).selectOption({ index: 1 });
  await expect(numberOf(page, "Nuclei")).toHaveText(NUCLEI_ON_SLIDE.toLocaleString("en"), { timeout: ANALYSED_MS });
  await expect(panel(page).getByRole("list", { name: "Nuclear area (µm²)" })).toBeVisible();
});
