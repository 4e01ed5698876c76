// Slices: slide, slides, upload, viewer
import type { Locator, Page } from "@playwright/test";
import sharp from "sharp";
import { callsOf } from "./testing/api.ts";
import { CHANNEL_SLIDE, shareAt, writeChannelFile } from "./testing/channel-file.ts";
import { expect, signIn, test } from "./testing/journey.ts";
import { settledBox } from "./testing/settled.ts";
import { keepPicture, openSlide, slideOn, waitUntilSharp } from "./testing/slide-page.ts";
import { type PlacedSlide, placeSlide } from "./testing/slides.ts";

/** In the middle of the view, one slide pixel per screen pixel: full resolution is zoom 2 for a slide of this size. */
const MIDDLE = { x: 310, y: 262 } as const;
/** Tolerance of a pixel's colour levels: it is somewhere within the slide's pixel. */
const TOLERANCE = 3;

type Colour = readonly [red: number, green: number, blue: number];

async function colourInTheMiddle(page: Page): Promise<Colour> {
  await waitUntilSharp(page);
  return pixelInTheMiddle(page);
}

async function pixelInTheMiddle(page: Page): Promise<Colour> {
  const { width, height } = await settledBox(slideOn(page));
  const picture = sharp(await slideOn(page).screenshot()).removeAlpha();
  const left = Math.floor(width / 2);
  const top = Math.floor(height / 2);
  const [red = 0, green = 0, blue = 0] = await picture.extract({ left, top, width: 1, height: 1 }).raw().toBuffer();
  return [red, green, blue];
}

async function expectMiddle(page: Page, expected: Colour): Promise<void> {
  await expect
    .poll(
      async () => {
        const seen = await colourInTheMiddle(page);
        return Math.max(...seen.map((value, at) => Math.abs(value - (expected[at] ?? 0))));
      },
      `the colour ${expected.map(Math.round)} in the middle`,
    )
    .toBeLessThanOrEqual(TOLERANCE);
}

const focusOn = (page: Page): Locator => page.getByRole("group", { name: "Focus" });

/** The visible part of a channel's switch, which is clicked. */
const switchOf = (page: Page, name: string): Locator =>
  page.getByRole("listitem").filter({ hasText: name }).locator(".mantine-Switch-track");

test("channels are combined, shown alone, adjusted and remembered; focus and time are stepped through", async ({
  page,
}) => {
  // Half a minute on a busy machine: it compares colours after each of its steps.
  test.slow();
  const slide = await placeSlide({ file: await writeChannelFile(), courseTitle: "Channels" });
  const windows = await windowsOf(slide);
  const share = (channel: number, depth = 1, time = 0, window = windows[channel]) =>
    255 * shareAt(window ?? { min: 0, max: 1 }, channel, { depth, time, ...MIDDLE });
  await signIn(page, "learner");
  await openSlide(page, `${slide.path}?view=${MIDDLE.x + 0.5},${MIDDLE.y + 0.5},2`);
  await keepPicture(page, "channels");

  await test.step("both channels are added, in the middle of the focus", async () => {
    await expect(focusOn(page).getByText("0 µm, 2 of 3")).toBeVisible();
    await expectMiddle(page, [share(0), share(1), 0]);
  });

  await test.step("one after the other alone, in grey or in its colour", async () => {
    await page.keyboard.press("o");
    await expect(page.getByRole("switch", { name: "Show FITC" })).not.toBeChecked();
    await expectMiddle(page, [share(0), share(0), share(0)]);
    await page.getByRole("switch", { name: "Show a single channel in greyscale" }).click();
    await expectMiddle(page, [share(0), 0, 0]);
    await page.getByRole("button", { name: "Only FITC" }).click();
    await expectMiddle(page, [0, share(1), 0]);
    await switchOf(page, "Cy5").click();
    await expectMiddle(page, [share(0), share(1), 0]);
    await switchOf(page, "Cy5").click({ modifiers: ["Alt"] });
    await expect(page.getByRole("switch", { name: "Show FITC" })).not.toBeChecked();
    await page.getByRole("button", { name: "Only Cy5" }).click();
    await expect(page.getByRole("switch", { name: "Show FITC" })).toBeChecked();
  });

  await test.step("focus up by key, down by the wheel with Alt, without zooming", async () => {
    await slideOn(page).focus();
    await page.keyboard.press("Shift+ArrowUp");
    await expect(focusOn(page).getByText("+0.75 µm, 3 of 3")).toBeVisible();
    await expectMiddle(page, [share(0, 2), share(1, 2), 0]);
    await slideOn(page).hover();
    await page.keyboard.down("Alt");
    await page.mouse.wheel(0, 120);
    await page.keyboard.up("Alt");
    await expect(focusOn(page).getByText("0 µm, 2 of 3")).toBeVisible();
    await expectMiddle(page, [share(0), share(1), 0]);
    await focusOn(page).getByRole("button", { name: "Focus down" }).click();
    await expect.poll(() => new URL(page.url()).searchParams.get("plane")).toBe("0,0");
  });

  const window = { min: 0, max: 30_000 };
  await test.step("another display range is applied immediately, without a request to the server", async () => {
    const asked: string[] = [];
    page.on("request", (request) => asked.push(request.url()));
    await page.getByRole("textbox", { name: "Cy5: maximum display value" }).fill(String(window.max));
    await page.getByRole("textbox", { name: "Cy5: minimum display value" }).fill(String(window.min));
    await expectMiddle(page, [share(0, 0, 0, window), share(1, 0), 0]);
    // Planes that may be viewed next are prefetched.
    expect(asked.filter((url) => url.includes("/tiles/") && url.endsWith("depth=0&time=0"))).toEqual([]);
  });

  await test.step("it is kept after a reload, at the same focus", async () => {
    await page.reload();
    await expect(focusOn(page).getByText("-0.75 µm, 1 of 3")).toBeVisible();
    await expectMiddle(page, [share(0, 0, 0, window), share(1, 0), 0]);
    await page.getByRole("button", { name: "Reset all" }).click();
    await expectMiddle(page, [share(0, 0), share(1, 0), 0]);
  });

  await test.step("time advances automatically, and stops", async () => {
    const time = page.getByRole("group", { name: "Time" });
    await time.getByRole("button", { name: "Play" }).click();
    await expect(time.getByText("2 of 2")).toBeVisible();
    await expect(time.getByText("1 of 2")).toBeVisible();
    await time.getByRole("button", { name: "Pause" }).click();
    await time.getByRole("slider").focus();
    await page.keyboard.press("End");
    await expect(time.getByText("2 of 2")).toBeVisible();
    await expectMiddle(page, [share(0, 0, 1), share(1, 0, 1), 0]);
  });

  await test.step("a missing focus plane is not replaced by the one before", () => stepToMissingPlane(page));
});

async function stepToMissingPlane(page: Page): Promise<void> {
  const slide = await placeSlide({ file: await writeChannelFile(), courseTitle: "A plane that is not there" });
  const [red, green] = (await windowsOf(slide)).map((window, channel) =>
    Math.round(255 * shareAt(window, channel, { depth: 1, time: 0, ...MIDDLE })),
  );
  await page.route(/\/tiles\/.*depth=2/, (route) => route.fulfill({ status: 404 }));
  await openSlide(page, `${slide.path}?view=${MIDDLE.x + 0.5},${MIDDLE.y + 0.5},2`);
  await expectMiddle(page, [red ?? 0, green ?? 0, 0]);
  await slideOn(page).focus();
  await page.keyboard.press("Shift+ArrowUp");
  await expect(focusOn(page).getByText("+0.75 µm, 3 of 3")).toBeVisible();
  await expect(page.getByText("Part of the slide could not be loaded.")).toBeVisible();
  // The surround of the slide is grey.
  await expect.poll(async () => new Set(await pixelInTheMiddle(page)).size).toBe(1);
}

async function windowsOf({ imageId }: PlacedSlide) {
  const { slideInformation } = await (await callsOf("teacher")).getImage(imageId);
  expect(slideInformation?.planes).toMatchObject({ sampleBits: 16, ...pick(CHANNEL_SLIDE) });
  return slideInformation?.planes?.channels.map(({ window }) => window) ?? [];
}

const pick = ({ depths, times }: typeof CHANNEL_SLIDE) => ({ depths, times });
