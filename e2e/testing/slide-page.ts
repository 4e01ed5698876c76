/** The slide page in journeys. */
import { expect, type Locator, type Page } from "@playwright/test";
import { settledBox } from "./settled.ts";

/** The slide itself: the element that has keyboard focus and is drawn on. */
export const slideOn = (page: Page): Locator => page.getByRole("application", { name: /^Slide: |^Präparat: / });

export const magnificationOn = (page: Page): Locator => page.getByTestId("magnification");

/** Waits until everything in view is shown at its resolution. */
export async function waitUntilSharp(page: Page): Promise<void> {
  await expect(slideOn(page)).toHaveAttribute("data-sharp", "", { timeout: 20_000 });
}

export async function openSlide(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await waitUntilSharp(page);
}

/** The view in the URL, once it has the expected property: `x,y,zoom,rotation`. */
export function viewInAddress(page: Page): string {
  return new URL(page.url()).searchParams.get("view") ?? "";
}

/** Position in the slide's area, from shares of its width and height, in CSS px of the page. */
export async function placeOnSlide(page: Page, x: number, y: number): Promise<{ x: number; y: number }> {
  const box = await settledBox(slideOn(page));
  return { x: box.x + box.width * x, y: box.y + box.height * y };
}

/** Maximum time for a panel to reach its height and for the slide to be fitted again, ms. */
const SETTLED_AFTER_MS = 400;

/** Waits until the slide's area and its view are stable: when a panel opens or grows, the slide is fitted again. */
export async function waitUntilSettled(page: Page): Promise<void> {
  const seen = async () => JSON.stringify([await slideOn(page).boundingBox(), viewInAddress(page)]);
  let last = "";
  await expect
    .poll(
      async () => {
        const before = last;
        last = await seen();
        return before === last;
      },
      { intervals: [SETTLED_AFTER_MS] },
    )
    .toBe(true);
  await waitUntilSharp(page);
}

/** Position on the page of a pixel of an unrotated slide, CSS px. @param sizePx width and height of the slide. */
export async function placeOfPixel(
  page: Page,
  [x, y]: readonly [number, number],
  sizePx: readonly [number, number],
): Promise<{ x: number; y: number }> {
  const [centreX = 0, centreY = 0, zoom = 0] = viewInAddress(page).split(",").map(Number);
  const maxZoom = Math.ceil(Math.log2(Math.max(...sizePx) / 256));
  const slidePxPerPx = 2 ** (maxZoom - zoom);
  const middle = await placeOnSlide(page, 0.5, 0.5);
  return { x: middle.x + (x - centreX) / slidePxPerPx, y: middle.y + (y - centreY) / slidePxPerPx };
}

/** A screenshot for manual inspection, stored with the run's other results. */
export async function keepPicture(page: Page, name: string): Promise<void> {
  const folder = process.env.JOURNEY_PICTURES;
  if (folder) await page.screenshot({ path: `${folder}/${name}.png` });
}
