/** Putting a list in order by its grips and keys. */
import { expect, type Locator, type Page } from "@playwright/test";

/** An arrow is taken from the frame on after that in which the row was picked up; a person is slower than a frame. */
const HEARD_WITHIN_MS = 1500;

/**
 * Picks a row up and moves it up by one, until that is said.
 *
 * @param said what a screen reader hears of the row, picked up and over its new place.
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
