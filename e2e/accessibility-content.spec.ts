// Slices: attachment, box, case, course, custom-field, document, editor, embed, enrollment, folder, image-editor, manage, media, page, picker, progress, quiz, radiology, search, structure, tag, textbook, tree, upload, user-group
/** axe on every screen and dialog of the content and its administration, light and dark. */
import type { Page } from "@playwright/test";
import { type PlacedContent, placeContent } from "./testing/content.ts";
import { expectAccessible } from "./testing/expect-accessible.ts";
import { goWithinPage } from "./testing/go-within-page.ts";
import { expect, shareSite, signIn, sitePath, test } from "./testing/journey.ts";
import { treeRow, waitForTree } from "./testing/manage-tree.ts";
import { keepPicture, waitUntilSharp } from "./testing/slide-page.ts";

const WORD = "Axolotl";
const EDITOR = "main section[aria-label]";

let content: PlacedContent;
shareSite();
test.beforeAll(async () => {
  content = await placeContent(WORD);
});
test.beforeEach(async ({ page }) => {
  test.setTimeout(180_000);
  await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
});

async function look(page: Page, name: string, part?: string): Promise<void> {
  await keepPicture(page, `content-${name}`);
  await expectAccessible(page, { name, part, dark: true });
}

test("axe finds no serious problem in any editor", async ({ page }) => {
  await signIn(page, "teacher");
  const [[, first], ...others] = content.editors as [PlacedContent["editors"][0], ...PlacedContent["editors"]];
  await page.goto(sitePath(`/manage?${first}`));
  const save = page.getByRole("button", { name: "Save", exact: true });
  await expect(save).toBeVisible({ timeout: 30_000 });
  await look(page, "editor-course");
  for (const [name, query] of others) {
    await goWithinPage(page, sitePath(`/manage?${query}`), EDITOR);
    await expect(save).toBeVisible({ timeout: 30_000 });
    // Tree and tabs are the same in each.
    await look(page, `editor-${name}`, EDITOR);
  }
});

test("axe finds no serious problem in the parts of the administration", async ({ page }) => {
  await signIn(page, "admin");
  await page.goto(sitePath("/manage"));
  await waitForTree(page);
  const parts = page.getByRole("navigation", { name: "Administration" }).getByRole("link");
  const count = await parts.count();
  expect(count).toBeGreaterThanOrEqual(4);
  for (let part = 0; part < count; part += 1) {
    await parts.nth(part).click();
    await expect(parts.nth(part)).toHaveAttribute("aria-current", "page");
    // Header and navigation are the same in each.
    const around = part === 0 ? undefined : "#sz-admin-app";
    await look(page, `part-${await parts.nth(part).getAttribute("data-word")}`, around);
  }
});

test("axe finds no serious problem in the menus and dialogs of the tree", async ({ page }) => {
  await signIn(page, "teacher");
  await page.goto(sitePath(`/manage?item=${content.folderId}&in=${content.courseId}`));
  await waitForTree(page);
  const dialog = page.getByRole("dialog");
  const closeDialog = async () => {
    await page.keyboard.press("Escape");
    await expect(dialog).toHaveCount(0);
  };
  await page.getByRole("button", { name: "Add", exact: true }).click();
  await expect(page.getByRole("menuitem", { name: "Folder…" })).toBeVisible();
  // Tree and tabs are checked with the first editor.
  await look(page, "add-menu", "[role=menu]");
  const kinds = await page.getByRole("menuitem").allInnerTexts();
  await page.keyboard.press("Escape");
  for (const kind of kinds.filter((text) => !text.startsWith("Upload"))) {
    await page.getByRole("button", { name: "Add", exact: true }).click();
    await page.getByRole("menuitem", { name: kind, exact: true }).click();
    await expect(dialog).toBeVisible();
    // It can be used once the uploads' script is loaded; otherwise axe would measure the former colours.
    await expect(dialog.getByRole("button", { name: "Choose zip files", disabled: true })).toHaveCount(0);
    // Content behind a dialog is hidden from assistive technology.
    await look(page, `add-${kind.replace("…", "")}`, "[role=dialog]");
    await closeDialog();
  }
  await treeRow(page, `${WORD} folder`).click({ button: "right" });
  await look(page, "row-menu", "[role=menu]");
  for (const action of ["Move to…", "User groups…"]) {
    await page.getByRole("menuitem", { name: action }).click();
    await expect(dialog).toBeVisible();
    await look(page, action.replace("…", ""), "[role=dialog]");
    await closeDialog();
    await treeRow(page, `${WORD} folder`).click({ button: "right" });
  }
  await page.keyboard.press("Escape");
  await expect(page.getByRole("menuitem")).toHaveCount(0);
  await page.getByRole("button", { name: "Choose thumbnail image" }).click();
  await expect(page.getByRole("dialog", { name: "Choose an image" })).toBeVisible();
  await look(page, "picker", "[role=dialog]");
});

test("axe finds no serious problem on the pages of learners", async ({ page }) => {
  await signIn(page, "learner");
  const [[, first], ...others] = content.pages as [PlacedContent["pages"][0], ...PlacedContent["pages"]];
  await page.goto(first);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await look(page, "page-landing");
  for (const [name, path] of others) {
    await goWithinPage(page, path);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await look(page, `page-${name}`, "main");
  }
  await goWithinPage(page, sitePath(`/search?q=${WORD}`));
  await expect(page.getByRole("region", { name: "Results" })).toBeVisible();
  await look(page, "search");
  await goWithinPage(page, content.casePath);
  await expect(page.locator("#case-slide-map-0")).toHaveAttribute("data-sharp", "", { timeout: 20_000 });
  await look(page, "page-case");
  await goWithinPage(page, content.slidePath);
  await waitUntilSharp(page);
  await look(page, "page-slide");
});
