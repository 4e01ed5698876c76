// Slices: annotation, annotation-editing, slide, viewer
import type { Shape } from "@parfocal/core/geometry/shape.ts";
import type { SlidePoint } from "@parfocal/core/geometry/slide-point.ts";
import { parseWkt } from "@parfocal/core/geometry/wkt.ts";
import type { Page } from "@playwright/test";
import { placeAnnotations } from "./testing/annotations.ts";
import { annotationsIn, chooseTool, clickAlong, clickAt, dragAlong, type Share, saveAs } from "./testing/annotator.ts";
import { callsOf } from "./testing/api.ts";
import { expect, signIn, test } from "./testing/journey.ts";
import { settledBox } from "./testing/settled.ts";
import { openSlide, placeOnSlide, slideOn, waitUntilSharp } from "./testing/slide-page.ts";
import { placeSlide } from "./testing/slides.ts";

/** The letter L with a long foot: neither rotated nor mirrored it equals itself. In the order of the clicks. */
const LETTER: readonly Share[] = [
  [0.35, 0.3],
  [0.39, 0.3],
  [0.39, 0.52],
  [0.55, 0.52],
  [0.55, 0.6],
  [0.35, 0.6],
];
const IN_THE_LETTER: readonly Share[] = [
  [0.37, 0.33],
  [0.52, 0.56],
];
const BESIDE_IT: Share = [0.5, 0.4];

/** The page's stored unsaved drawings, as JSON. */
const keptDrafts = (page: Page): Promise<string> =>
  page.evaluate(
    () =>
      new Promise((resolve, reject) => {
        const opening = indexedDB.open("parfocal-outbox");
        opening.onerror = reject;
        opening.onsuccess = () => {
          const database = opening.result;
          const drafts = database.transaction("drafts").objectStore("drafts").getAll();
          drafts.onsuccess = () => {
            database.close();
            resolve(JSON.stringify(drafts.result));
          };
        };
      }),
  );

const shapeOf = (wkt: string): Shape => {
  const read = parseWkt(wkt);
  if (!read.ok) throw new Error(read.problem);
  return read.shape;
};
const outlineOf = (wkt: string): readonly SlidePoint[] => {
  const shape = shapeOf(wkt);
  return shape.kind === "polygon" ? (shape.rings[0] ?? []) : [];
};
const toast = (page: Page, text: string) => page.getByRole("alert").filter({ hasText: text });
const popup = (page: Page, title: string) => page.getByRole("dialog", { name: title });

/** Sides of the outline in order, relative to the first: unchanged if a shape is only moved or rotated. */
function sidesOf(outline: readonly SlidePoint[]): number[] {
  const sides = outline.map(([x, y], index) => {
    const [nextX, nextY] = outline[(index + 1) % outline.length] as SlidePoint;
    return Math.hypot(nextX - x, nextY - y);
  });
  return sides.map((side) => side / (sides[0] as number));
}

/** Positive: clockwise, in the order of the clicks. */
function turningOf(outline: readonly SlidePoint[]): number {
  return outline.reduce((sum, [x, y], index) => {
    const [nextX, nextY] = outline[(index + 1) % outline.length] as SlidePoint;
    return sum + x * nextY - nextX * y;
  }, 0);
}

async function editSelected(page: Page, title: string): Promise<void> {
  await popup(page, title).getByRole("button", { name: "Edit" }).click();
  await refine(page);
  await expect(page.getByRole("toolbar", { name: "Editing tools" })).toBeVisible();
}

/** Expands the tools for drawn shapes. */
async function refine(page: Page): Promise<void> {
  const toggle = page.getByRole("button", { name: "Refine", exact: true });
  if ((await toggle.getAttribute("aria-expanded")) === "false") await toggle.click();
}

async function saveChange(page: Page): Promise<void> {
  // "Saved" is shown from before until the change is recorded.
  const isTaken = page.waitForResponse((answer) => answer.request().method() === "PUT" && answer.ok());
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await isTaken;
  await expect(page.getByRole("button", { name: "Saved", exact: true })).toBeVisible();
}

test("an asymmetric shape keeps its orientation through drawing, saving, reload and change: in a turned view, and on a slide whose picture is stored lying", async ({
  page,
}) => {
  // Two slides, each with all the steps: a minute on a busy machine.
  test.slow();
  const [turned, lying] = [await placeSlide(), await placeSlide({ courseTitle: "Stored lying" })];
  await (await callsOf("teacher")).call("PUT", `/v2/image/${lying.imageId}`, { orientation: 90 });
  await signIn(page, "learner");
  await test.step("a view that is turned by 90 degrees", async () => {
    await openSlide(page, turned.path);
    await pressTwice(page);
    await keepsItsOrientation(page, turned.imageId);
  });
  await test.step("a slide whose picture is stored lying", async () => {
    await openSlide(page, lying.path);
    await keepsItsOrientation(page, lying.imageId);
  });
});

async function keepsItsOrientation(page: Page, imageId: number): Promise<void> {
  await chooseTool(page, "Polygon");
  await clickAlong(page, LETTER);
  await page.keyboard.press("Enter");
  await saveAs(page, "Letter");
  const learner = await callsOf("learner");
  const [drawn] = await learner.listAnnotations(imageId);
  const outline = outlineOf(drawn?.geometry ?? "");
  expect(outline).toHaveLength(LETTER.length);
  expect(turningOf(outline)).toBeGreaterThan(0);

  await page.waitForURL(/annotation=\d+/);
  await page.reload();
  await waitUntilSharp(page);
  await expect(annotationsIn(page)).toHaveCount(1);
  for (const place of IN_THE_LETTER) {
    await clickAt(page, BESIDE_IT);
    await expect(popup(page, "Letter")).toBeHidden();
    await clickAt(page, place);
    await expect(popup(page, "Letter")).toBeVisible();
  }

  await editSelected(page, "Letter");
  await page.getByRole("button", { name: "Resize and rotate" }).click();
  await page.getByRole("button", { name: "Rotate right by 15°" }).click();
  await saveChange(page);
  const [turned] = await learner.listAnnotations(imageId);
  const after = outlineOf(turned?.geometry ?? "");
  expect(turned?.geometry).not.toBe(drawn?.geometry);
  expect(turningOf(after)).toBeGreaterThan(0);
  for (const [index, side] of sidesOf(after).entries()) expect(side).toBeCloseTo(sidesOf(outline)[index] as number, 2);
}

async function pressTwice(page: Page): Promise<void> {
  await slideOn(page).focus();
  await page.keyboard.press("r");
  await page.keyboard.press("r");
  await page.waitForURL(/view=[^&]*,90/);
  await waitUntilSharp(page);
}

async function drawSquares(page: Page, corners: readonly Share[]): Promise<void> {
  for (const [index, [x, y]] of corners.entries()) {
    await chooseTool(page, "Rectangle");
    await dragAlong(page, [
      [x, y],
      [x + 0.06, y + 0.09],
    ]);
    await saveAs(page, `Square ${index + 1}`);
  }
}

test("several are selected with a box, copied, deleted and restored; all of it is undone by keyboard", async ({
  page,
}) => {
  test.setTimeout(120_000);
  const squares = await placeSlide();
  await signIn(page, "learner");
  await openSlide(page, squares.path);
  await drawSquares(page, [
    [0.3, 0.3],
    [0.4, 0.3],
    [0.6, 0.6],
  ]);
  await page.keyboard.press("Escape");
  const from = await placeOnSlide(page, 0.28, 0.27);
  const to = await placeOnSlide(page, 0.5, 0.45);
  await page.keyboard.down("Shift");
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(to.x, to.y, { steps: 5 });
  await page.mouse.up();
  await page.keyboard.up("Shift");
  await slideOn(page).focus();
  await page.keyboard.press("z");
  await expect(page.getByText("2 selected")).toBeVisible();

  await slideOn(page).focus();
  await page.keyboard.press("Control+d");
  await expect(annotationsIn(page)).toHaveCount(5);
  await expect(page.getByRole("button", { name: "Undo: paste" })).toBeVisible();
  await page.keyboard.press("Control+z");
  await expect(annotationsIn(page)).toHaveCount(3);
  await page.keyboard.press("Control+y");
  await expect(annotationsIn(page)).toHaveCount(5);
  await page.keyboard.press("Control+a");
  await page.keyboard.press("Delete");
  await page.getByRole("dialog", { name: "Delete 5 annotations?" }).getByRole("button", { name: "Delete" }).click();
  await expect(annotationsIn(page)).toHaveCount(0);
  const learner = await callsOf("learner");
  const countStored = async () => (await learner.listAnnotations(squares.imageId)).length;
  await expect.poll(countStored).toBe(0);
  await page.keyboard.press("Control+z");
  await expect(annotationsIn(page)).toHaveCount(5);
  await expect.poll(countStored).toBe(5);
});

test("an action on several annotations is reported once, with their number; type and title change for all of them", async ({
  page,
}) => {
  const slide = await placeSlide();
  await placeAnnotations("expert", slide.imageId, ["One", "Two", "Three", "Four"]);
  await signIn(page, "expert");
  await openSlide(page, slide.path);
  await expect(annotationsIn(page)).toHaveCount(4);
  await slideOn(page).focus();
  await page.keyboard.press("Control+a");
  await expect(page.locator("[data-annotation][aria-pressed=true]")).toHaveCount(4);
  await page.keyboard.press("z");
  const panel = page.getByRole("complementary", { name: "Edit annotations" });
  await panel.getByRole("combobox", { name: "Type" }).selectOption({ label: "Freehand" });
  await panel.getByRole("textbox", { name: "Title" }).fill("Vessel");
  await panel.getByRole("button", { name: "Change 4 annotations" }).click();
  await expect(toast(page, "4 annotations have been saved")).toHaveCount(1);
  await expect(page.getByRole("alert")).toHaveCount(1);
  const expert = await callsOf("expert");
  const kept = async () => (await expert.listAnnotations(slide.imageId)).map(({ typeId, title }) => [typeId, title]);
  await expect.poll(kept).toEqual(Array(4).fill([218, "Vessel"]));

  await panel.getByRole("button", { name: "Undo: edit" }).click();
  await expect.poll(kept).toEqual(["One", "Two", "Three", "Four"].map((title) => [211, title]));
  await expect(page.getByRole("alert")).toHaveCount(0);
  await panel.getByRole("button", { name: "Delete", exact: true }).click();
  await page.getByRole("dialog", { name: "Delete 4 annotations?" }).getByRole("button", { name: "Delete" }).click();
  const deleted = toast(page, "4 annotations deleted");
  await expect(deleted).toBeVisible();
  await expect(page.getByRole("alert")).toHaveCount(1);
  await deleted.getByRole("button", { name: "Undo" }).click();
  await expect(toast(page, "4 annotations restored")).toBeVisible();
  await expect(annotationsIn(page)).toHaveCount(4);

  await test.step("a moved annotation is moved back with Ctrl+Z, and again with Ctrl+Y", async () => {
    const titles = async () => (await expert.listAnnotations(slide.imageId)).map(({ title }) => title);
    const expectOrder = async (order: readonly string[]) => {
      for (const [index, title] of order.entries()) await expect(annotationsIn(page).nth(index)).toContainText(title);
    };
    await annotationsIn(page).filter({ hasText: "One" }).locator("[data-annotation]").focus();
    await page.keyboard.press("Alt+ArrowDown");
    await expectOrder(["Two", "One", "Three", "Four"]);
    await expect.poll(titles).toEqual(["Two", "One", "Three", "Four"]);
    await slideOn(page).focus();
    await page.keyboard.press("Control+z");
    await expectOrder(["One", "Two", "Three", "Four"]);
    await page.keyboard.press("Control+y");
    await expectOrder(["Two", "One", "Three", "Four"]);
    await expect.poll(titles).toEqual(["Two", "One", "Three", "Four"]);
  });
});

test("a title is shown beside the pointer; quick annotations are drawn and saved", async ({ page }) => {
  const slide = await placeSlide();
  const expert = await callsOf("expert");
  const { width, height } = (await expert.getImage(slide.imageId)).slideInformation as {
    width: number;
    height: number;
  };
  const middle = [Math.round(width / 2), Math.round(height / 2)] as const;
  // A line through the middle, whose ends and number are outside the view when zoomed in.
  await expert.call("POST", "/v2/annotation", {
    imageId: slide.imageId,
    typeId: 214,
    title: "<b>Capsule</b>",
    geometry: `LINESTRING (10 ${middle[1]}, ${width - 10} ${middle[1]})`,
  });
  await signIn(page, "learner");
  await openSlide(page, `${slide.path}?view=${middle[0]},${middle[1]},${Math.ceil(Math.log2(width / 256)) + 2},0`);
  await expect(annotationsIn(page)).toHaveCount(1);
  await test.step("the title is shown beside the pointer, up to 5 px from the shape, wherever its number is", async () => {
    const tip = page.locator(".slide-viewer-title-tip");
    const { x, y } = await placeOnSlide(page, 0.5, 0.5);
    await page.mouse.move(x, y + 30);
    await expect(tip).toBeHidden();
    await page.mouse.move(x, y + 4);
    await expect(tip).toHaveText("<b>Capsule</b>");
    const box = await settledBox(tip);
    expect(Math.hypot(box.x - x, box.y - y)).toBeLessThan(40);
    await page.mouse.move(x, y + 9);
    await expect(tip).toBeHidden();
  });

  await test.step("quick annotations need no form, are listed, and are kept without the annotator until they are saved", async () => {
    await chooseTool(page, "Point");
    await page.getByRole("checkbox", { name: /Quick annotation/ }).check();
    for (const x of [0.3, 0.4, 0.5]) await clickAt(page, [x, 0.4]);
    const list = page.getByRole("region", { name: "Unsaved annotations" });
    await expect(list.getByRole("listitem")).toHaveCount(3);
    await page.getByRole("button", { name: "Stop", exact: true }).click();
    await page.getByRole("button", { name: /^Annotate/ }).click();
    await expect(list.getByRole("listitem")).toHaveCount(3);
    await page.getByRole("button", { name: "Save 3 annotations" }).click();
    const learner = await callsOf("learner");
    await expect.poll(async () => (await learner.listAnnotations(slide.imageId, "mine")).length).toBe(3);
  });
});

test("areas are merged, and a copy is pasted on another slide", async ({ page }) => {
  const [one, other] = [await placeSlide(), await placeSlide({ courseTitle: "Where it is pasted" })];
  await signIn(page, "learner");
  await openSlide(page, one.path);
  await drawSquares(page, [
    [0.3, 0.3],
    [0.34, 0.33],
  ]);
  await slideOn(page).focus();
  await page.keyboard.press("z");
  await page.getByRole("button", { name: "Select all" }).click();
  await page.getByRole("button", { name: "Merge" }).click();
  await expect(annotationsIn(page)).toHaveCount(1);
  const learner = await callsOf("learner");
  await expect
    .poll(async () => (await learner.listAnnotations(one.imageId)).map(({ typeId }) => typeId))
    .toEqual([211]);
  const [united] = await learner.listAnnotations(one.imageId);
  expect(outlineOf(united?.geometry ?? "")).toHaveLength(8);

  await page.getByRole("button", { name: "Copy", exact: true }).click();
  await openSlide(page, other.path);
  await slideOn(page).focus();
  await page.keyboard.press("z");
  await page.getByRole("button", { name: "Paste", exact: true }).click();
  await expect(annotationsIn(page)).toHaveCount(1);
  await expect
    .poll(async () => (await learner.listAnnotations(other.imageId)).map(({ geometry }) => geometry))
    .toEqual([united?.geometry]);
});

test("a self-intersecting outline is shown, not sent, and repaired; then brush and a hole, kept after a reload", async ({
  page,
}) => {
  const slide = await placeSlide();
  await signIn(page, "learner");
  // A common laptop: the lowest window in which all of the form's first part must be visible.
  await page.setViewportSize({ width: 1366, height: 768 });
  await openSlide(page, slide.path);
  await chooseTool(page, "Polygon");
  await clickAlong(page, [
    [0.3, 0.3],
    [0.5, 0.5],
    [0.5, 0.3],
    [0.3, 0.5],
  ]);
  await page.keyboard.press("Enter");
  await page.getByRole("textbox", { name: "Title" }).fill("Bow");
  await expect(page.getByText("The outline crosses itself")).toBeVisible();
  await expect(page.getByRole("button", { name: "Save", exact: true })).toBeDisabled();
  await page.getByRole("button", { name: "Repair" }).click();
  await expect(page.getByText("The outline crosses itself")).toBeHidden();
  for (const field of ["Title", "Content"])
    await expect(page.getByRole("textbox", { name: field })).toBeInViewport({ ratio: 1 });
  await expect(page.getByRole("button", { name: "Save", exact: true })).toBeInViewport({ ratio: 1 });
  await refine(page);
  await expect(page.getByRole("button", { name: "Save", exact: true })).toBeInViewport({ ratio: 1 });
  await page.getByRole("button", { name: "Brush", exact: true }).click();
  await dragAlong(page, [
    [0.32, 0.4],
    [0.48, 0.4],
  ]);
  await page.getByRole("button", { name: "Cut out" }).click();
  await dragAlong(page, [
    [0.46, 0.36],
    [0.48, 0.36],
    [0.48, 0.39],
    [0.46, 0.39],
    [0.46, 0.362],
  ]);
  const ringsWithHole = /\),\s*\(/;
  await expect.poll(() => keptDrafts(page)).toMatch(ringsWithHole);
  await page.reload();
  await waitUntilSharp(page);
  await expect(page.getByRole("textbox", { name: "Title" })).toHaveValue("Bow");
  await saveAs(page, "Bow");
  const [saved] = await (await callsOf("learner")).listAnnotations(slide.imageId);
  const shape = shapeOf(saved?.geometry ?? "");
  expect(shape.kind === "polygon" ? shape.rings.length : 0).toBe(2);
});
