// Slices: course, slide, viewer
import { expect, signIn, sitePath, test } from "./testing/journey.ts";
import { waitUntilSharp } from "./testing/slide-page.ts";
import { placeSlide } from "./testing/slides.ts";

/** The goal is 1 s (measured by bench/slide-open.ts); a busy machine is allowed more. */
const SHARP_WITHIN_MS = 5000;
/** Level of a colour channel: light pages are near 255, the dark surround is 28. */
const DARK_BELOW = 80;

test("after a click on its card a slide is sharp within seconds, without a white flash", async ({ page }) => {
  const slide = await placeSlide({ courseTitle: "Opening a slide" });
  await page.emulateMedia({ colorScheme: "light" });
  await signIn(page, "learner");
  await page.goto(sitePath(`/course${slide.courseId}/`));
  await expect(page.getByRole("link", { name: slide.title })).toBeVisible();
  await page.evaluate(() => {
    const frames: string[] = [];
    Object.assign(window, { seenFrames: frames });
    const sample = () => {
      if (/\/i\d+\//.test(location.pathname)) {
        let element = document.elementFromPoint(innerWidth / 3, innerHeight / 2);
        const isSlideShown = document.querySelector("main h1") === null || document.querySelector("[role=application]");
        while (element && getComputedStyle(element).backgroundColor === "rgba(0, 0, 0, 0)")
          element = element.parentElement;
        if (isSlideShown) frames.push(element ? getComputedStyle(element).backgroundColor : "nothing");
      }
      requestAnimationFrame(sample);
    };
    requestAnimationFrame(sample);
  });
  const clickedAt = Date.now();
  await page.getByRole("link", { name: slide.title }).click();
  await waitUntilSharp(page);
  expect(Date.now() - clickedAt).toBeLessThan(SHARP_WITHIN_MS);
  const frames = await page.evaluate(() => (window as unknown as { seenFrames: string[] }).seenFrames);
  expect(frames.length).toBeGreaterThan(1);
  const lightest = (colour: string) =>
    Math.max(
      ...(colour
        .match(/\d+(\.\d+)?/g)
        ?.slice(0, 3)
        .map(Number) ?? [255]),
    );
  expect([...new Set(frames)].filter((colour) => lightest(colour) >= DARK_BELOW)).toEqual([]);
});
