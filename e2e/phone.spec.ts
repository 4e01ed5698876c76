import type { Page } from "@playwright/test";
import { annotationsIn, savedToast } from "./testing/annotator.ts";
import { callsOf } from "./testing/api.ts";
import { DEMO_PASSWORD, expect, loginOf, test } from "./testing/journey.ts";
import { keepPicture, magnificationOn, placeOnSlide, waitUntilSharp } from "./testing/slide-page.ts";
import { placeSlide } from "./testing/slides.ts";

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 });

/** Two fingers that part. */
async function spreadFingers(page: Page): Promise<void> {
  const { x, y } = await placeOnSlide(page, 0.5, 0.4);
  const session = await page.context().newCDPSession(page);
  const fingers = (gap: number) => [
    { x: x - gap, y, id: 0 },
    { x: x + gap, y, id: 1 },
  ];
  await session.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: fingers(20) });
  for (let gap = 30; gap <= 90; gap += 10)
    await session.send("Input.dispatchTouchEvent", { type: "touchMove", touchPoints: fingers(gap) });
  await session.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
  await session.detach();
}

test("on a phone: sign in, open a slide, zoom with two fingers, and mark a point from the sheet below", async ({
  page,
}) => {
  const slide = await placeSlide({ courseTitle: "On a phone" });
  await page.goto("/sign-in");
  await page.getByRole("textbox", { name: "Email or user name" }).fill(loginOf("learner"));
  await page.getByRole("textbox", { name: "Password" }).fill(DEMO_PASSWORD);
  await page.getByRole("button", { name: "Sign in" }).tap();
  await page.getByRole("link", { name: slide.courseTitle, exact: true }).tap();
  await page.getByRole("link", { name: slide.title, exact: true }).tap();
  await waitUntilSharp(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);

  const whole = Number.parseFloat((await magnificationOn(page).textContent()) ?? "");
  await spreadFingers(page);
  await expect
    .poll(async () => Number.parseFloat((await magnificationOn(page).textContent()) ?? ""))
    .toBeGreaterThan(1.5 * whole);

  await page.getByRole("button", { name: "Annotations", exact: true }).tap();
  const sheet = page.getByRole("complementary");
  await expect(sheet).toBeVisible();
  await keepPicture(page, "phone-sheet");
  const box = await sheet.boundingBox();
  expect(box?.width).toBe(390);
  expect(box?.y).toBeGreaterThan(844 / 4);
  await sheet.getByRole("button", { name: /^Annotate/ }).tap();
  await sheet.getByRole("button", { name: "Point", exact: true }).tap();
  const { x, y } = await placeOnSlide(page, 0.5, 0.2);
  await page.touchscreen.tap(x, y);
  await page.getByRole("textbox", { name: "Title" }).fill("Touched");
  await keepPicture(page, "phone-annotator");
  await page.getByRole("button", { name: "Save", exact: true }).tap();
  await expect(savedToast(page)).toBeVisible();
  await expect(annotationsIn(page).filter({ hasText: "Touched" })).toHaveCount(1);
  const saved = await (await callsOf("learner")).listAnnotations(slide.imageId, "mine");
  expect(saved.map(({ title }) => title)).toEqual(["Touched"]);
});
