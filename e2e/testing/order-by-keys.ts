/** Reorders a list with its drag handles and keys. */
import { expect, type Locator, type Page } from "@playwright/test";

/**
 * Arrow keys are handled from the frame after the one in which the row was picked up; a person is slower than a frame.
 */
const HEARD_WITHIN_MS = 1500;

/**
 * Picks up a row and moves it up by one, until that is announced.
 *
 * @param said screen reader announcements for the row, when picked up and over its new position.
 */
export async function moveUpByKeys(
  page: Page,
  grip: Locator,
  said: { readonly picked: string | RegExp; readonly over: string | RegExp },
): Promise<void> {
  await grip.focus();
  await page.keyboard.press("Space");
  await expect(page.getByText(said.picked)).toBeAttached();
  const over = page.getByText(said.over);
  await expect(async () => {
    await page.keyboard.press("ArrowUp");
    await expect(over).toBeAttached({ timeout: HEARD_WITHIN_MS });
  }).toPass();
  await page.keyboard.press("Space");
}
