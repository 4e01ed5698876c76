/** Navigates to another screen without a page load, like a link of the product. */
import { expect, type Page } from "@playwright/test";

/** The part of the administration that its tabs replace, for `goWithinPage`. */
export const MANAGE_PART = "#sz-admin-app > :last-child > *";

/**
 * Resolves when the former screen is removed; the caller waits for the content of the new one.
 *
 * @param former selector of the part that the new screen replaces. Each item's page and editor is rendered again.
 */
export async function goWithinPage(page: Page, path: string, former = "main > *"): Promise<void> {
  await page.evaluate(
    ({ path, former }) => {
      for (const element of document.querySelectorAll(former)) element.setAttribute("data-former", "");
      history.pushState(null, "", path);
    },
    { path, former },
  );
  await expect(page.locator("[data-former]")).toHaveCount(0);
}
