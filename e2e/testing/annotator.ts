/** Draws and saves annotations with the mouse, like a learner. */
import { expect, type Locator, type Page, type Response } from "@playwright/test";
import { placeOnSlide } from "./slide-page.ts";

/** A point in the slide's area, as shares of its width and height. */
export type Share = readonly [x: number, y: number];

/** The toast, whose title "Done!" is on a separate line. */
export const savedToast = (page: Page): Locator =>
  page.getByRole("alert").filter({ hasText: /Done!\s*Annotation has been saved/ });

/** The entries of the list beside the slide. */
export const annotationsIn = (page: Page): Locator =>
  page.getByRole("list", { name: "Annotations on this slide" }).getByRole("listitem");

export async function chooseTool(page: Page, tool: string): Promise<void> {
  await page.getByRole("button", { name: /^Annotate/ }).click();
  await page.getByRole("toolbar", { name: "Drawing tools" }).getByRole("button", { name: tool, exact: true }).click();
}

export async function clickAt(page: Page, [x, y]: Share): Promise<void> {
  const place = await placeOnSlide(page, x, y);
  await page.mouse.move(place.x, place.y);
  await page.mouse.down();
  await page.mouse.up();
}

/** Clicks points one after the other, too slowly for a double click. */
export async function clickAlong(page: Page, way: readonly Share[]): Promise<void> {
  for (const place of way) await clickAt(page, place);
}

export async function dragAlong(page: Page, [first, ...rest]: readonly [Share, ...Share[]]): Promise<void> {
  const start = await placeOnSlide(page, ...first);
  await page.mouse.move(start.x, start.y);
  await page.mouse.down();
  for (const share of rest) {
    const { x, y } = await placeOnSlide(page, ...share);
    await page.mouse.move(x, y, { steps: 4 });
  }
  await page.mouse.up();
}

/** The server's response to a new annotation; call before the action that sends it. */
export const annotationTaken = (page: Page): Promise<Response> =>
  page.waitForResponse(
    (answer) =>
      answer.request().method() === "POST" && new URL(answer.url()).pathname.endsWith("/v2/annotation") && answer.ok(),
  );

/** Enters the title, saves the annotation, and waits until the server has stored it and the page lists it. */
export async function saveAs(page: Page, title: string, content = ""): Promise<void> {
  await page.getByRole("textbox", { name: "Title" }).fill(title);
  if (content !== "") await page.getByRole("textbox", { name: "Content" }).fill(content);
  const taken = annotationTaken(page);
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await taken;
  await expect(annotationsIn(page).filter({ hasText: title })).toHaveCount(1);
}

/**
 * Saves by touch. After a stroke, or on a busy machine, Chromium may interpret the tap as part of a flick or as a long
 * press, so the tap is repeated while the form is open.
 */
export async function saveByTap(page: Page): Promise<void> {
  const save = page.getByRole("button", { name: "Save", exact: true });
  await expect(async () => {
    if (await save.isVisible()) await save.tap({ timeout: 2_000 });
    await expect(save).toBeHidden({ timeout: 4_000 });
  }).toPass({ timeout: 20_000 });
}
