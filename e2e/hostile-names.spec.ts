// Slices: about, course, slide, slides, upload, viewer
/** A file's metadata can contain anything, including a script: it is shown as text, and runs nothing. */
import { buildOmeTiff } from "@parfocal/slides/testing/build-ome-tiff.ts";
import { buildTiff } from "@parfocal/slides/testing/build-tiff.ts";
import { SCRIPT_TEXT } from "@parfocal/slides/testing/hostile-file.ts";
import { buildPicture } from "@parfocal/slides/testing/pictures.ts";
import type { Page } from "@playwright/test";
import { callsOf } from "./testing/api.ts";
import { expect, signIn, sitePath, test } from "./testing/journey.ts";
import { waitUntilSharp } from "./testing/slide-page.ts";

/** As XML writes it. */
const IN_XML = SCRIPT_TEXT.replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");

function svsWithScripts(): Buffer {
  const { samples, width, height } = buildPicture(150, 110);
  const description = `Aperio Image Library v1\r\n150x110|Title = ${SCRIPT_TEXT}|${SCRIPT_TEXT} = 1|MPP = 0.5`;
  const tile = { width: 160, height: 112 };
  const padded = Buffer.alloc(tile.width * tile.height * 3, 255);
  for (let row = 0; row < height; row++) {
    samples.copy(padded, row * tile.width * 3, row * width * 3, (row + 1) * width * 3);
  }
  return buildTiff({ pages: [{ width, height, tile, segments: [padded], description }] });
}

const channelsWithScripts = () =>
  buildOmeTiff({ width: 60, height: 40, channels: 2, tilePx: 32, channelAttributes: () => `Name="${IN_XML}"` });

const hasRun = (page: Page) => page.evaluate(() => "hasRun" in window);

test("scripts in a file's name, metadata and channels are text", async ({ page }) => {
  test.setTimeout(90_000);
  const course = await (await callsOf("teacher")).addCourse(`Scripts ${SCRIPT_TEXT}`);
  await signIn(page, "teacher");
  await page.goto(sitePath(`/course${course.id}/`));
  const dialog = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: "Choose slides" }).click();
  await (await dialog).setFiles([
    { name: "<b onclick=hasRun=1>properties.svs", mimeType: "image/tiff", buffer: svsWithScripts() },
    { name: "<img src=x onerror=hasRun=1>channels.tif", mimeType: "image/tiff", buffer: channelsWithScripts() },
  ]);
  await page.getByRole("link", { name: /uploads? running/ }).click();
  await expect(page.getByRole("link", { name: "Open slide" })).toHaveCount(2, { timeout: 60_000 });
  expect(await hasRun(page)).toBe(false);

  for (const name of [/properties/, /channels/]) {
    await page.goto(sitePath(`/course${course.id}/`));
    await page.getByRole("link", { name }).click();
    await waitUntilSharp(page);
    await page.getByRole("button", { name: "Slide information" }).click();
    await expect(page.getByText(/× \d+\spx$/).first()).toBeVisible();
    expect(await hasRun(page)).toBe(false);
    expect(await page.locator("img[onerror], b[onclick], script:not([src], [type='application/json'])").count()).toBe(
      0,
    );
  }
});
