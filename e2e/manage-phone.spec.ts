// Slices: attachment, case, course, custom-field, document, editor, folder, image-editor, manage, media, page, quiz, search, structure, tree, user-group
/** The administration on a phone: nothing overflows, all targets are large enough, and there is a way back. */
import type { Page } from "@playwright/test";
import { type PlacedContent, placeContent } from "./testing/content.ts";
import { goWithinPage, MANAGE_PART } from "./testing/go-within-page.ts";
import { expect, shareSite, signIn, sitePath, test } from "./testing/journey.ts";
import { toastOn, treeOn, treeRow, waitForTree } from "./testing/manage-tree.ts";
import { waitForSettledPage } from "./testing/settled.ts";
import { keepPicture } from "./testing/slide-page.ts";

const TARGET_PX = 44;
const WORD = "Pocketful";
/** What the editor of another item replaces. */
const EDITOR = "main section[aria-label]";

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

let content: PlacedContent;
shareSite();
test.beforeAll(async () => {
  content = await placeContent(WORD);
});

/** Touch targets that are too small, one line each; checkboxes also have their label as a target. */
async function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate((minPx) => {
    const wanted =
      'button, a[href], input:not([type="checkbox"], [type="radio"], [type="file"]), select, textarea, [role="tab"], [role="menuitem"], [role="treeitem"]';
    const isShown = (element: Element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
    return [...document.querySelectorAll(wanted)].flatMap((element) => {
      if (!isShown(element) || element.closest("[aria-hidden=true], .for-screen-readers")) return [];
      // Targets within a line of text can be as high as the line. Source: WCAG 2.2, 2.5.8, "Inline".
      if (element.matches("a") && getComputedStyle(element).display === "inline") return [];
      const place = element.closest("label, .mantine-TagsInput-input") ?? element;
      const { width, height, top } = place.getBoundingClientRect();
      if (width < 2 || height < 2 || top < 0) return [];
      if (height >= minPx - 0.5 && width >= minPx - 0.5) return [];
      return [`${Math.round(width)} x ${Math.round(height)}: ${element.outerHTML.slice(0, 160)}`];
    });
  }, TARGET_PX);
}

async function expectToFit(page: Page, name: string): Promise<void> {
  await keepPicture(page, `phone-${name}`);
  const tooWide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect.soft(tooWide, `${name}: px wider than the screen`).toBe(0);
  expect.soft(await smallTargets(page), `${name}: smaller than ${TARGET_PX} px`).toEqual([]);
}

async function walkTree(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Back to tree" }).tap();
  await waitForTree(page);
  await expectToFit(page, "tree");
  await page.getByRole("button", { name: "Add", exact: true }).tap();
  await expect(page.getByRole("menuitem", { name: "Folder…" })).toBeVisible();
  await expectToFit(page, "add menu");
  await page.getByRole("menuitem", { name: "Folder…" }).tap();
  await expect(page.getByRole("dialog").getByRole("textbox", { name: "Title" })).toBeVisible();
  await expectToFit(page, "add folder");
  await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).tap();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await treeRow(page, `${WORD} folder`).tap();
  await page.getByRole("button", { name: "Back to tree" }).tap();
  await expect(treeOn(page)).toBeVisible();
}

async function walkEditors(page: Page): Promise<void> {
  for (const [name, query] of content.editors) {
    await goWithinPage(page, sitePath(`/manage?${query}`), EDITOR);
    await expect(page.getByRole("button", { name: "Save", exact: true })).toBeVisible({ timeout: 30_000 });
    await waitForSettledPage(page);
    await expectToFit(page, `editor of a ${name}`);
  }
  await goWithinPage(page, sitePath(`/manage?item=${content.folderId}&in=${content.courseId}`), EDITOR);
  await page.getByRole("textbox", { name: "Description" }).fill("In the pocket");
  await page.getByRole("button", { name: "Save", exact: true }).tap();
  await expect(page.getByText(/^Saved at/)).toBeVisible();
}

/** With the tree shown. */
async function restoreFromBin(page: Page): Promise<void> {
  await page.getByRole("button", { name: `Menu of ${WORD} spare` }).tap();
  await expect(page.getByRole("menuitem", { name: "Move to bin" })).toBeVisible();
  await expectToFit(page, "row menu");
  await page.getByRole("menuitem", { name: "Move to bin" }).tap();
  await expect(toastOn(page, `“${WORD} spare” moved to the bin`)).toBeVisible();
  await goWithinPage(page, sitePath("/manage/bin"), MANAGE_PART);
  await page.getByRole("searchbox", { name: "Search the bin" }).fill(`${WORD} spare`);
  await expect(page.getByText("30 days left")).toHaveCount(1);
  await expectToFit(page, "bin");
  await page.getByRole("button", { name: `Restore ${WORD} spare` }).tap();
  await expect(toastOn(page, `“${WORD} spare” restored`)).toBeVisible();
}

test("a teacher's administration fits", async ({ page }) => {
  test.setTimeout(120_000);
  await signIn(page, "teacher");
  for (const [name, path, ready] of [
    ["media", "/manage/media", "Upload files"],
    ["documents", "/manage/documents", "Upload documents"],
  ] as const)
    await test.step(`${name} fit`, async () => {
      await (name === "media" ? page.goto(sitePath(path)) : goWithinPage(page, sitePath(path), MANAGE_PART));
      await expect(page.getByRole("button", { name: ready })).toBeVisible();
      await waitForSettledPage(page);
      await expectToFit(page, name);
    });
  await goWithinPage(page, sitePath(`/manage?item=${content.folderId}&in=${content.courseId}`), MANAGE_PART);
  await test.step("the tree, its menus and its dialogs fit, and a tap leads to the editor and back", () =>
    walkTree(page));
  await test.step("every editor fits, and saves", () => walkEditors(page));
  await test.step("the bin fits, and restores", async () => {
    await page.getByRole("button", { name: "Back to tree" }).tap();
    await restoreFromBin(page);
  });
});

test("learners' pages and search fit", async ({ page }) => {
  await signIn(page, "learner");
  const pages = [...content.pages, ["search", sitePath(`/search?q=${WORD}`)] as const];
  for (const [at, [name, path]] of pages.entries()) {
    await (at === 0 ? page.goto(path) : goWithinPage(page, path));
    await expect(page.getByRole("heading").first()).toBeVisible();
    await waitForSettledPage(page);
    await expectToFit(page, name);
  }
});
