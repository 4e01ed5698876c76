// Slices: annotation, annotation-editing, share, slide, viewer
import type { Page } from "@playwright/test";
import { annotationsIn, chooseTool, clickAlong, clickAt, dragAlong, type Share, saveAs } from "./testing/annotator.ts";
import { callsOf } from "./testing/api.ts";
import { expect, serverOfTheRun, signIn, test } from "./testing/journey.ts";
import {
  keepPicture,
  openSlide,
  slideOn,
  viewInAddress,
  waitUntilSettled,
  waitUntilSharp,
} from "./testing/slide-page.ts";
import { type PlacedSlide, placeSlide } from "./testing/slides.ts";

interface DrawnShape {
  readonly tool: string;
  /** Stored form: WKT like this. */
  readonly wkt: RegExp;
  readonly content?: string;
  draw(page: Page): Promise<void>;
}

const CIRCLE: readonly Share[] = Array.from({ length: 13 }, (_unused, index) => {
  const angle = (index / 12) * 2 * Math.PI;
  return [0.55 + 0.05 * Math.cos(angle), 0.75 + 0.07 * Math.sin(angle)];
});

/** @param points number of vertices of the ring, as in a regular expression; the first one is repeated at the end. */
const ringOf = (points: string) => new RegExp(`^POLYGON ?\\(\\(([^,()]+,){${points}}[^,()]+\\)\\)$`);

const SHAPES: readonly DrawnShape[] = [
  { tool: "Point", wkt: /^POINT ?\([^,]+\)$/, draw: (page) => clickAt(page, [0.4, 0.3]) },
  { tool: "Text", wkt: /^POINT ?\([^,]+\)$/, content: "what it says", draw: (page) => clickAt(page, [0.6, 0.3]) },
  {
    tool: "Line",
    wkt: /^LINESTRING ?\([^,]+,[^,]+,[^,]+\)$/,
    async draw(page) {
      await clickAlong(page, [
        [0.4, 0.4],
        [0.45, 0.45],
        [0.5, 0.4],
      ]);
      await page.keyboard.press("Enter");
    },
  },
  {
    tool: "Arrow",
    wkt: /^LINESTRING ?\([^,]+,[^,]+\)$/,
    draw: (page) =>
      dragAlong(page, [
        [0.55, 0.4],
        [0.62, 0.45],
      ]),
  },
  {
    tool: "Polygon",
    wkt: ringOf("3"),
    async draw(page) {
      // Vertices are undone and redone.
      const button = (name: string) => page.getByRole("button", { name, exact: true });
      const [undo, redo, finish] = [button("Undo"), button("Redo"), button("Finish")];
      await expect(undo).toBeDisabled();
      await clickAlong(page, [
        [0.4, 0.5],
        [0.46, 0.5],
        [0.46, 0.6],
        [0.4, 0.6],
      ]);
      await undo.click();
      await undo.click();
      await expect(finish).toBeDisabled();
      await redo.click();
      await redo.click();
      await expect(redo).toBeDisabled();
      await undo.click();
      await finish.click();
    },
  },
  {
    tool: "Rectangle",
    wkt: ringOf("4"),
    draw: (page) =>
      dragAlong(page, [
        [0.5, 0.5],
        [0.56, 0.58],
      ]),
  },
  {
    tool: "Ellipse",
    wkt: ringOf("64"),
    draw: (page) =>
      dragAlong(page, [
        [0.6, 0.5],
        [0.65, 0.6],
      ]),
  },
  { tool: "Freehand", wkt: ringOf("6,"), draw: (page) => dragAlong(page, CIRCLE as [Share, ...Share[]]) },
];

test("a learner draws each shape, finds it after a reload, and an expert sees it; another learner does not", async ({
  page,
  browser,
}) => {
  // Eight shapes one after the other, and three people: on a busy machine nearly a minute.
  test.setTimeout(120_000);
  const slide = await placeSlide({ courseTitle: "Annotations" });
  await signIn(page, "learner");
  await openSlide(page, slide.path);
  for (const { tool, content = "", draw } of SHAPES) {
    await chooseTool(page, tool);
    await draw(page);
    await saveAs(page, `A ${tool.toLowerCase()}`, content);
  }
  await expect(page.getByRole("button", { name: "Saved", exact: true })).toBeVisible();
  await keepPicture(page, "annotations-desktop");

  const learner = await callsOf("learner");
  const saved = await learner.listAnnotations(slide.imageId);
  expect(saved.map(({ title }) => title)).toEqual(SHAPES.map(({ tool }) => `A ${tool.toLowerCase()}`));
  for (const [index, { tool, wkt }] of SHAPES.entries()) expect(saved[index]?.geometry, tool).toMatch(wkt);
  expect(saved.every(({ isStudent, userCanEdit, userCanDelete }) => isStudent && userCanEdit && userCanDelete)).toBe(
    true,
  );

  // The URL is written a moment after the choice; with it the list shows all, not only the experts'.
  await page.waitForURL(/annotation=\d+/);
  await page.reload();
  await waitUntilSharp(page);
  await expect(annotationsIn(page)).toHaveCount(SHAPES.length);

  expect(await (await callsOf("other-learner")).listAnnotations(slide.imageId)).toEqual([]);
  const context = await browser.newContext({
    baseURL: serverOfTheRun(),
    locale: "en-GB",
    viewport: page.viewportSize(),
  });
  const other = await context.newPage();
  await signIn(other, "other-learner");
  await openSlide(other, slide.path);
  await expect(other.getByText("No annotations.")).toBeVisible();
  await signIn(other, "expert");
  await other.reload();
  await other.getByRole("combobox", { name: "Show" }).selectOption({ label: "By students" });
  await expect(annotationsIn(other)).toHaveCount(SHAPES.length);
  await context.close();
});

async function changeAndDelete(page: Page, own: PlacedSlide): Promise<void> {
  const learner = await callsOf("learner");
  const mine = async () => (await learner.listAnnotations(own.imageId, "mine")).filter(({ link }) => !link);
  await chooseTool(page, "Point");
  await clickAt(page, [0.5, 0.5]);
  await saveAs(page, "First name");
  const [before] = await mine();

  const popup = page.getByRole("dialog", { name: "First name" });
  await popup.getByRole("button", { name: "Edit" }).click();
  await dragAlong(page, [
    [0.5, 0.5],
    [0.55, 0.58],
  ]);
  // The change is kept while annotations are hidden; undo restores what Escape discards.
  await slideOn(page).focus();
  for (const key of ["h", "h", "Escape", "Control+z"]) await page.keyboard.press(key);
  await page.getByRole("textbox", { name: "Title" }).fill("Second name");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(annotationsIn(page).filter({ hasText: "Second name" })).toHaveCount(1);
  await expect(page.getByRole("button", { name: "Saved", exact: true })).toBeVisible();
  await expect.poll(async () => (await mine())[0]?.title).toBe("Second name");
  const [after] = await mine();
  expect(after?.id).toBe(before?.id);
  const [x, y] = pointOf(after?.geometry);
  const [oldX, oldY] = pointOf(before?.geometry);
  expect(x - oldX).toBeGreaterThan(10);
  expect(y - oldY).toBeGreaterThan(10);

  const changed = page.getByRole("dialog", { name: "Second name" });
  await changed.getByRole("button", { name: "Delete" }).click();
  const question = page.getByRole("dialog", { name: "Delete this annotation?" });
  await question.getByRole("button", { name: "Cancel" }).click();
  await expect(annotationsIn(page).filter({ hasText: "Second name" })).toHaveCount(1);
  await changed.getByRole("button", { name: "Delete" }).click();
  await question.getByRole("button", { name: "Delete" }).click();
  await expect(annotationsIn(page).filter({ hasText: "Second name" })).toHaveCount(0);
  await expect.poll(mine).toEqual([]);
}

test("a learner follows a link to an annotation, and changes and deletes one", async ({ page }) => {
  const own = await placeSlide({ courseTitle: "Linked on one slide" });
  const expert = await callsOf("expert");
  const { slideInformation } = await expert.getImage(own.imageId);
  const [right, bottom] = [(slideInformation?.width ?? 0) - 60, (slideInformation?.height ?? 0) - 60];
  const facts = { imageId: own.imageId, typeId: 213 };
  const target: { id: number } = await expert.call("POST", "/v2/annotation", {
    ...{ ...facts, title: "Far away", geometry: `POINT (${right} ${bottom})` },
  });
  const learner = await callsOf("learner");
  const link = `${own.path}?annotation=${target.id}`;
  await learner.call("POST", "/v2/annotation", { ...facts, title: "Compare", geometry: "POINT (60 60)", link });

  await signIn(page, "learner");
  await openSlide(page, `${own.path}?view=60,60,5,0`);
  await test.step("a link opens an annotation that the filter hides, wherever it is", async () => {
    await page.getByRole("combobox", { name: "Show" }).selectOption("mine");
    await expect(annotationsIn(page)).toHaveCount(1);
    await annotationsIn(page).filter({ hasText: "Compare" }).locator("[data-annotation]").click();
    await page.getByRole("dialog", { name: "Compare" }).getByRole("link", { name: "Open link" }).click();
    await expect(page.getByRole("dialog", { name: "Far away" })).toBeVisible();
    const viewX = () => Number(viewInAddress(page).split(",")[0]);
    await expect.poll(viewX).toBeGreaterThan(right / 2);
  });
  await test.step("title and position of an annotation are changed; it is deleted only after a confirmation", async () => {
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog", { name: "Far away" })).toBeHidden();
    await waitUntilSettled(page);
    await changeAndDelete(page, own);
  });
});

function pointOf(wkt = ""): [x: number, y: number] {
  const [, x, y] = /^POINT ?\((\S+) (\S+)\)$/.exec(wkt) ?? [];
  return [Number(x), Number(y)];
}
