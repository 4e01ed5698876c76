// Slices: case, slide, viewer
/** Effects of a window change on slides and cases: full screen, another size, a small screen. */
import type { Page } from "@playwright/test";
import { expect, signIn, test } from "./testing/journey.ts";
import { markersIn, placeSerialCase, type SerialCase } from "./testing/serial-slides.ts";
import { magnificationOn, openSlide, slideOn } from "./testing/slide-page.ts";
import { placeSlide } from "./testing/slides.ts";

const CONTAINERS = ["case-slide-map-0", "case-slide-map-1"] as const;

async function openCase(page: Page, { path }: SerialCase): Promise<void> {
  await page.goto(path);
  for (const id of CONTAINERS)
    await expect(page.locator(`#${id}`)).toHaveAttribute("data-sharp", "", { timeout: 20_000 });
}

const isFullscreen = (page: Page) => page.evaluate(() => document.fullscreenElement !== null);

test("a slide: a fitted one follows the window, and full screen follows its key, its button and the browser", async ({
  page,
}) => {
  const slide = await placeSlide({ courseTitle: "Another size" });
  await signIn(page, "learner");
  await page.clock.install();
  await openSlide(page, slide.path);

  await test.step("a fitted slide is fitted again 500 ms after the window changed, not before", async () => {
    const before = (await magnificationOn(page).textContent()) ?? "";
    await page.clock.pauseAt(Date.now() + 60_000);
    await page.setViewportSize({ width: 1440, height: 500 });
    await expect.poll(async () => (await slideOn(page).boundingBox())?.height).toBeLessThan(500);
    // A frame, so that the page has received the event.
    await page.screenshot();
    await page.clock.runFor(470);
    await expect(magnificationOn(page)).toHaveText(before);
    await page.clock.runFor(200);
    await expect(magnificationOn(page)).not.toHaveText(before);
    await page.clock.resume();
  });

  await test.step("full screen is entered and exited by key and button, and follows the browser", async () => {
    await slideOn(page).focus();
    await page.keyboard.press("f");
    await expect(page.getByRole("button", { name: "Exit full screen" })).toBeVisible();
    expect(await isFullscreen(page)).toBe(true);
    // Like the browser's own key.
    await page.evaluate(() => document.exitFullscreen());
    await expect(page.getByRole("button", { name: "Full screen", exact: true })).toBeVisible();
    await page.getByRole("button", { name: "Full screen", exact: true }).click();
    await expect.poll(() => isFullscreen(page)).toBe(true);
    await page.getByRole("button", { name: "Exit full screen" }).click();
    await expect.poll(() => isFullscreen(page)).toBe(false);
  });
});

test("a case follows the window: its slides are fitted, and one viewer takes the place of the matrix", async ({
  page,
}) => {
  const serial = await placeSerialCase("Case of another size");
  await signIn(page, "learner");
  await openCase(page, serial);

  await test.step("the slides of a case are fitted again after the window changed", async () => {
    const spacings = async (): Promise<number[]> =>
      (await markersIn(page, CONTAINERS)).map((markers) => {
        const [red, green] = [markers.get("red"), markers.get("green")];
        return red && green ? Math.hypot(red[0] - green[0], red[1] - green[1]) : Number.NaN;
      });
    const before = Math.min(...(await spacings()));
    // So low that the coarsest level is reduced on the screen.
    await page.setViewportSize({ width: 1440, height: 420 });
    await expect.poll(async () => Math.max(...(await spacings()))).toBeLessThan(0.75 * before);
  });

  await test.step("a case has one viewer at 992 px or less, and its matrix from 993 px; full screen by key", async () => {
    await page.setViewportSize({ width: 992, height: 700 });
    await expect(page.locator(`#${CONTAINERS[1]}`)).toHaveCount(0);
    await expect(page.getByRole("tablist", { name: "Slides" })).toBeVisible();
    await page.setViewportSize({ width: 993, height: 700 });
    await expect(page.locator(`#${CONTAINERS[1]}`)).toBeVisible();
    await page.locator(`#${CONTAINERS[0]}`).focus();
    await page.keyboard.press("f");
    await expect.poll(() => isFullscreen(page)).toBe(true);
    await page.keyboard.press("f");
    await expect.poll(() => isFullscreen(page)).toBe(false);
  });
});
