// Slices: slide, textbook-mark, textbook-note
/** Marks of a teacher on the pages of a textbook, the way to the slide and back, bookmarks and notes. */
import type { Page } from "@playwright/test";
import { callsOf } from "./testing/api.ts";
import { expect, serverOfTheRun, signIn, sitePath, test } from "./testing/journey.ts";
import { linkedPdf } from "./testing/linked-pdf.ts";
import { settledBox } from "./testing/settled.ts";
import { placeSlide } from "./testing/slides.ts";

const TITLE = "Atlas of the kidney";

async function placeBook() {
  const slide = await placeSlide();
  const api = await callsOf("teacher");
  const linked = `${serverOfTheRun()}${slide.path}?view=120,90,1.5`;
  const form = new FormData();
  form.set("title", TITLE);
  form.set("parentId", String(slide.courseId));
  form.set("file", linkedPdf({ pageCount: 12, linkOnPage: 5, url: linked }), "atlas.pdf");
  const { id } = await api.call<{ id: number }>("POST", "/v2/textbook/", form);
  return { slide, path: sitePath(`/course${slide.courseId}/t${id}/`) };
}

const pageOf = (page: Page, number: number) => page.locator(`[data-page="${number}"]`);
const pageNumber = (page: Page) => page.getByRole("textbox", { name: "Page", exact: true });

/** In fractions of the page. */
async function dragOn(page: Page, number: number, from: readonly [number, number], to: readonly [number, number]) {
  const box = await settledBox(pageOf(page, number));
  const at = ([x, y]: readonly [number, number]) => [box.x + x * box.width, box.y + y * box.height] as const;
  await page.mouse.move(...at(from));
  await page.mouse.down();
  await page.mouse.move(...at(to), { steps: 4 });
  await page.mouse.up();
}

/** The teacher adds the mark, deletes it and undoes that. */
async function markFigure(page: Page, slidePath: string): Promise<void> {
  await page.getByRole("button", { name: "Edit marks" }).click();
  await dragOn(page, 2, [0.2, 0.1], [0.5, 0.25]);
  const dialog = page.getByRole("dialog", { name: "Add mark" });
  await dialog.getByRole("textbox", { name: "Label" }).fill("Figure 3");
  await dialog.getByText("Link", { exact: true }).click();
  await dialog
    .getByRole("textbox", { name: "Link to an item of this site" })
    .fill(`${serverOfTheRun()}${slidePath}?view=200,150,2.5,90`);
  await dialog.getByRole("button", { name: "Add mark" }).click();
  const mark = page.getByRole("button", { name: "Edit Figure 3" });
  await mark.press("Delete");
  await expect(mark).toBeHidden();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(mark).toBeVisible();
}

test("marks, links, bookmarks and notes of a textbook lead to slides and back, and last", async ({ page }) => {
  const { slide, path } = await placeBook();
  await signIn(page, "teacher");
  await page.goto(`${path}?page=2`);
  await expect(pageNumber(page)).toHaveValue("2");
  await test.step("a teacher marks a figure; a learner follows it to the slide at its view and returns to the page", async () => {
    await markFigure(page, slide.path);
    await signIn(page, "learner");
    await page.goto(`${path}?page=2`);
    await page.getByRole("link", { name: "Figure 3" }).click();
    await expect(page).toHaveURL(new RegExp(`${slide.path}\\?view=200,150,2.5,90$`));
    await page.getByRole("link", { name: `Back to page 2 of “${TITLE}”` }).click();
    await expect(page).toHaveURL(new RegExp(`${path}\\?page=2$`));
    await expect(page.getByRole("link", { name: "Figure 3" })).toBeInViewport();
    await expect(page.getByRole("link", { name: /^Back to page/ })).toBeHidden();
  });

  await test.step("a link in the text leads to a slide and back; a bookmark, a note and an unfinished note survive a reload", async () => {
    await pageNumber(page).fill("5");
    await pageNumber(page).press("Enter");
    await pageOf(page, 5)
      .getByRole("link", { name: /view=120/ })
      .click();
    await expect(page).toHaveURL(/view=120,90,1.5/);
    const back = page.getByRole("link", { name: `Back to page 5 of “${TITLE}”` });
    await expect(back).toBeVisible();
    await page.reload();
    await back.click();
    await expect(pageNumber(page)).toHaveValue("5");

    await page.keyboard.press("b");
    await page.getByRole("button", { name: "Notes" }).click();
    const field = page.getByRole("textbox", { name: "New note on page 5" });
    await field.fill("Compare with PAS");
    await page.getByRole("button", { name: "Add note" }).click();
    await expect(page.getByRole("list", { name: "Notes" }).getByText("Compare with PAS")).toBeVisible();
    await field.fill("Half a thought");
    await page.reload();
    await expect(field).toHaveValue("Half a thought");
    await expect(page.getByText("Compare with PAS")).toBeVisible();
    await page.getByRole("button", { name: "Bookmarks" }).click();
    const bookmarks = page.getByRole("list", { name: "Bookmarks" });
    await expect(bookmarks.getByRole("button", { name: "Page 5", exact: true })).toBeVisible();
  });
});
