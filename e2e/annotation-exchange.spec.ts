// Slices: annotation, annotation-exchange, slide, viewer
import { readFile } from "node:fs/promises";
import type { Annotation } from "@parfocal/core/annotation/annotation.contract.ts";
import type { Locator, Page } from "@playwright/test";
import { annotationsIn, chooseTool, clickAlong, saveAs } from "./testing/annotator.ts";
import { callsOf } from "./testing/api.ts";
import { expectAccessible } from "./testing/expect-accessible.ts";
import { expect, signIn, test } from "./testing/journey.ts";
import { keepPicture, openSlide, slideOn, waitUntilSharp } from "./testing/slide-page.ts";
import { type PlacedSlide, placeSlide } from "./testing/slides.ts";

const PHONE = { width: 390, height: 844 };

const panelOn = (page: Page): Locator => page.getByRole("complementary", { name: "Import and export" });
const dialogOn = (page: Page): Locator => page.getByRole("dialog", { name: /^Import annotations from/ });
const doneToast = (page: Page, text: RegExp): Locator => page.getByRole("alert").filter({ hasText: text });

/** By its key: the panel is in the menu of further tools. */
async function openPanel(page: Page): Promise<void> {
  await slideOn(page).focus();
  await page.keyboard.press("Shift+E");
  await expect(panelOn(page)).toBeVisible();
}

async function download(page: Page, name: RegExp): Promise<{ filename: string; text: string }> {
  const [file] = await Promise.all([page.waitForEvent("download"), panelOn(page).getByRole("link", { name }).click()]);
  return { filename: file.suggestedFilename(), text: await readFile(await file.path(), "utf8") };
}

const annotationsOf = async (slide: PlacedSlide): Promise<Annotation[]> =>
  (await callsOf("teacher")).listAnnotations(slide.imageId);

const feature = (name: string, corners: readonly (readonly [number, number])[]) => ({
  type: "Feature",
  properties: { objectType: "annotation", name, isLocked: false, measurements: {} },
  geometry: { type: "Polygon", coordinates: [corners] },
});
const GOOD = feature("Glomerulus", [
  [300, 300],
  [500, 300],
  [500, 420],
  [300, 300],
]);
const CROSSED = feature("Bow tie", [
  [600, 300],
  [700, 400],
  [700, 300],
  [600, 400],
  [600, 300],
]);
const FILE = JSON.stringify({ type: "FeatureCollection", features: [GOOD, CROSSED] });

/** The events of a browser when a file is dropped on the page. */
async function dropFile(page: Page, name: string, text: string): Promise<void> {
  const transfer = await page.evaluateHandle(
    ([filename, content]) => {
      const data = new DataTransfer();
      data.items.add(new File([content as string], filename as string));
      return data;
    },
    [name, text],
  );
  for (const event of ["dragenter", "dragover", "drop"])
    await slideOn(page).dispatchEvent(event, { dataTransfer: transfer });
}

const pasteText = (page: Page, text: string): Promise<void> =>
  slideOn(page).evaluate((element, content) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", content);
    element.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
  }, text);

test("an asymmetric outline drawn on a rotated slide is unchanged by reload, export, import and another rotation", async ({
  page,
}) => {
  const [one, other] = [await placeSlide(), await placeSlide({ courseTitle: "Where it is imported" })];
  await signIn(page, "teacher");

  await openSlide(page, one.path);
  await slideOn(page).focus();
  await page.keyboard.press("r");
  await waitUntilSharp(page);
  await chooseTool(page, "Polygon");
  await clickAlong(page, [
    [0.4, 0.4],
    [0.62, 0.42],
    [0.55, 0.5],
    [0.43, 0.62],
    [0.4, 0.4],
  ]);
  await saveAs(page, "A flag", "It looks different from each side");
  const [drawn] = await annotationsOf(one);
  await page.reload();
  await waitUntilSharp(page);
  await openPanel(page);
  const { filename, text } = await download(page, /^GeoJSON/);
  expect(filename).toBe("image-annotations.geojson");
  const table = await download(page, /^CSV table/);
  expect(table.filename).toBe("image-annotations.csv");
  expect(table.text).toContain(drawn?.geometry);
  expect((await download(page, /^Web Annotation/)).filename).toBe("image-annotations.jsonld");
  await keepPicture(page, "exchange-panel");

  await openSlide(page, other.path);
  await slideOn(page).focus();
  await page.keyboard.press("Shift+R");
  await openPanel(page);
  const [chooser] = await Promise.all([
    page.waitForEvent("filechooser"),
    panelOn(page).getByRole("button", { name: "Choose file" }).click(),
  ]);
  await chooser.setFiles({ name: filename, mimeType: "application/geo+json", buffer: Buffer.from(text) });
  await expect(dialogOn(page)).toContainText("1 annotation can be imported.");
  await page.getByRole("button", { name: "Import 1 annotation" }).click();
  await expect(doneToast(page, /1 annotation imported/)).toBeVisible();
  await expect(annotationsIn(page).filter({ hasText: "A flag" })).toHaveCount(1);
  const [imported] = await annotationsOf(other);
  expect(imported).toMatchObject({
    title: "A flag",
    content: "It looks different from each side",
    typeId: drawn?.typeId,
    geometry: drawn?.geometry,
    measurement: drawn?.measurement,
  });
  await keepPicture(page, "exchange-imported");
});

test("a file without annotations is rejected with a message; one with them is previewed: valid annotations are imported, each invalid one is reported", async ({
  page,
}) => {
  const slide = await placeSlide();
  await signIn(page, "learner");
  await openSlide(page, slide.path);
  await test.step("well-known text is pasted; a file without annotations is rejected with a message", async () => {
    await pasteAndCancel(page);
    expect(await annotationsOf(slide)).toEqual([]);
  });

  await expect(async () => {
    await dropFile(page, "drawn.geojson", FILE);
    await expect(dialogOn(page)).toBeVisible({ timeout: 500 });
  }).toPass();
  await expect(dialogOn(page)).toContainText("1 annotation can be imported.");
  await expect(dialogOn(page).getByRole("listitem")).toHaveText([
    "No. 2 “Bow tie”The outline crosses itself at x 650, y 350 (slide pixels), so its area cannot be calculated.",
  ]);
  expect(await annotationsOf(slide)).toEqual([]);
  await keepPicture(page, "exchange-report");
  await expectAccessible(page, { part: "[role=dialog]" });

  await dialogOn(page).getByRole("switch", { name: "Import self-intersecting outlines as lines" }).click();
  await expect(dialogOn(page)).toContainText("2 annotations can be imported.");
  await page.getByRole("button", { name: "Import 2 annotations" }).click();
  await expect(annotationsIn(page)).toHaveCount(2);
  // A learner's own, and the list has switched to these.
  expect(await annotationsOf(slide)).toMatchObject([
    { title: "Glomerulus", isStudent: true },
    { title: "Bow tie", isStudent: true, geometry: "LINESTRING (600 300, 700 400, 700 300, 600 400, 600 300)" },
  ]);
});

async function pasteAndCancel(page: Page): Promise<void> {
  await expect(async () => {
    await pasteText(page, "POINT (300 310)\nLINESTRING (10 10, 200 210)");
    await expect(dialogOn(page)).toBeVisible({ timeout: 500 });
  }).toPass();
  await expect(dialogOn(page)).toContainText("2 annotations can be imported.");
  await page.keyboard.press("Escape");
  await expect(dialogOn(page)).toBeHidden();

  await dropFile(page, "kidney.svs", "a slide");
  await expect(doneToast(page, /kidney\.svs” is not an annotation file/)).toBeVisible();
  await dropFile(page, "odd.json", '{"a": 1}');
  await expect(dialogOn(page).getByRole("alert")).toHaveText("The file is JSON but not GeoJSON: “type” is missing.");
  await page.keyboard.press("Escape");
  await expect(dialogOn(page)).toBeHidden();
}

test("on a phone, a file is chosen and imported by touch", async ({ page }) => {
  const slide = await placeSlide();
  await page.setViewportSize(PHONE);
  await signIn(page, "expert");
  await openSlide(page, slide.path);
  await page.getByRole("button", { name: "More tools" }).click();
  await page.getByRole("button", { name: "Import and export annotations" }).click();
  await expect(panelOn(page)).toContainText("No annotations match the current filter.");
  const choose = panelOn(page).getByRole("button", { name: "Choose file" });
  expect((await choose.boundingBox())?.height).toBeGreaterThanOrEqual(44);
  await keepPicture(page, "exchange-panel-phone");
  const [chooser] = await Promise.all([page.waitForEvent("filechooser"), choose.click()]);
  await chooser.setFiles({ name: "drawn.geojson", mimeType: "application/geo+json", buffer: Buffer.from(FILE) });
  await expect(dialogOn(page)).toContainText("1 annotation can be imported.");
  await keepPicture(page, "exchange-report-phone");
  await expectAccessible(page, { part: "[role=dialog]" });
  await page.getByRole("button", { name: "Import 1 annotation" }).click();
  await expect(doneToast(page, /annotation imported/)).toBeVisible();
  expect(await annotationsOf(slide)).toHaveLength(1);
  await expect(panelOn(page).getByRole("link", { name: /^GeoJSON/ })).toBeVisible();
});
