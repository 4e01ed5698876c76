/** The content tree of the administration in journeys, and the forms that add to it. */
import { expect, type Locator, type Page } from "@playwright/test";
import { row, tree } from "./content-tree.ts";

export { row as treeRow, tree as treeOn };

export const toastOn = (page: Page, text: string | RegExp): Locator =>
  page.getByRole("alert").filter({ hasText: text });

/** Waits until the tree has its rows; it is fetched after the page. */
export async function waitForTree(page: Page): Promise<void> {
  await expect(tree(page).getByRole("treeitem").first()).toBeVisible({ timeout: 30_000 });
}

/** Opens the menu for adding to the selected item, and the form of one content type. @returns the form. */
export async function openAddForm(page: Page, kind: string): Promise<Locator> {
  await page.getByRole("button", { name: "Add", exact: true }).click();
  await page.getByRole("menuitem", { name: `${kind}…`, exact: true }).click();
  const form = page.getByRole("dialog");
  await expect(form.getByRole("textbox", { name: "Title" })).toBeFocused();
  return form;
}

/** Chooses from the menu for adding to the course or folder whose page is open. */
export async function addOnPage(page: Page, what: string): Promise<void> {
  await page.getByRole("button", { name: "Add", exact: true }).click();
  await page.getByRole("menuitem", { name: `${what}…`, exact: true }).click();
}

/** The given titles that are in the tree, from top to bottom. */
export async function shownTitles(page: Page, titles: readonly string[]): Promise<string[]> {
  const names = await tree(page)
    .getByRole("treeitem")
    .evaluateAll((rows) =>
      rows
        .map((one) => ({ name: one.getAttribute("aria-label") ?? "", top: one.getBoundingClientRect().top }))
        .sort((a, b) => a.top - b.top)
        .map(({ name }) => name.split(",")[0] ?? ""),
    );
  return names.filter((name) => titles.includes(name));
}
