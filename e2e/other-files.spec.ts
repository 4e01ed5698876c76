// Slices: course, image, job, slide, slides, upload, viewer
import { randomUUID } from "node:crypto";
import { appendFile, copyFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { callsOf } from "./testing/api.ts";
import { goWithinPage } from "./testing/go-within-page.ts";
import { expect, signIn, sitePath, test } from "./testing/journey.ts";
import { sharedServer } from "./testing/shared-server.ts";
import { siteId } from "./testing/sites.ts";
import { keepPicture, waitUntilSharp } from "./testing/slide-page.ts";
import { fixturePath, sharedPath } from "./testing/slides.ts";
import { storedFiles } from "./testing/stored-files.ts";

const uploadRow = (page: Page, filename: string) => page.getByRole("listitem").filter({ hasText: filename });

/** Files that are not slides, and the message for each. */
const REFUSED = {
  "unreadable.svs": "This file is damaged: a part of its image is not valid JPEG.",
  "text.svs": "This is not a slide or image that Parfocal can read.",
  "cut-off.tif": "This file is incomplete: it ends before the image does.",
} as const;

async function chooseFiles(page: Page, courseTitle: string, files: readonly string[]): Promise<void> {
  await (page.url() === "about:blank" ? page.goto(sitePath("/upload")) : goWithinPage(page, sitePath("/upload")));
  await page.getByRole("button", { name: /^Upload to: / }).click();
  await page.getByRole("button", { name: courseTitle, exact: true }).click();
  await page.getByRole("button", { name: `Upload to “${courseTitle}”` }).click();
  const dialog = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: "Choose files" }).click();
  await (await dialog).setFiles([...files]);
}

/** The course has three slides already. */
async function rejectOthers(page: Page, course: { id: number; title: string }): Promise<void> {
  const api = await callsOf("teacher");
  const files = [sharedPath("wsi/unreadable.svs"), fixturePath("text.svs"), fixturePath("cut-off.tif")];
  await chooseFiles(page, course.title, files);
  for (const [filename, sentence] of Object.entries(REFUSED)) {
    const row = uploadRow(page, filename);
    await expect(row.getByText(sentence)).toBeVisible({ timeout: 20_000 });
    await expect(row.getByRole("link", { name: "Open slide" })).toHaveCount(0);
  }
  await keepPicture(page, "upload-refused");
  for (const filename of Object.keys(REFUSED)) {
    await page.getByRole("button", { name: `Remove from list: ${filename}` }).click();
    await expect(uploadRow(page, filename)).toHaveCount(0);
  }
  expect((await api.getCourse(course.id)).items).toHaveLength(3);
  await expect.poll(() => api.listUploads()).toEqual([]);
  const ofSite = async () =>
    (await storedFiles(sharedServer().dataFolder).list("uploads/")).filter((name) =>
      name.startsWith(`uploads/${siteId()}-`),
    );
  await expect.poll(ofSite).toEqual([]);
}

test("a TIFF in strips, a PNG and a JPEG are converted to slides, with progress, and can be viewed", async ({
  page,
}, testInfo) => {
  const strips = sharedPath("wsi/grey10kx5k.tif");
  // Other journeys have uploaded the same image: other bytes after its end make it a new one.
  const transparent = testInfo.outputPath("transparent.png");
  await copyFile(fixturePath("transparent.png"), transparent);
  await appendFile(transparent, randomUUID());
  const course = await (await callsOf("teacher")).addCourse("Pictures without tiles");
  await signIn(page, "teacher");
  await chooseFiles(page, course.title, [strips, transparent, fixturePath("lying.jpg")]);
  await expect(uploadRow(page, "grey10kx5k.tif").getByText(/^Preparing: \d+\s?%$/)).toBeVisible();
  for (const filename of ["grey10kx5k.tif", "transparent.png", "lying.jpg"]) {
    await expect(uploadRow(page, filename).getByRole("link", { name: "Open slide" })).toBeVisible({ timeout: 40_000 });
  }
  await keepPicture(page, "upload-done");
  for (const [filename, size] of [
    ["grey10kx5k.tif", /^10,000 × 5,000\spx$/],
    ["lying.jpg", /^80 × 120\spx$/],
  ] as const) {
    await goWithinPage(page, sitePath(`/course${course.id}/`));
    await page.getByRole("link", { name: filename.replace(/\.\w+$/, "") }).click();
    await waitUntilSharp(page);
    await page.getByRole("button", { name: "Slide information" }).click();
    await expect(page.getByText(size)).toBeVisible();
  }
  await test.step("files that are not slides are rejected with a clear message, and leave nothing", () =>
    rejectOthers(page, course));
});
