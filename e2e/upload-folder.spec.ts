// Slices: folder, image, job, slides, structure, upload, work
import { appendFile, copyFile, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import sharp from "sharp";
import { callsOf } from "./testing/api.ts";
import { expect, signIn, sitePath, test } from "./testing/journey.ts";
import { addOnPage } from "./testing/manage-tree.ts";
import { writeNoisePicture } from "./testing/picture-files.ts";
import { keepPicture, waitUntilSharp } from "./testing/slide-page.ts";
import { fixturePath, sharedPath } from "./testing/slides.ts";

let disk = "";
test.beforeAll(async () => {
  disk = await mkdtemp(join(tmpdir(), "parfocal-folder-"));
});
test.afterAll(() => rm(disk, { recursive: true }));

const uploadRow = (page: Page, filename: string) => page.getByRole("listitem").filter({ hasText: filename });

async function choose(page: Page, button: string | RegExp, path: string | string[]): Promise<void> {
  const dialog = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: button }).click();
  await (await dialog).setFiles(path);
}

/** Other pixels, another file. */
async function writePicture(path: string, red: number): Promise<void> {
  await sharp({ create: { width: 90, height: 60, channels: 3, background: { r: red, g: 80, b: 120 } } }).toFile(path);
}

test("a folder with sub-folders, a DICOM series, a Deep Zoom image and unsupported files becomes slides in folders", async ({
  page,
}) => {
  test.setTimeout(120_000);
  const dicom = [sharedPath("wsi/boxes_0.dcm"), sharedPath("wsi/boxes_1.dcm")];
  const collection = join(disk, "Collection");
  for (const folder of ["Kidney/series", "Skin"]) await mkdir(join(collection, folder), { recursive: true });
  for (const [index, file] of dicom.entries()) await copyFile(file, join(collection, `Kidney/series/${index}.dcm`));
  // Different bytes: other journeys upload the same image, and it would be a duplicate.
  await copyFile(fixturePath("pyramid.tif"), join(collection, "Skin/Epidermis.tif"));
  await appendFile(join(collection, "Skin/Epidermis.tif"), "a folder's own");
  await sharp({ create: { width: 500, height: 300, channels: 3, background: "#b07090" } })
    .tile({ layout: "dz", size: 254, overlap: 1 })
    .toFile(join(collection, "Skin/Tiles.dzi"));
  await writeFile(join(collection, "Skin/notes.txt"), "nothing to see");
  await writeFile(join(collection, ".DS_Store"), "rubbish");

  const api = await callsOf("teacher");
  const course = await api.addCourse("A whole folder");
  await signIn(page, "teacher");
  await page.goto(sitePath(`/course${course.id}/`));
  const chooser = page.waitForEvent("filechooser");
  await addOnPage(page, "Upload folder");
  await (await chooser).setFiles(collection);
  const dialog = page.getByRole("dialog", { name: "Upload 3 slides?" });
  await expect(dialog.getByRole("listitem")).toHaveText([
    /Kidney \/ series2 files/,
    /Epidermis\.tif/,
    /Tiles.*\d+ files/,
  ]);
  await expect(dialog.getByText("1 file skipped: not a slide")).toBeVisible();
  await expect(dialog.getByRole("switch", { name: "Create these folders at the destination" })).toBeChecked();
  await keepPicture(page, "upload-plan");
  await dialog.getByRole("button", { name: "Upload 3 slides" }).click();
  await page.getByRole("link", { name: /uploads? running/ }).click();
  await expect(page.getByRole("link", { name: "Open slide" })).toHaveCount(3, { timeout: 60_000 });
  await keepPicture(page, "upload-folder-done");

  await page.goto(sitePath(`/course${course.id}/`));
  await page.getByRole("link", { name: /Collection/ }).click();
  for (const name of [/Kidney/, /Skin/]) await expect(page.getByRole("link", { name })).toBeVisible();
  await page.getByRole("link", { name: /Kidney/ }).click();
  await page.getByRole("link", { name: "series" }).click();
  await waitUntilSharp(page);
  await page.goto(sitePath("/work"));
  await expect(page.getByRole("heading", { name: "Recently finished" })).toBeVisible();
  await expect(page.getByText("Upload check").first()).toBeVisible();
  await keepPicture(page, "work");
  expect(await api.listUploads()).toEqual([]);
});

test("a duplicate file is detected, added to the other location, uploaded anyway, or skipped", async ({ page }) => {
  const api = await callsOf("teacher");
  const [first, second] = [await api.addCourse("Has it"), await api.addCourse("Wants it")];
  const file = join(disk, "twin.png");
  await writePicture(file, 10);
  await signIn(page, "teacher");
  await page.goto(sitePath(`/course${first.id}/`));
  await choose(page, "Choose slides", file);
  await expect.poll(async () => (await api.getCourse(first.id)).items.length).toBe(1);
  const [slide] = (await api.getCourse(first.id)).items;

  await page.goto(sitePath(`/course${second.id}/`));
  await choose(page, "Choose slides", file);
  await page.getByRole("link", { name: "An upload needs your attention" }).click();
  const row = uploadRow(page, "twin.png");
  await expect(row.getByText("This slide already exists")).toBeVisible();
  await expect(row.getByRole("link", { name: "twin", exact: true })).toBeVisible();
  await keepPicture(page, "upload-duplicate");
  await row.getByRole("button", { name: "Add existing slide here: twin.png" }).click();
  await expect(row.getByRole("link", { name: "Open slide" })).toBeVisible();
  expect((await api.getCourse(second.id)).items.map(({ id }) => id)).toEqual([slide?.id]);

  await choose(page, "Choose files", file);
  const again = page.getByRole("button", { name: "Upload anyway: twin.png" });
  await again.click();
  await expect.poll(async () => (await api.getCourse(second.id)).items.length).toBe(2);
  await choose(page, "Choose files", file);
  await page.getByRole("button", { name: "Skip: twin.png" }).click();
  await expect(page.getByRole("button", { name: "Skip: twin.png" })).toHaveCount(0);
  await expect.poll(() => api.listUploads()).toEqual([]);
  expect((await api.getCourse(second.id)).items).toHaveLength(2);
});

test("an upload is paused and resumed; after a reload one click resumes it if the browser keeps the file", async ({
  page,
}) => {
  test.setTimeout(90_000);
  const file = join(disk, "large.png");
  await writeNoisePicture(file);
  const api = await callsOf("teacher");
  const course = await api.addCourse("Kept open");
  await signIn(page, "teacher");
  let room = 1;
  let sent = 0;
  await page.route("**/chunk/*", async (route) => {
    // What is not let through waits until the page gives it up.
    if (room === 0) return;
    room -= 1;
    sent += 1;
    await route.continue();
  });
  await page.goto(sitePath(`/course${course.id}/`));
  await expect(page.getByRole("heading", { level: 1, name: "Kept open" })).toBeVisible();
  // Handles of the browser's own file system are like those of dropped files.
  await page.evaluate(
    async (bytes) => {
      const root = await navigator.storage.getDirectory();
      const folder = await root.getDirectoryHandle("Dropped", { create: true });
      const handle = await folder.getFileHandle("large.png", { create: true });
      const writer = await handle.createWritable();
      await writer.write(await (await fetch(bytes)).blob());
      await writer.close();
    },
    await asAddress(page, file),
  );
  await page.evaluate(async () => {
    const root = await navigator.storage.getDirectory();
    const folder = await root.getDirectoryHandle("Dropped");
    Object.defineProperty(DataTransferItem.prototype, "getAsFileSystemHandle", { value: async () => folder });
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File(["x"], "x"));
    const target = document.querySelector("main section") as HTMLElement;
    for (const type of ["dragenter", "drop"])
      target.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }));
  });
  await page.getByRole("button", { name: "Upload 1 slide" }).click();
  await expect.poll(() => sent).toBe(1);
  await page.getByRole("link", { name: /^1 upload running/ }).click();
  await page.getByRole("button", { name: "Pause: large.png" }).click();
  await expect(page.getByText(/^Paused at \d+\s?%$/)).toBeVisible();
  await keepPicture(page, "upload-paused");
  room = 1;
  await page.getByRole("button", { name: "Resume: large.png" }).click();
  await expect.poll(() => sent).toBe(2);

  page.once("dialog", (leaving) => void leaving.accept());
  await page.reload();
  await expect(page.getByText(/^Paused at \d+\s?%$/)).toBeVisible();
  room = Number.MAX_SAFE_INTEGER;
  await page.getByRole("button", { name: "Resume", exact: true }).click();
  await expect(page.getByRole("link", { name: "Open slide" })).toBeVisible({ timeout: 60_000 });
  expect((await api.getCourse(course.id)).items).toHaveLength(1);
});

/** Lets the page fetch a file of the disk. */
async function asAddress(page: Page, path: string): Promise<string> {
  const address = "/test-file";
  await page.route(`**${address}`, (route) => route.fulfill({ path }));
  return address;
}
