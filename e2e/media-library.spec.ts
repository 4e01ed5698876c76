// Slices: course, manage, media, picker
/** The media library: uploading, finding, renaming, moving, deleting and restoring files; the picker. */
import type { Locator, Page } from "@playwright/test";
import sharp from "sharp";
import { callsOf } from "./testing/api.ts";
import { expectAccessible } from "./testing/expect-accessible.ts";
import { goWithinPage, MANAGE_PART } from "./testing/go-within-page.ts";
import { expect, forgetCookies, signIn, sitePath, test } from "./testing/journey.ts";
import { settledBox } from "./testing/settled.ts";
import { keepPicture } from "./testing/slide-page.ts";

const picture = async (name: string, background: string) => ({
  name,
  mimeType: "image/png",
  buffer: await sharp({ create: { width: 640, height: 400, channels: 3, background } })
    .png()
    .toBuffer(),
});

/** Of the files; fields for types and folders have options too. */
const tiles = (scope: Page | Locator): Locator => scope.getByRole("listbox", { name: "Files" }).getByRole("option");
const tile = (scope: Page | Locator, title: string): Locator => tiles(scope).filter({ hasText: title });
/** The checkbox that adds a file to the selection, by mouse or finger. */
const boxOf = (file: Locator): Locator => file.locator("> [aria-hidden]");
const details = (page: Page): Locator => page.getByRole("complementary", { name: "Details" });

async function choose(page: Page, files: { name: string; mimeType: string; buffer: Buffer }[]): Promise<void> {
  const chooser = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: "Upload files" }).click();
  await (await chooser).setFiles(files);
}

async function findOnly(page: Page, prefix: string): Promise<void> {
  await page.getByRole("searchbox", { name: "Search by title or file name" }).fill(prefix);
}

async function handleFiles(page: Page): Promise<void> {
  await choose(page, [await picture("mlib-one.png", "#a04060"), await picture("mlib-two.png", "#4060a0")]);
  await findOnly(page, "mlib");
  await expect(tile(page, "mlib-one")).toBeVisible();
  await expect(tile(page, "mlib-two")).toBeVisible();

  await test.step("a separate folder", async () => {
    await page.getByRole("button", { name: "New folder" }).click();
    await page.getByRole("textbox", { name: "Folder name" }).fill("mlib folder");
    await page.getByRole("button", { name: "Save" }).click();
    await expect(page.getByText("No results")).toBeVisible();
    await page.getByRole("button", { name: "All files" }).click();
    await tile(page, "mlib-one").click();
    await details(page).getByRole("combobox", { name: "Folder" }).selectOption("mlib folder");
    await page.getByRole("button", { name: /^mlib folder\s*1$/ }).click();
    await expect(tile(page, "mlib-one")).toBeVisible();
    await expect(tile(page, "mlib-two")).toHaveCount(0);
  });

  await test.step("a typed title is kept after a reload, and is saved", async () => {
    await details(page).getByRole("textbox", { name: "Title" }).fill("mlib renamed");
    await page.reload();
    await findOnly(page, "mlib");
    await tile(page, "mlib-one").click();
    await expect(details(page).getByRole("textbox", { name: "Title" })).toHaveValue("mlib renamed");
    await keepPicture(page, "media-library");
    await expectAccessible(page, { part: "main" });
    await details(page).getByRole("button", { name: "Save" }).click();
    await expect(tile(page, "mlib renamed")).toBeVisible();
  });

  await test.step("several by keyboard: deleted and restored", async () => {
    await tile(page, "mlib-two").focus();
    await page.keyboard.press("Home");
    await page.keyboard.press("Space");
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Control+Space");
    await expect(page.getByText("2 files selected")).toBeVisible();
    await page.getByRole("button", { name: "Delete", exact: true }).click();
    const dialog = page.getByRole("dialog", { name: "Delete 2 files?" });
    await expect(dialog.getByText("Not used anywhere.")).toBeVisible();
    await dialog.getByRole("button", { name: "Delete" }).click();
    await expect(page.getByText("No results")).toBeVisible();
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(tile(page, "mlib-two")).toBeVisible();
  });
}

async function rejectTypes(page: Page): Promise<void> {
  await choose(page, [
    { name: "mref.svg", mimeType: "image/svg+xml", buffer: Buffer.from("<svg onload='alert(1)'/>") },
    await picture("mref-good.png", "#40a060"),
  ]);
  const toast = page.getByRole("alert").filter({ hasText: "Selected filetype is not allowed!" });
  await expect(toast).toContainText("Error");
  await choose(page, [{ name: "mref-lie.png", mimeType: "image/png", buffer: Buffer.from("<script>1</script>") }]);
  const row = page.getByRole("listitem").filter({ hasText: "mref-lie.png" });
  await expect(row).toContainText("Selected filetype is not allowed!");
  await row.getByRole("button", { name: "Skip mref-lie.png" }).click();
  await expect(row).toHaveCount(0);
  await findOnly(page, "mref");
  await expect(tiles(page)).toHaveCount(1);
}

async function selectSeveral(page: Page): Promise<void> {
  await choose(
    page,
    await Promise.all(["one", "two", "three", "four"].map((name) => picture(`mbox-${name}.png`, "#507030"))),
  );
  await findOnly(page, "mbox");
  await expect(tiles(page)).toHaveCount(4);
  await expect(boxOf(tile(page, "mbox-one"))).toHaveCSS("opacity", "0");
  await tile(page, "mbox-one").hover();
  await expect(boxOf(tile(page, "mbox-one"))).toHaveCSS("opacity", "1");
  const firstBox = boxOf(tiles(page).first());
  await firstBox.click();
  await expect(details(page)).toBeVisible();
  await tiles(page)
    .nth(2)
    .click({ modifiers: ["Shift"] });
  await expect(page.getByText("3 files selected")).toBeVisible();
  await keepPicture(page, "media-library-several");
  await expectAccessible(page, { part: "main" });
  await firstBox.click();
  await expect(page.getByText("2 files selected")).toBeVisible();
  await tiles(page).nth(3).click();
  await expect(tiles(page).and(page.locator("[aria-selected=true]"))).toHaveCount(1);
}

/** @param id of a page of the course. */
async function pickImage(page: Page, id: number, courseId: number): Promise<void> {
  await choose(page, [
    await picture("mpick-picture.png", "#206080"),
    { name: "mpick-manual.pdf", mimeType: "application/pdf", buffer: Buffer.from("%PDF-1.7 manual") },
  ]);
  await findOnly(page, "mpick");
  await expect(tiles(page)).toHaveCount(2);

  await goWithinPage(page, sitePath(`/manage?item=${id}&in=${courseId}`), MANAGE_PART);
  await page.getByRole("button", { name: "Choose thumbnail image" }).click();
  const picker = page.getByRole("dialog", { name: "Choose an image" });
  await picker.getByRole("searchbox").fill("mpick");
  await expect(tiles(picker)).toHaveCount(1);

  await picker.getByRole("combobox", { name: "Type" }).selectOption("All types");
  await tile(picker, "mpick-manual").click();
  await picker.getByRole("button", { name: "Choose", exact: true }).click();
  const toast = page.getByRole("alert").filter({ hasText: "Selected filetype is not allowed!" });
  await expect(toast).toContainText("Error");
  await expect(picker).toBeVisible();
  await keepPicture(page, "media-picker");

  await tile(picker, "mpick-picture").focus();
  await page.keyboard.press("Escape");
  await expect(picker).toHaveCount(0);
  await page.getByRole("button", { name: "Choose thumbnail image" }).click();
  await picker.getByRole("searchbox").fill("mpick");
  await tile(picker, "mpick-picture").focus();
  await page.keyboard.press("Enter");
  await expect(picker).toHaveCount(0);
  await expect(page.locator("img[src*='/api/v2/media/'][src$='/thumbnail']")).toBeVisible();
}

test("files of the library are added, found, selected, removed, and chosen for a page", async ({ page }) => {
  // Four tasks, one after the other.
  test.slow();
  const api = await callsOf("teacher");
  const course = await api.addCourse("Course with a page that wants a picture");
  const { id } = await api.call<{ id: number }>("POST", "/v2/staticpages/", {
    title: "mpick page",
    parentId: course.id,
  });
  await signIn(page, "teacher");
  await page.goto(sitePath("/manage/media"));
  await test.step("files are uploaded, named, moved to a folder, deleted after their uses were shown, and restored", () =>
    handleFiles(page));
  await page.getByRole("button", { name: "All files" }).click();
  await test.step("a type that is not allowed is rejected by its name and by its bytes; the others are added", () =>
    rejectTypes(page));
  await test.step("several are selected by their checkboxes, and a range with Shift", () => selectSeveral(page));
  await test.step("an image is chosen in the picker, by keyboard too; an unsuitable type is rejected", () =>
    pickImage(page, id, course.id));
});

test.describe("by touch on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test("a learner has no access; a teacher selects several by their checkboxes, deletes and restores them", async ({
    page,
  }) => {
    await signIn(page, "learner");
    await page.goto(sitePath("/manage/media"));
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expect(page.getByRole("button", { name: "Upload files" })).toHaveCount(0);
    await forgetCookies(page.context());
    await signIn(page, "teacher");
    await page.goto(sitePath("/manage/media"));
    await choose(page, [await picture("mtap-one.png", "#703050"), await picture("mtap-two.png", "#305070")]);
    await findOnly(page, "mtap");
    await expect(tiles(page)).toHaveCount(2);
    const { width, height } = await settledBox(boxOf(tile(page, "mtap-one")));
    expect(Math.min(width, height)).toBeGreaterThanOrEqual(44);
    await boxOf(tile(page, "mtap-one")).tap();
    await expect(page.getByText("1 file selected")).toBeVisible();
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await boxOf(tile(page, "mtap-two")).tap();
    await expect(page.getByText("2 files selected")).toBeVisible();
    await keepPicture(page, "media-library-phone-several");
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
    await page.getByRole("button", { name: "Delete", exact: true }).tap();
    await page.getByRole("dialog", { name: "Delete 2 files?" }).getByRole("button", { name: "Delete" }).tap();
    await expect(page.getByText("No results")).toBeVisible();
    await page.getByRole("button", { name: "Undo" }).tap();
    await expect(tiles(page)).toHaveCount(2);
    await tile(page, "mtap-one").tap();
    await expect(page.getByRole("dialog").getByRole("textbox", { name: "Title" })).toHaveValue("mtap-one");
    await keepPicture(page, "media-library-phone");
  });
});
