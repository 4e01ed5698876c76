// Slices: colour, slide, stain, viewer
/** A settled colour adjustment is painted into the tiles without a visible change. */
import { applyToPixel, type Rgb } from "@parfocal/core/colour/apply-colour.ts";
import {
  type ColourAdjustment,
  cssFilterOf,
  formatColour,
  NEUTRAL_COLOUR,
} from "@parfocal/core/item/colour-adjustment.ts";
import type { Locator, Page } from "@playwright/test";
import sharp from "sharp";
import { expect, signIn, test } from "./testing/journey.ts";
import { placeSerialCase } from "./testing/serial-slides.ts";
import { settledBox } from "./testing/settled.ts";
import { openSlide, slideOn, waitUntilSharp } from "./testing/slide-page.ts";
import { type PlacedSlide, placeSlide } from "./testing/slides.ts";
import { middleOf, PATCHES, STAINED_SLIDE, writeStainedFile } from "./testing/stained-file.ts";

/** A JPEG at its best quality is off by one or two, which contrast increases. */
const TOLERANCE = 5;
const CONTRAST: ColourAdjustment = { ...NEUTRAL_COLOUR, contrast: 150, invert: 100 };
const STRONGER: ColourAdjustment = { ...CONTRAST, contrast: 190 };

type Patch = keyof typeof PATCHES;
const ALL_PATCHES = Object.keys(PATCHES) as readonly Patch[];

/** The colours of the tiles' canvas at some points, and the filter above it. */
interface Look {
  readonly colours: readonly Rgb[];
  /** As CSS; `none`: none. */
  readonly filter: string;
}
type Watching = typeof globalThis & { looks?: Look[]; watched?: readonly (readonly [x: number, y: number])[] };

/** Records the visible state of each frame and between frames, at each change. Points are CSS px from the middle. */
async function watchLooks(page: Page, places: readonly (readonly [x: number, y: number])[]): Promise<void> {
  await page.addInitScript((watched) => {
    const watching = globalThis as Watching;
    watching.looks = [];
    const look = (): void => {
      const layer = document.querySelector<HTMLElement>(".slide-viewer-tiles");
      const canvas = layer?.querySelector("canvas");
      const context = canvas?.getContext("2d");
      if (!layer || !canvas || !context) return;
      const pixels = watched.map(
        ([x, y]) => context.getImageData(canvas.width / 2 + x, canvas.height / 2 + y, 1, 1).data,
      );
      if (pixels.some(([, , , alpha]) => alpha !== 255)) return;
      const colours = pixels.map(([red = 0, green = 0, blue = 0]) => [red, green, blue] as const);
      const { filter } = getComputedStyle(layer);
      const last = watching.looks?.at(-1);
      if (JSON.stringify(last) !== JSON.stringify({ colours, filter })) watching.looks?.push({ colours, filter });
    };
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = look;
    const watchFrame = (): void => {
      look();
      port2.postMessage(null);
      requestAnimationFrame(watchFrame);
    };
    requestAnimationFrame(watchFrame);
  }, places);
}

/** The last visible state. */
const latestLook = (page: Page): Promise<Look | undefined> =>
  page.evaluate(() => (globalThis as Watching).looks?.at(-1));

/** The states since the last call, including the present one. */
const takeLooks = (page: Page): Promise<Look[]> =>
  page.evaluate(() => {
    const watching = globalThis as Watching;
    const { looks = [] } = watching;
    watching.looks = looks.slice(-1);
    return looks;
  });

const isLike = (one: Rgb, other: Rgb): boolean =>
  one.every((value, at) => Math.abs(value - (other[at] ?? 0)) <= TOLERANCE);

/** CSS as reported by the browser. */
const computedFilter = async (page: Page, adjustment: ColourAdjustment): Promise<string> =>
  page.evaluate((filter) => {
    const probe = document.body.appendChild(document.createElement("div"));
    probe.style.filter = filter;
    const computed = getComputedStyle(probe).filter;
    probe.remove();
    return computed;
  }, cssFilterOf(adjustment));

/** The states of a set that were seen, in order; any state in between fails. */
async function statesSeen(
  page: Page,
  patches: readonly Patch[],
  states: Readonly<Record<string, { painted: ColourAdjustment; filter: ColourAdjustment }>>,
): Promise<readonly string[]> {
  const expected = await Promise.all(
    Object.entries(states).map(async ([name, { painted, filter }]) => ({
      name,
      colours: adjusted(patches, painted),
      filter: await computedFilter(page, filter),
    })),
  );
  const looks = await takeLooks(page);
  const names = looks.map(({ colours, filter }) => {
    const state = expected.find(
      (one) => one.filter === filter && one.colours.every((colour, at) => isLike(colour, colours[at] ?? [0, 0, 0])),
    );
    return state?.name ?? `neither: ${JSON.stringify({ colours, filter })}`;
  });
  return names.filter((name, at) => name !== names[at - 1]);
}

/**
 * Waits until the newest frame shows these colours at the watched points, without a filter. The attribute alone is not
 * enough: it is also missing before the adjustment is applied, and is removed before the frame is drawn.
 */
async function waitUntilPainted(page: Page, colours: readonly Rgb[]): Promise<void> {
  await expect(slideOn(page)).not.toHaveAttribute("data-colour");
  await expect
    .poll(async () => {
      const last = await latestLook(page);
      return last?.filter === "none" && last.colours.every((colour, at) => isLike(colour, colours[at] ?? [0, 0, 0]));
    })
    .toBe(true);
}
const adjusted = (patches: readonly Patch[], adjustment: ColourAdjustment): Rgb[] =>
  patches.map((patch) => applyToPixel(PATCHES[patch], adjustment));
const filtered = (adjustment: ColourAdjustment) => ({ painted: NEUTRAL_COLOUR, filter: adjustment });
const painted = (adjustment: ColourAdjustment) => ({ painted: adjustment, filter: NEUTRAL_COLOUR });
const PLAIN = painted(NEUTRAL_COLOUR);
const panelOn = (page: Page): Locator => page.getByRole("complementary", { name: "Colour" });

test("no frame shows the slide unadjusted, adjusted twice, or adjusted in part", async ({ page }) => {
  const slide = await placeSlide({ file: await writeStainedFile(), courseTitle: "Painted" });
  const middle = STAINED_SLIDE.width / 2;
  await signIn(page, "learner");
  await watchLooks(
    page,
    ALL_PATCHES.map((patch) => [middleOf(patch)[0] - middle, 40] as const),
  );
  const address = `${slide.path}?view=${middle},${STAINED_SLIDE.height / 2},2`;

  await test.step("opened with an adjustment: the filter immediately, painted soon after", async () => {
    await openSlide(page, `${address}&colour=${formatColour(CONTRAST)}`);
    await waitUntilPainted(page, adjusted(ALL_PATCHES, CONTRAST));
    const seen = await statesSeen(page, ALL_PATCHES, { filter: filtered(CONTRAST), painted: painted(CONTRAST) });
    expect(seen).toEqual(["filter", "painted"]);
  });

  await test.step("changed: filtered at first, painted once it has settled", async () => {
    await page.keyboard.press("k");
    await panelOn(page).getByRole("textbox", { name: "Contrast (%)" }).fill("190");
    await expect(slideOn(page)).toHaveAttribute("data-colour", "");
    await waitUntilPainted(page, adjusted(ALL_PATCHES, STRONGER));
    const seen = await statesSeen(page, ALL_PATCHES, {
      before: painted(CONTRAST),
      filter: filtered(STRONGER),
      after: painted(STRONGER),
      // During typing.
      ...Object.fromEntries([1, 19].map((contrast) => [`typed ${contrast}`, filtered({ ...CONTRAST, contrast })])),
    });
    expect(seen.filter((name) => !name.startsWith("typed"))).toEqual(["before", "filter", "after"]);
  });

  await test.step("compared, and reset: the original slide", async () => {
    const compare = panelOn(page).getByRole("button", { name: "Hold to compare" });
    await compare.hover();
    await page.mouse.down();
    const states = { before: painted(STRONGER), plain: PLAIN, filter: filtered(STRONGER) };
    await expect.poll(async () => (await latestLook(page))?.colours[3]).toEqual([255, 255, 255]);
    await page.mouse.up();
    await expect(slideOn(page)).toHaveAttribute("data-colour", "");
    await waitUntilPainted(page, adjusted(ALL_PATCHES, STRONGER));
    expect(await statesSeen(page, ALL_PATCHES, states)).toEqual(["before", "plain", "filter", "before"]);
    await panelOn(page).getByRole("button", { name: "Reset all" }).click();
    await expect.poll(async () => (await latestLook(page))?.colours[3]).toEqual([255, 255, 255]);
    expect(await statesSeen(page, ALL_PATCHES, states)).toEqual(["before", "plain"]);
  });
});

test("tiles loaded later and stains are painted, without a filter", async ({ page }) => {
  const slide = await placeSlide({ file: await writeStainedFile(), courseTitle: "Painted later" });
  await signIn(page, "learner");
  await watchLooks(page, [[24, 24]]);
  await test.step("tiles loaded later are painted already, and panning needs no filter", () => paintLater(page, slide));
  await test.step("stains and colours are painted together, and changed separately", () => paintStains(page, slide));
});

async function paintLater(page: Page, slide: PlacedSlide): Promise<void> {
  await openSlide(page, `${slide.path}?view=${middleOf("both").join(",")},3&colour=${formatColour(CONTRAST)}`);
  await waitUntilPainted(page, adjusted(["both"], CONTRAST));
  await takeLooks(page);
  await slideOn(page).focus();
  for (const key of ["-", "-", "+"]) {
    await page.keyboard.press(key);
    await waitUntilSharp(page);
  }
  expect(await statesSeen(page, ["both"], { painted: painted(CONTRAST) })).toEqual(["painted"]);
}

async function paintStains(page: Page, slide: PlacedSlide): Promise<void> {
  const { lightOf, concentrationsOf } = await import("@parfocal/core/stain/separate-stains.ts");
  const look = (await import("@parfocal/core/stain/stain-settings.ts")).stainSettingsOf("he");
  const [hematoxylin] = concentrationsOf(PATCHES.both, look);
  await openSlide(
    page,
    `${slide.path}?view=${middleOf("both").join(",")},2&stains=he,100,c,255,255,255&colour=${formatColour(CONTRAST)}`,
  );
  await waitUntilPainted(page, [applyToPixel(lightOf([hematoxylin, 0, 0], look) ?? [0, 0, 0], CONTRAST)]);
}

/**
 * Points on the slide rotated by 45 degrees: in its middle patch, in those beside it and beyond its edges. CSS px from
 * the middle of the view.
 */
const TURNED_PLACES = [
  [30, 30],
  [120, 120],
  [-120, -120],
  [120, -120],
  [-120, 120],
] as const;

async function pixelOf(picture: Buffer, x: number, y: number): Promise<Rgb> {
  const area = { left: Math.round(x), top: Math.round(y), width: 1, height: 1 };
  const [red = 0, green = 0, blue = 0] = await sharp(picture).extract(area).removeAlpha().raw().toBuffer();
  return [red, green, blue];
}

/** Its script cannot be loaded: the filter is kept. */
async function withoutPainting(page: Page): Promise<void> {
  await page.route(/tile-painting/, (route) => route.abort());
}

test("a captured image has the colours of the screen once, rotated as displayed", async ({ page }) => {
  const slide = await placeSlide({ file: await writeStainedFile(), courseTitle: "Captured" });
  await signIn(page, "teacher");
  await watchLooks(page, [[24, 24]]);
  const open = () =>
    openSlide(page, `${slide.path}?view=${middleOf("both").join(",")},2,45&colour=${formatColour(CONTRAST)}`);
  await test.step("painted into the tiles", async () => {
    await open();
    await captureAndCompare(page, false);
  });
  await test.step("by the filter", async () => {
    await withoutPainting(page);
    await open();
    await captureAndCompare(page, true);
  });
  await test.step("by the filter, in a browser that has none on a canvas", async () => {
    await page.addInitScript(() => Reflect.deleteProperty(CanvasRenderingContext2D.prototype, "filter"));
    await open();
    await captureAndCompare(page, true);
  });
});

async function captureAndCompare(page: Page, isFiltered: boolean): Promise<void> {
  if (isFiltered) await expect(slideOn(page)).toHaveAttribute("data-colour", "");
  else await waitUntilPainted(page, adjusted(["both"], CONTRAST));
  await page.keyboard.press("Shift+O");
  const panel = page.getByRole("complementary", { name: "Opening view and thumbnail" });
  await panel.getByRole("button", { name: "Capture thumbnail" }).click();
  const preview = panel.getByRole("img", { name: "Thumbnail preview" });
  await expect(preview).toHaveJSProperty("naturalWidth", 512);
  const captured = Buffer.from((await preview.getAttribute("src"))?.split(",")[1] ?? "", "base64");
  const screen = await page.screenshot();
  const box = await settledBox(slideOn(page));
  const scale = Math.max(512 / box.width, 320 / box.height);
  const seen = await Promise.all(
    TURNED_PLACES.map(([x, y]) => pixelOf(screen, box.x + box.width / 2 + x, box.y + box.height / 2 + y)),
  );
  expect(isLike(seen[0] ?? [0, 0, 0], applyToPixel(PATCHES.both, CONTRAST)), `${seen[0]}`).toBe(true);
  expect(new Set(seen.map((colour) => colour.join())).size).toBeGreaterThan(3);
  for (const [at, [x, y]] of TURNED_PLACES.entries()) {
    const taken = await pixelOf(captured, 256 + x * scale, 160 + y * scale);
    const off = Math.max(...taken.map((value, axis) => Math.abs(value - (seen[at]?.[axis] ?? 0))));
    expect(off, `${x},${y}: ${taken} for ${seen[at]}`).toBeLessThanOrEqual(2 * TOLERANCE);
  }
}

/** The colours of a serial case's slides outside the markers. */
const GLASS: Rgb = [225, 225, 225];

test("slides of a case show their default colours everywhere, each its own", async ({ page }) => {
  const serial = await placeSerialCase("Coloured cuts");
  const negative = { ...NEUTRAL_COLOUR, invert: 100 };
  const body = { name: "Negative", colour: negative, isDefault: true };
  await serial.api.call("POST", `/v2/image/${serial.firstId}/colourPreset`, body);
  await signIn(page, "learner");
  await page.goto(serial.path);
  for (const [place, expected] of [applyToPixel(GLASS, negative), GLASS].entries()) {
    const container = page.locator(`#case-slide-map-${place}`);
    await expect(container).toHaveAttribute("data-sharp", "", { timeout: 20_000 });
    await expect(container).not.toHaveAttribute("data-colour");
    const { x, y, width, height } = await settledBox(container);
    const seen = await pixelOf(await page.screenshot(), x + width / 2 + 12, y + height / 2 + 12);
    expect(isLike(seen, expected), `${seen} for ${expected}`).toBe(true);
  }
});
