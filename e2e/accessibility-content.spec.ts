// Slices: attachment, box, case, course, custom-field, document, editor, embed, enrollment, folder, image-editor, manage, media, page, picker, progress, quiz, radiology, search, structure, tag, textbook, tree, upload, user-group
/** axe on every screen and dialog of the content and its administration, light and dark. */
import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { type PlacedContent, placeContent } from "./testing/content.ts";
import { expect, shareSite, signIn, sitePath, test } from "./testing/journey.ts";
import { treeRow, waitForTree } from "./testing/manage-tree.ts";
import { keepPicture, waitUntilSharp } from "./testing/slide-page.ts";

const SCHEMES = ["light", "dark"] as const;
const GRAVE = ["serious", "critical"];
const WORD = "Axolotl";

let content: PlacedContent;
shareSite();
test.beforeAll(async () => {
  content = await placeContent(WORD);
});

/** What axe finds that is serious or worse, one line each. */
async function graveFindings(page: Page, name: string): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).exclude("iframe").analyze();
  return violations
    .filter(({ impact }) => GRAVE.includes(impact ?? ""))
    .flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => `${name}: ${id}: ${html}\n${failureSummary}`));
}

/** Looks once what moves and comes later has done so. */
async function settle(page: Page): Promise<void> {
  await page.waitForLoadState("networkidle");
  await page.evaluate(() => Promise.all(document.getAnimations().map(({ finished }) => finished.catch(() => null))));
}

for (const scheme of SCHEMES) {
  test.describe(scheme, () => {
    let found: string[] = [];
    const look = async (page: Page, name: string) => {
      await settle(page);
      await keepPicture(page, `content-${name}-${scheme}`);
      found.push(...(await graveFindings(page, `${name}, ${scheme}`)));
    };
    test.beforeEach(async ({ page }) => {
      test.setTimeout(240_000);
      found = [];
      await page.emulateMedia({ colorScheme: scheme, reducedMotion: "reduce" });
    });

    test(`axe finds nothing serious in any editor: ${scheme}`, async ({ page }) => {
      await signIn(page, "teacher");
      for (const [name, query] of content.editors) {
        await page.goto(sitePath(`/manage?${query}`));
        await expect(page.getByRole("button", { name: "Save", exact: true })).toBeVisible({ timeout: 30_000 });
        await look(page, `editor-${name}`);
      }
      expect(found).toEqual([]);
    });

    test(`axe finds nothing serious in the parts of the administration: ${scheme}`, async ({ page }) => {
      await signIn(page, "admin");
      await page.goto(sitePath("/manage"));
      await waitForTree(page);
      const parts = await page
        .getByRole("navigation", { name: "Administration" })
        .getByRole("link")
        .evaluateAll((links) => links.map((link) => link.getAttribute("href") ?? ""));
      expect(parts.length).toBeGreaterThanOrEqual(4);
      for (const path of parts) {
        await page.goto(path);
        await expect(page.getByRole("navigation", { name: "Administration" })).toBeVisible();
        await look(page, `part-${path.split("/").at(-1)}`);
      }
      expect(found).toEqual([]);
    });

    test(`axe finds nothing serious in the menus and dialogs of the tree: ${scheme}`, async ({ page }) => {
      await signIn(page, "teacher");
      await page.goto(sitePath(`/manage?item=${content.folderId}&in=${content.courseId}`));
      await waitForTree(page);
      await page.getByRole("button", { name: "Add", exact: true }).click();
      await expect(page.getByRole("menuitem", { name: "Folder…" })).toBeVisible();
      await look(page, "add-menu");
      const kinds = await page.getByRole("menuitem").allInnerTexts();
      await page.keyboard.press("Escape");
      for (const kind of kinds.filter((text) => !text.startsWith("Upload"))) {
        await page.getByRole("button", { name: "Add", exact: true }).click();
        await page.getByRole("menuitem", { name: kind, exact: true }).click();
        await expect(page.getByRole("dialog")).toBeVisible();
        await look(page, `add-${kind.replace("…", "")}`);
        await page.keyboard.press("Escape");
        await expect(page.getByRole("dialog")).toHaveCount(0);
      }
      for (const deed of ["Move to…", "User groups…"]) {
        await treeRow(page, `${WORD} folder`).click({ button: "right" });
        await look(page, "row-menu");
        await page.getByRole("menuitem", { name: deed }).click();
        await expect(page.getByRole("dialog")).toBeVisible();
        await look(page, deed.replace("…", ""));
        await page.keyboard.press("Escape");
        await expect(page.getByRole("dialog")).toHaveCount(0);
      }
      await page.getByRole("button", { name: "Choose or upload a picture" }).click();
      await expect(page.getByRole("dialog", { name: "Choose a picture" })).toBeVisible();
      await look(page, "picker");
      expect(found).toEqual([]);
    });

    test(`axe finds nothing serious on the pages of learners: ${scheme}`, async ({ page }) => {
      await signIn(page, "learner");
      for (const [name, path] of content.pages) {
        await page.goto(path);
        await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
        await look(page, `page-${name}`);
      }
      await page.goto(content.casePath);
      await expect(page.locator("#case-slide-map-0")).toHaveAttribute("data-sharp", "", { timeout: 20_000 });
      await look(page, "page-case");
      await page.goto(content.slidePath);
      await waitUntilSharp(page);
      await look(page, "page-slide");
      await page.goto(sitePath(`/search?q=${WORD}`));
      await expect(page.getByRole("region", { name: "Results" })).toBeVisible();
      await look(page, "search");
      expect(found).toEqual([]);
    });
  });
}
