// Slices: page, textbook, textbook-reader
/** A textbook of 500 pages is read on its page: by mouse, by keyboard, on a phone, in print. */
import { callsOf } from "./testing/api.ts";
import { type BookPage, drawBook } from "./testing/draw-book.ts";
import { expectAccessible } from "./testing/expect-accessible.ts";
import { expect, signIn, sitePath, test } from "./testing/journey.ts";

const PAGES = 500;
/** On every hundredth page. */
const WORD = "Mesangium";

const pages = Array.from({ length: PAGES }, (_, index): BookPage => {
  const lines = Array.from({ length: 20 }, (_unused, line) => `Line ${line + 1} of page ${index + 1} of the atlas.`);
  if (index === 0) return { heading: "Atlas", isInOutline: true, links: [401, "https://atlas.example.org/"], lines };
  if (index === 400) return { heading: "Liver", isInOutline: true, lines };
  return { heading: `Plate ${index + 1}`, lines: (index + 1) % 100 === 0 ? [...lines, `The ${WORD}.`] : lines };
});

async function addBook(): Promise<string> {
  const api = await callsOf("teacher");
  const { id: courseId } = await api.addCourse("Reading");
  const form = new FormData();
  form.set("title", "Atlas");
  form.set("parentId", String(courseId));
  form.set("file", new File([drawBook(pages)], "atlas.pdf", { type: "application/pdf" }));
  const { id } = await api.call<{ id: number }>("POST", "/v2/textbook/", form);
  return sitePath(`/course${courseId}/t${id}/`);
}

test("a book of 500 pages: outline, links, find, zoom, keyboard, print, phone", async ({ page }) => {
  const path = await addBook();
  await page.addInitScript(() => {
    window.print = () => {
      const sheets = document.querySelectorAll("body > div img[alt^='Page ']").length;
      document.documentElement.dataset.printed = String(sheets);
      window.dispatchEvent(new Event("afterprint"));
    };
  });
  await signIn(page, "learner");
  await page.goto(path);
  const reader = page.getByRole("region", { name: "Textbook reader" });
  const field = reader.getByRole("textbox", { name: "Page", exact: true });
  const shown = (number: number) => reader.locator(`[data-page="${number}"][data-drawn] canvas`);
  const canvases = reader.locator("[data-page] canvas");

  await test.step("outline, links within the book and to other pages, and the way back", async () => {
    await expect(shown(1)).toBeVisible();
    await expect(reader.getByText("Line 3 of page 1 of the atlas.")).toBeAttached();
    await reader.getByText("Line 3 of page 1 of the atlas.").dblclick({ position: { x: 4, y: 4 } });
    expect(await page.evaluate(() => getSelection()?.toString().trim())).toBe("Line");
    await reader.getByRole("button", { name: "Liver" }).click();
    await expect(shown(401)).toBeVisible();
    await expect(page).toHaveURL(/\?page=401$/);
    await reader.getByRole("button", { name: "Back", exact: true }).click();
    await expect(field).toHaveValue("1");
    await reader.getByRole("button", { name: "Link to another page of the book" }).click();
    await expect(field).toHaveValue("401");
    await page.keyboard.press("Backspace");
    const outside = reader.getByRole("link", { name: "External link, opens in a new tab: https://atlas.example.org/" });
    await expect(outside).toHaveAttribute("rel", "noopener noreferrer");
    await expectAccessible(page, { name: "reader", part: "main", dark: true });
  });

  await test.step("by keyboard: pages, go to page, zoom, rotate", async () => {
    await reader.getByRole("region", { name: "Pages of “Atlas”" }).focus();
    await page.keyboard.press("ArrowRight");
    await expect(field).toHaveValue("2");
    await page.keyboard.press("End");
    await expect(shown(500)).toBeVisible();
    await page.keyboard.press("g");
    await page.keyboard.type("250");
    await page.keyboard.press("Enter");
    await expect(shown(250)).toBeVisible();
    // Pages out of view have released their memory.
    await expect.poll(() => canvases.count()).toBeLessThanOrEqual(7);
    await page.keyboard.press("+");
    await expect(reader.getByRole("combobox", { name: "Zoom" })).toHaveValue("125");
    await page.keyboard.press("r");
    await expect
      .poll(async () => (await shown(250).boundingBox())?.width ?? 0)
      .toBeGreaterThan((await shown(250).boundingBox())?.height ?? 0);
    await page.keyboard.press("Shift+R");
    await page.keyboard.press("0");
  });

  await test.step("find: all matches, highlighted on their pages", async () => {
    await page.keyboard.press("Control+f");
    await page.keyboard.type(WORD.toLowerCase());
    await expect(reader.getByText("3 of 5", { exact: true })).toBeVisible({ timeout: 20_000 });
    await expect(field).toHaveValue("300");
    await expect(reader.locator("[data-hit][data-current]")).toBeInViewport();
    await page.keyboard.press("Enter");
    await expect(field).toHaveValue("400");
    await expect(reader.locator("[data-hit][data-current]")).toBeInViewport();
    await page.keyboard.press("Escape");
    await expect(reader.locator("[data-hit]")).toHaveCount(0);
  });

  await test.step("the wheel zooms with Ctrl, dragging pans", async () => {
    const place = await reader.getByRole("region", { name: "Pages of “Atlas”" }).boundingBox();
    if (!place) throw new Error("The pages are not shown.");
    await page.mouse.move(place.x + place.width / 2, place.y + place.height / 2);
    await page.keyboard.down("Control");
    await page.mouse.wheel(0, 120);
    await page.keyboard.up("Control");
    await expect(reader.getByRole("combobox", { name: "Zoom" })).toHaveValue("90");
    const topNow = () =>
      reader.getByRole("region", { name: "Pages of “Atlas”" }).evaluate((element) => element.scrollTop);
    await page.keyboard.press("h");
    const before = await topNow();
    await page.mouse.down();
    await page.mouse.move(place.x + place.width / 2, place.y + place.height / 2 - 4);
    expect(await topNow()).toBe(before);
    await page.mouse.move(place.x + place.width / 2, place.y + place.height / 2 - 104, { steps: 4 });
    await page.mouse.up();
    expect(await topNow()).toBeCloseTo(before + 104, -1);
    await page.keyboard.press("h");
  });

  await test.step("print: a range of pages", async () => {
    await page.keyboard.press("Control+p");
    const dialog = page.getByRole("dialog", { name: "Print" });
    await dialog.getByRole("radio", { name: "Selected pages" }).check();
    await dialog.getByRole("textbox", { name: "Pages to print" }).fill("3-4, 9");
    await dialog.getByRole("button", { name: "Print", exact: true }).click();
    await expect(page.locator("html")).toHaveAttribute("data-printed", "3");
    await expect(dialog).toBeHidden();
  });

  await test.step("on a phone: the last page, the panel as a sheet", async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(path);
    await expect(shown(400)).toBeVisible();
    await expectAccessible(page, { name: "reader on a phone", part: "main" });
    await reader.getByRole("button", { name: "Panel" }).click();
    const sheet = page.getByRole("dialog");
    await sheet.getByRole("button", { name: "Atlas" }).click();
    await expect(shown(1)).toBeVisible();
    await expect(sheet).toBeHidden();
    await reader.getByRole("button", { name: "More tools" }).click();
    await expect(page.getByRole("menuitem", { name: "Download PDF" })).toHaveAttribute("download", /\.pdf$/);
  });
});
