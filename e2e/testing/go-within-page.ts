/** Another screen without a load, as a link of the product leads to it. */
import { expect, type Page } from "@playwright/test";

/**
 * Resolves when the former screen is gone; what the new one shows is for the caller to wait for.
 *
 * @param former selector of what the new screen replaces. Each item's page and editor is built again.
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
