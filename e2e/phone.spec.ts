// Slices: annotation, annotation-editing, colour, grid, measuring, note, slide, viewer
import type { Page } from "@playwright/test";
import { annotationsIn, saveByTap, savedToast } from "./testing/annotator.ts";
import { callsOf } from "./testing/api.ts";
import { DEMO_PASSWORD, expect, loginOf, openSignIn, signIn, test } from "./testing/journey.ts";
import { offeredPanels, openMoreTools, panelOn, tapPanel } from "./testing/panels.ts";
import { type Box, settledBox, settledBoxes, waitForSettledPage } from "./testing/settled.ts";
import {
  keepPicture,
  magnificationOn,
  openSlide,
  placeOnSlide,
  slideOn,
  viewInAddress,
  waitUntilSharp,
} from "./testing/slide-page.ts";
import { placeSlide } from "./testing/slides.ts";

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 });

/** Position of two fingers: the midpoint, px, and the direction from one to the other. */
interface Fingers {
  readonly gapPx: number;
  /** Clockwise from the right. */
  readonly angleDeg: number;
}

const rightAndLeft = (gapPx: number): Fingers => ({ gapPx, angleDeg: 0 });

/** Two fingers around a point in the upper half of the slide. */
async function moveFingers(page: Page, [first, ...rest]: readonly [Fingers, ...Fingers[]]): Promise<void> {
  const { x, y } = await placeOnSlide(page, 0.5, 0.4);
  const session = await page.context().newCDPSession(page);
  const points = ({ gapPx, angleDeg }: Fingers) => {
    const [alongX, alongY] = [Math.cos((angleDeg * Math.PI) / 180), Math.sin((angleDeg * Math.PI) / 180)];
    return [-1, 1].map((side, id) => ({ x: x + side * gapPx * alongX, y: y + side * gapPx * alongY, id }));
  };
  await session.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: points(first) });
  for (const fingers of rest)
    await session.send("Input.dispatchTouchEvent", { type: "touchMove", touchPoints: points(fingers) });
  await session.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
  await session.detach();
}

/** One finger, from point to point, in fractions of the slide's width and height. */
async function strokeAlong(page: Page, way: readonly (readonly [x: number, y: number])[]): Promise<void> {
  const session = await page.context().newCDPSession(page);
  for (const [index, share] of way.entries()) {
    const type = index === 0 ? "touchStart" : "touchMove";
    const { x, y } = await placeOnSlide(page, ...share);
    await session.send("Input.dispatchTouchEvent", { type, touchPoints: [{ x, y, id: 0 }] });
  }
  await session.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
  await session.detach();
}

/** Visible breadcrumbs: each with its edges, and whether its text is truncated. */
const crumbsOn = (page: Page) =>
  page.getByRole("navigation", { name: "Breadcrumb" }).evaluate((crumbs) =>
    [...crumbs.querySelectorAll("li")]
      .map((crumb) => {
        const { left, right } = crumb.getBoundingClientRect();
        const text = crumb.querySelector("a, span");
        const isCut = text !== null && text.scrollWidth > text.clientWidth;
        return { title: crumb.textContent, left, right, isCut };
      })
      .filter(({ left, right }) => right > left),
  );

/** Nothing overflows horizontally. */
const widthOf = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth);

/** With the sheet of annotations open, which contain one. */
async function drawByFinger(page: Page, imageId: number): Promise<void> {
  const sheet = page.getByRole("complementary");
  await sheet.getByRole("button", { name: /^Annotate/ }).tap();
  await sheet.getByRole("button", { name: "Freehand", exact: true }).tap();
  // The sheet changes its height, and a fitted slide is fitted again: its centre is unchanged.
  const middle = (): string[] => viewInAddress(page).split(",").slice(0, 2);
  // It is written to the URL a moment later.
  await expect.poll(() => viewInAddress(page)).not.toBe("");
  const before = middle();
  await strokeAlong(page, [
    [0.3, 0.3],
    [0.4, 0.35],
    [0.5, 0.45],
    [0.6, 0.4],
    [0.7, 0.5],
  ]);
  await page.getByRole("textbox", { name: "Title" }).fill("By finger");
  await saveByTap(page);
  expect(middle()).toEqual(before);
  const learner = await callsOf("learner");
  await expect.poll(async () => (await learner.listAnnotations(imageId, "mine")).length).toBe(2);
  expect(await learner.listAnnotations(imageId, "mine")).toContainEqual(
    expect.objectContaining({ title: "By finger", geometry: expect.stringMatching(/^LINESTRING/) }),
  );
}

/** Its third number is the zoom, its fourth the rotation. */
const rotationIn = (page: Page) => Number(viewInAddress(page).split(",")[3] ?? 0);

async function rotateByFingers(page: Page): Promise<void> {
  const turned = (angleDeg: number): Fingers => ({ gapPx: 80, angleDeg });
  await moveFingers(page, [turned(0), ...[10, 20, 30, 40, 50, 55].map(turned)]);
  await expect(page.getByText("rotation 45°")).toBeVisible();
  await expect.poll(() => rotationIn(page)).toBe(45);
}

test("on a phone: sign in, open a slide, zoom with two fingers, and mark a point from the sheet at the bottom", async ({
  page,
}) => {
  const slide = await placeSlide({ courseTitle: "On a phone" });
  await openSignIn(page);
  await page.getByRole("textbox", { name: "Email or username" }).fill(loginOf("learner"));
  await page.getByRole("textbox", { name: "Password" }).fill(DEMO_PASSWORD);
  await page.getByRole("button", { name: "Sign in" }).tap();
  await page.getByRole("link", { name: slide.courseTitle, exact: true }).tap();
  await page.getByRole("link", { name: slide.title, exact: true }).tap();
  await waitUntilSharp(page);
  expect(await widthOf(page)).toBe(390);
  const crumbs = await crumbsOn(page);
  expect(crumbs.at(-1)).toMatchObject({ title: slide.title, isCut: false });
  for (const [at, { right }] of crumbs.entries()) expect(right).toBeLessThanOrEqual(crumbs[at + 1]?.left ?? 390);

  const whole = Number.parseFloat((await magnificationOn(page).textContent()) ?? "");
  await moveFingers(page, [20, 30, 40, 50, 60, 70, 80, 90].map(rightAndLeft) as [Fingers, ...Fingers[]]);
  await expect
    .poll(async () => Number.parseFloat((await magnificationOn(page).textContent()) ?? ""))
    .toBeGreaterThan(1.5 * whole);

  await page.getByRole("button", { name: "Annotations", exact: true }).tap();
  const sheet = page.getByRole("complementary");
  await expect(sheet).toBeVisible();
  await keepPicture(page, "phone-sheet");
  const box = await settledBox(sheet);
  expect(box.width).toBe(390);
  expect(box.y).toBeGreaterThan(844 / 4);
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
  await test.step("a freehand line is drawn with a finger, and the slide does not move", () =>
    drawByFinger(page, slide.imageId));
});

test("each tool's sheet leaves half of the slide free, fits the screen, and closes by a tap", async ({ page }) => {
  test.setTimeout(120_000);
  const slide = await placeSlide({ courseTitle: "Sheets" });
  await signIn(page, "teacher");
  await openSlide(page, slide.path);
  await test.step("two fingers rotate the slide; on release it snaps to the nearest step of 45°", () =>
    rotateByFingers(page));
  await openMoreTools(page);
  expect(await widthOf(page)).toBe(390);
  await page.keyboard.press("Escape");
  const panels = await offeredPanels(page);
  expect(panels.length).toBeGreaterThan(10);
  for (const offered of panels) {
    await test.step(offered.label, async () => {
      const panel = await tapPanel(page, offered);
      expect(await widthOf(page)).toBe(390);
      await waitForSettledPage(page);
      const [sheet, seen] = (await settledBoxes(panel, slideOn(page))) as [Box, Box];
      expect(sheet.width).toBe(390);
      expect(sheet.y).toBeGreaterThanOrEqual(seen.y + seen.height - 1);
      expect(seen.height).toBeGreaterThan(844 / 3);
      // It scrolls only vertically.
      expect(
        await panel
          .locator("section")
          .first()
          .evaluate((body) => body.scrollWidth - body.clientWidth),
      ).toBe(0);
      await panel.getByRole("button", { name: "Close" }).first().tap();
      await expect(panelOn(page)).toHaveCount(0);
    });
  }
});
