// Slices: colour, colour-preset, share, slide, stain, viewer
import { applyToPixel, type Rgb } from "@parfocal/core/colour/apply-colour.ts";
import { type ColourAdjustment, NEUTRAL_COLOUR } from "@parfocal/core/item/colour-adjustment.ts";
import type { Locator, Page } from "@playwright/test";
import sharp from "sharp";
import { callsOf } from "./testing/api.ts";
import { expect, forgetCookies, signIn, sitePath, test } from "./testing/journey.ts";
import { settledBox } from "./testing/settled.ts";
import { keepPicture, openSlide, slideOn } from "./testing/slide-page.ts";
import { placeSlide } from "./testing/slides.ts";
import { middleOf, PATCHES, writeStainedFile } from "./testing/stained-file.ts";

/** A JPEG at its best quality is off by one or two, and so is the browser's filter. */
const TOLERANCE = 4;
/** From the middle of the view, where the crosshair may be. */
const BESIDE_PX = 24;

// The panel does not cover the middle of the slide.
test.use({ viewport: { width: 1280, height: 700 } });

type Patch = keyof typeof PATCHES;

/** One slide pixel per screen pixel, the patch in the middle: a slide of this size is at full resolution at zoom 2. */
const viewOf = (patch: Patch): string => `?view=${middleOf(patch).join(",")},2`;

async function colourInTheMiddle(page: Page): Promise<Rgb> {
  const { x, y, width, height } = await settledBox(slideOn(page));
  const clip = { x: Math.floor(x + width / 2) + BESIDE_PX, y: Math.floor(y + height / 2) + BESIDE_PX };
  return colourAt(page, clip);
}

async function colourAt(page: Page, place: { x: number; y: number }): Promise<Rgb> {
  const picture = await page.screenshot({ clip: { ...place, width: 1, height: 1 } });
  const [red = 0, green = 0, blue = 0] = await sharp(picture).removeAlpha().raw().toBuffer();
  return [red, green, blue];
}

async function expectMiddle(page: Page, expected: readonly number[], tolerance = TOLERANCE): Promise<void> {
  await expect
    .poll(
      async () => {
        const seen = await colourInTheMiddle(page);
        return Math.max(...seen.map((value, at) => Math.abs(value - (expected[at] ?? 0))));
      },
      { message: `the colour ${expected} in the middle` },
    )
    .toBeLessThanOrEqual(tolerance);
}

const adjusted = (pixel: Rgb, change: Partial<ColourAdjustment>): Rgb =>
  applyToPixel(pixel, { ...NEUTRAL_COLOUR, ...change });

const panelOn = (page: Page, name: string): Locator => page.getByRole("complementary", { name });
const inAddress = (page: Page, name: string) => () => new URL(page.url()).searchParams.get(name);

test("the colours of a slide are adjusted by mouse and keyboard, compared, sent as a link and reset", async ({
  page,
}) => {
  const slide = await placeSlide({ file: await writeStainedFile(), courseTitle: "Colours" });
  await signIn(page, "learner");
  await openSlide(page, `${slide.path}${viewOf("both")}`);
  const panel = panelOn(page, "Colour");
  await expectMiddle(page, PATCHES.both);

  await test.step("contrast by its number, brightness by arrow keys, invert by a click", async () => {
    await page.getByRole("button", { name: "Colour", exact: true }).click();
    await panel.getByRole("textbox", { name: "Contrast (%)" }).fill("150");
    await expectMiddle(page, adjusted(PATCHES.both, { contrast: 150 }));
    await panel.getByRole("slider", { name: "Brightness" }).focus();
    for (let press = 0; press < 10; press += 1) await page.keyboard.press("ArrowRight");
    await expectMiddle(page, adjusted(PATCHES.both, { contrast: 150, brightness: 110 }));
    await panel.getByRole("switch", { name: "Invert" }).click();
    await expectMiddle(page, adjusted(PATCHES.both, { contrast: 150, brightness: 110, invert: 100 }));
    await keepPicture(page, "colour-panel");
  });

  await test.step("everything outside the slide keeps its colours: the surround, and overlays", async () => {
    const { x, y } = await settledBox(slideOn(page));
    const around = await colourAt(page, { x: x + 600, y: y + 30 });
    expect(around).toEqual([0x1c, 0x1c, 0x1c]);
  });

  await test.step("while held, the compare button shows the original", async () => {
    await panel.getByRole("button", { name: "Hold to compare" }).hover();
    await page.mouse.down();
    await expectMiddle(page, PATCHES.both);
    await page.mouse.up();
    await expectMiddle(page, adjusted(PATCHES.both, { contrast: 150, brightness: 110, invert: 100 }));
    await panel.getByRole("slider", { name: "Brightness" }).focus();
    await page.keyboard.down("c");
    await expectMiddle(page, PATCHES.both);
    await page.keyboard.up("c");
    await expectMiddle(page, adjusted(PATCHES.both, { contrast: 150, brightness: 110, invert: 100 }));
  });

  await test.step("one value is reset, the rest stays", async () => {
    await panel.getByRole("button", { name: "Reset Brightness" }).click();
    await expectMiddle(page, adjusted(PATCHES.both, { contrast: 150, invert: 100 }));
    await expect.poll(inAddress(page, "colour")).toBe("100,150,100,0,100");
  });

  await test.step("a copied link shows the same view to another person", async () => {
    const other = await page
      .context()
      .browser()
      ?.newPage({ baseURL: new URL(page.url()).origin });
    if (!other) throw new Error("no browser");
    await signIn(other, "other-learner");
    await openSlide(other, page.url());
    await expectMiddle(other, adjusted(PATCHES.both, { contrast: 150, invert: 100 }));
    await other.context().close();
  });

  await test.step("the colours are kept in this tab, without a link", async () => {
    await openSlide(page, `${slide.path}${viewOf("eosin")}`);
    await expectMiddle(page, adjusted(PATCHES.eosin, { contrast: 150, invert: 100 }));
  });

  await test.step("0 resets all, by keyboard alone", async () => {
    await slideOn(page).focus();
    await page.keyboard.press("k");
    await expect(panel).toBeVisible();
    await page.keyboard.press("0");
    await expectMiddle(page, PATCHES.eosin);
    await expect.poll(inAddress(page, "colour")).toBeNull();
    await page.keyboard.press("Escape");
    await expect(panel).toBeHidden();
    await expect(slideOn(page)).toBeFocused();
  });
});

test("a teacher's presets are available to a learner, and the slide opens with its default", async ({ page }) => {
  const slide = await placeSlide({ file: await writeStainedFile(), courseTitle: "Presets" });
  await signIn(page, "teacher");
  await openSlide(page, `${slide.path}${viewOf("both")}`);
  const panel = panelOn(page, "Colour");
  await page.keyboard.press("k");
  await panel.getByRole("textbox", { name: "Saturation (%)" }).fill("40");
  await panel.getByRole("textbox", { name: "Preset name" }).fill("Pale");
  await panel.getByRole("button", { name: "Save" }).click();
  await expect(panel.getByRole("button", { name: "Pale", exact: true })).toBeVisible();
  await panel.getByRole("textbox", { name: "Hue (°)" }).fill("90");
  await panel.getByRole("textbox", { name: "Preset name" }).fill("Green");
  await panel.getByRole("button", { name: "Save" }).click();
  await expect(panel.getByRole("button", { name: "Green", exact: true })).toBeVisible();

  await test.step("renamed, made the default of the slide, deleted and restored", async () => {
    await panel.getByRole("button", { name: "Actions for Pale" }).click();
    await page.getByRole("menuitem", { name: "Rename" }).click();
    // Next to the field for a new preset, which a hurried user would fill.
    await expect(panel.getByRole("textbox", { name: "Preset name" })).toHaveCount(2);
    await panel.getByRole("textbox", { name: "Preset name" }).first().fill("Quiet");
    await panel.getByRole("button", { name: "Save" }).first().click();
    await panel.getByRole("button", { name: "Actions for Quiet" }).click();
    await page.getByRole("menuitem", { name: "Set as default" }).click();
    await expect(panel.getByText("Default preset")).toBeAttached();
    await panel.getByRole("button", { name: "Actions for Green" }).click();
    await page.getByRole("menuitem", { name: "Delete" }).click();
    await expect(panel.getByText("“Green” deleted")).toBeVisible();
    await panel.getByRole("button", { name: "Undo" }).click();
    await expect(panel.getByRole("button", { name: "Green", exact: true })).toBeVisible();
    await keepPicture(page, "colour-presets");
  });

  await test.step("the server keeps them", async () => {
    const presets = await (await callsOf("teacher")).call("GET", `/v2/image/${slide.imageId}/colourPreset`);
    expect(presets).toMatchObject([
      { name: "Quiet", colour: { ...NEUTRAL_COLOUR, saturation: 40 }, isDefault: true },
      { name: "Green", colour: { ...NEUTRAL_COLOUR, saturation: 40, hueRotation: 90 }, isDefault: false },
    ]);
  });

  await test.step("a learner sees the card and the slide with the default, and applies others by key", async () => {
    await forgetCookies(page.context());
    await page.evaluate(() => sessionStorage.clear());
    await signIn(page, "learner");
    await page.goto(sitePath(`/course${slide.courseId}/`));
    await expect(page.getByRole("article").filter({ hasText: slide.title }).locator("img")).toHaveCSS(
      "filter",
      "saturate(0.4)",
    );
    await openSlide(page, `${slide.path}${viewOf("both")}`);
    await expectMiddle(page, adjusted(PATCHES.both, { saturation: 40 }));
    await page.keyboard.press("k");
    await expect(panel.getByRole("button", { name: "Green", exact: true })).toBeVisible();
    await expect(panel.getByRole("button", { name: /^Actions for/ })).toHaveCount(0);
    await page.keyboard.press("2");
    await expectMiddle(page, adjusted(PATCHES.both, { saturation: 40, hueRotation: 90 }));
    await panel.getByRole("button", { name: /^Quiet/ }).click();
    await expectMiddle(page, adjusted(PATCHES.both, { saturation: 40 }));
    await expect.poll(inAddress(page, "colour")).toBeNull();
  });
});

test("stains are shown alone, together and in grey, picked on the slide, and sent as a link", async ({ page }) => {
  const slide = await placeSlide({ file: await writeStainedFile(), courseTitle: "Stains" });
  await signIn(page, "learner");
  await openSlide(page, `${slide.path}${viewOf("both")}`);
  const panel = panelOn(page, "Stains");
  await page.keyboard.press("Shift+K");
  await expect(panel).toBeVisible();

  const look = (await import("@parfocal/core/stain/stain-settings.ts")).stainSettingsOf("he");
  const { concentrationsOf, lightOf } = await import("@parfocal/core/stain/separate-stains.ts");
  const [hematoxylin, eosin] = concentrationsOf(PATCHES.both, look);

  await test.step("one alone in its colour, then in grey", async () => {
    await panel.getByRole("button", { name: "Hematoxylin only" }).click();
    await expectMiddle(page, lightOf([hematoxylin, 0, 0], look) ?? []);
    await keepPicture(page, "stain-panel");
    await page.keyboard.press("2");
    await expectMiddle(page, lightOf([0, eosin, 0], look) ?? []);
    await panel.getByRole("switch", { name: "Show single stain in greyscale" }).click();
    const grey = Math.round(255 * 10 ** -eosin);
    await expectMiddle(page, [grey, grey, grey]);
  });

  await test.step("both together, without the residual; the colours can be adjusted as well", async () => {
    await panel.getByRole("switch", { name: "Show single stain in greyscale" }).click();
    await panel.getByRole("listitem").filter({ hasText: "Hematoxylin" }).locator(".mantine-Switch-track").click();
    await expectMiddle(page, PATCHES.both);
    await page.keyboard.press("1");
    await expect.poll(inAddress(page, "stains")).toBe("he,100,c,255,255,255");
    await page.goto(`${slide.path}${viewOf("both")}&stains=he,100,c,255,255,255&colour=100,100,100,0,100`);
    await expectMiddle(page, adjusted(lightOf([hematoxylin, 0, 0], look) ?? [0, 0, 0], { invert: 100 }));
  });

  await test.step("decoded tiles are separated again without the server", async () => {
    await openSlide(page, `${slide.path}${viewOf("both")}&stains=he,100,c,255,255,255&colour=100,100,100,0,0`);
    await expectMiddle(page, lightOf([hematoxylin, 0, 0], look) ?? []);
    await page.keyboard.press("Shift+K");
    await expect(panel).toBeVisible();
    const asked: string[] = [];
    page.on("request", (request) => asked.push(request.url()));
    await page.keyboard.press("2");
    await expectMiddle(page, lightOf([0, eosin, 0], look) ?? []);
    await page.keyboard.press("0");
    await expectMiddle(page, PATCHES.both);
    expect(asked.filter((url) => url.includes("/tiles/"))).toEqual([]);
  });

  await test.step("a stain is picked by keyboard; without a stain there, a message is shown", async () => {
    await openSlide(page, `${slide.path}${viewOf("glass")}`);
    await page.keyboard.press("Shift+K");
    await panel.getByRole("button", { name: "Pick Eosin on the slide" }).click();
    await expect(panel.getByText("Click a spot with Eosin only")).toBeVisible();
    await page.keyboard.press("Space");
    await expect(panel.getByText("There is almost no stain at this spot.")).toBeVisible();
    await openSlide(page, `${slide.path}${viewOf("both")}`);
    await page.keyboard.press("Shift+K");
    await panel.getByRole("button", { name: "Pick Eosin on the slide" }).click();
    await slideOn(page).click();
    // The two stains are now one: alone it is the whole slide there.
    await expect(panel.getByRole("button", { name: "Reset stain vectors" })).toBeEnabled();
    await panel.getByRole("button", { name: "Eosin only" }).click();
    await expectMiddle(page, PATCHES.both);
    await panel.getByRole("button", { name: "Reset stain vectors" }).click();
    await expectMiddle(page, lightOf([0, eosin, 0], look) ?? []);
  });
});
