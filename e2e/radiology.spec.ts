// Slices: editor, image, job, radiology, slides, tree, upload
/** Radiology: a zip is uploaded, checked and edited by teachers, and viewed by learners. */
import { buildRadiologyZip } from "@parfocal/slides/testing/build-radiology.ts";
import type { Locator, Page } from "@playwright/test";
import { callsOf } from "./testing/api.ts";
import { expectAccessible } from "./testing/expect-accessible.ts";
import { expect, forgetCookies, serverOfTheRun, shareSite, signIn, sitePath, test } from "./testing/journey.ts";
import { treeRow, waitForTree } from "./testing/manage-tree.ts";
import { placeRadiology } from "./testing/place-radiology.ts";
import { settledBox } from "./testing/settled.ts";
import { keepPicture } from "./testing/slide-page.ts";
import { sharedPath } from "./testing/slides.ts";

// Rendered by the processor instead of a graphics card, after a megabyte of scripts.
test.describe.configure({ timeout: 120_000 });

const SLICES = 5;
const WHITE = 255;

interface Placed {
  readonly id: number;
}

/** Slice n, from 0, contains 100 * (n + 1) - 1024 in every pixel. */
const unitsOf = (slice: number): number => 100 * (slice + 1) - 1024;

/** The grey level of a value in a window. */
const greyOf = (value: number, { lower, upper }: { lower: number; upper: number }): number =>
  Math.round(Math.min(1, Math.max(0, (value - lower) / (upper - lower))) * WHITE);

/** The lung preset of the menu, 1500 wide around -600: it distinguishes the slices. */
const LUNG = { lower: -600 - 0.5 - 1499 / 2, upper: -600 - 0.5 + 1499 / 2 };

async function openAddDialog(page: Page, courseTitle: string): Promise<Locator> {
  await treeRow(page, courseTitle).click({ button: "right" });
  await page.getByRole("menuitem", { name: "Add…" }).click();
  await page.getByRole("menuitem", { name: "Radiology…" }).click();
  return page.getByRole("dialog", { name: "Add radiology" });
}

async function chooseZips(dialog: Locator, files: { name: string; buffer: Buffer }[]): Promise<void> {
  await expect(dialog.getByRole("button", { name: "Choose zip files" })).toBeEnabled();
  await dialog
    .locator("input[type=file]")
    .setInputFiles(files.map((file) => ({ ...file, mimeType: "application/octet-stream" })));
}

const picture = (page: Page): Locator => page.getByRole("application");

async function expectSlice(page: Page, slice: number): Promise<void> {
  await expect(picture(page)).toHaveAttribute("data-index", String(slice), { timeout: 30_000 });
  await expect(picture(page)).toHaveAttribute("data-stack", "shown");
}

/** Grey level in the middle of the image. */
function greyOnScreen(page: Page): Promise<number> {
  return picture(page).evaluate((surface) => {
    const canvas = surface.querySelector("canvas");
    const pixel = canvas?.getContext("2d")?.getImageData(canvas.width / 2, canvas.height / 2, 1, 1).data;
    return pixel ? (pixel[0] ?? -1) : -1;
  });
}

async function expectGrey(page: Page, grey: number): Promise<void> {
  await expect.poll(async () => Math.abs((await greyOnScreen(page)) - grey)).toBeLessThanOrEqual(2);
}

test("a zip is uploaded and checked, other files are rejected; its texts are edited", async ({ page }) => {
  const api = await callsOf("teacher");
  const { id: courseId } = await api.addCourse("Radiology of uploads");
  let sent = 0;
  await page.route("**/api/radiology/*/chunks/*", async (route) => {
    sent += 1;
    if (sent === 1) await route.abort("connectionfailed");
    else await route.continue();
  });
  await signIn(page, "teacher");
  await page.goto(sitePath(`/manage?item=${courseId}`));
  await waitForTree(page);
  const dialog = await openAddDialog(page, "Radiology of uploads");
  await expect(dialog.getByText(/free on the server$/)).toBeVisible();
  await chooseZips(dialog, [{ name: "IM0001.dcm", buffer: Buffer.from("DICM") }]);
  await expect(dialog.getByRole("alert").first()).toContainText(
    "IM0001.dcm: Only zip files can be uploaded. Zip the DICOM files of the study into one file.",
  );
  await keepPicture(page, "radiology-refused");
  await chooseZips(dialog, [{ name: "Thorax_of_spheres.zip", buffer: buildRadiologyZip(SLICES) }]);
  await test.step("an upload resumes automatically after a lost connection", async () => {
    await expect(dialog.getByText("Connection lost. Retrying automatically.")).toBeVisible();
    // The dialog is replaced by the result.
    const title = page.getByRole("textbox", { name: "Title", exact: true });
    await expect(title).toHaveValue("Thorax of spheres", { timeout: 30_000 });
    expect(sent).toBeGreaterThan(1);
  });
  await expect(page.getByText("5 images · 16 × 16 pixels", { exact: false })).toBeVisible({ timeout: 40_000 });
  await page.getByRole("textbox", { name: "Summary" }).fill("What one sees in spheres.");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText(/^Saved at/)).toBeVisible();
  await keepPicture(page, "radiology-editor");
  const [item] = await api.call<Placed[]>("GET", `/v2/radiology?folder=${courseId}`);
  expect(await api.call("GET", `/v2/radiology/${item?.id}`)).toMatchObject({
    title: "Thorax of spheres",
    summary: "What one sees in spheres.",
  });

  await test.step("a zip without images fails with a reason; learners see the failure without it", async () => {
    await openAddDialog(page, "Radiology of uploads");
    await chooseZips(dialog, [{ name: "letters.zip", buffer: Buffer.from("this is no zip at all") }]);
    await expect(dialog.getByText(/^This archive is incomplete/)).toBeVisible({ timeout: 40_000 });
    await dialog.getByRole("button", { name: "Close" }).last().click();
    await treeRow(page, "letters").click();
    await expect(page.getByText("No images to show")).toBeVisible();
    const items = await api.call<Placed[]>("GET", `/v2/radiology?folder=${courseId}`);
    const failed = items.find(({ id }) => id !== item?.id);
    await forgetCookies(page.context());
    await signIn(page, "learner");
    await page.goto(sitePath(`/course${courseId}/r${failed?.id}/`));
    await expect(page.getByRole("alert").getByText(/^There is a problem with these images/)).toBeVisible();
  });
});

async function scrollAndWindow(page: Page): Promise<void> {
  // It opens in the middle.
  await expectSlice(page, 2);
  await expect(picture(page)).toHaveAccessibleName("CT, axial, image 3 of 5");
  await page.getByRole("combobox", { name: "Window" }).selectOption("lung");
  await expectGrey(page, greyOf(unitsOf(2), LUNG));
  await picture(page).hover();
  await page.mouse.wheel(0, 120);
  await expectSlice(page, 3);
  await expectGrey(page, greyOf(unitsOf(3), LUNG));
  await picture(page).focus();
  await page.keyboard.press("Home");
  await expectSlice(page, 0);
  await expectGrey(page, greyOf(unitsOf(0), LUNG));
  await page.keyboard.press("ArrowDown");
  await expectSlice(page, 1);
  await expectGrey(page, greyOf(unitsOf(1), LUNG));
  await page.getByRole("slider", { name: "Image" }).fill("4");
  await expectSlice(page, 4);
  await expectGrey(page, greyOf(unitsOf(4), LUNG));
  await keepPicture(page, "radiology-viewer");

  await page.getByRole("slider", { name: "Image" }).fill("2");
  await expectSlice(page, 2);
  await picture(page).focus();
  await page.keyboard.press("x");
  const window = page.getByRole("combobox", { name: "Window" });
  await expect(window).toHaveValue("recorded");
  // The file's own, 1000 wide around 500: all slices are below it.
  await expectGrey(page, 0);
  await picture(page).focus();
  await page.keyboard.press("i");
  await expectGrey(page, WHITE);
  await page.keyboard.press("x");
  await expectGrey(page, 0);
  await page.keyboard.press("4");
  await expect(window).toHaveValue("lung");
  const before = greyOf(unitsOf(2), LUNG);
  await expectGrey(page, before);
  const box = await settledBox(picture(page));
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2 - 40, { steps: 4 });
  await page.mouse.up();
  // Upwards: the centre decreases, the image gets brighter.
  await expect.poll(() => greyOnScreen(page)).toBeGreaterThan(before + 10);
  await expect(window).toHaveValue("");
}

async function turnAndMeasure(page: Page): Promise<void> {
  const letters = () => page.locator("[data-edge]").allInnerTexts();
  await expect.poll(letters).toEqual(["A", "L", "P", "R"]);
  await picture(page).focus();
  await page.keyboard.press("h");
  await expect.poll(letters).toEqual(["A", "R", "P", "L"]);
  await page.keyboard.press("h");
  await expect.poll(letters).toEqual(["A", "L", "P", "R"]);
  await page.keyboard.press("v");
  await expect.poll(letters).toEqual(["P", "L", "A", "R"]);
  await page.keyboard.press("v");
  await page.keyboard.press("r");
  // A quarter clockwise: the top is on the right.
  await expect.poll(letters).toEqual(["R", "A", "L", "P"]);
  // The image stays rotated; after a reset, it does not.
  await page.keyboard.press("0");
  await expect.poll(letters).toEqual(["R", "A", "L", "P"]);
  await page.keyboard.press("x");
  await expect.poll(letters).toEqual(["A", "L", "P", "R"]);
  await page.keyboard.press("m");
  await page.keyboard.press("Enter");
  const end = page.getByRole("button", { name: /^End of length/ });
  await expect(end).toHaveAccessibleName(/^End of length \d+\.\d mm$/);
  const name = (await end.getAttribute("aria-label")) ?? "";
  const mmBefore = Number(/([\d.]+)\s*mm/.exec(name)?.[1]);
  await end.focus();
  await page.keyboard.press("Shift+ArrowRight");
  // Ten pixels of 0.75 mm.
  await expect
    .poll(async () => Number(/([\d.]+)\s*mm/.exec((await end.getAttribute("aria-label")) ?? "")?.[1]))
    .toBeCloseTo(mmBefore + 7.5, 0);
  await page.keyboard.press("Delete");
  await expect(end).toHaveCount(0);

  await page.getByRole("combobox", { name: "Window" }).selectOption("lung");
  await page.getByRole("button", { name: "Length" }).click();
  const box = await settledBox(picture(page));
  const drag = async (from: readonly [number, number], to: readonly [number, number]) => {
    await page.mouse.move(box.x + from[0], box.y + from[1]);
    await page.mouse.down();
    await page.mouse.move(box.x + to[0], box.y + to[1], { steps: 4 });
    await page.mouse.up();
  };
  const [x, y] = [box.width / 2 - 60, box.height / 2];
  await drag([x, y], [x + 60, y]);
  const ends = page.getByRole("button", { name: /^End of length/ });
  await expect(ends).toHaveCount(1);
  const drawn = await ends.getAttribute("aria-label");
  await expect(page.getByRole("group", { name: "Lengths" })).toBeVisible();
  await keepPicture(page, "radiology-length");

  await drag([x + 60, y], [x + 120, y]);
  await expect(ends).toHaveCount(1);
  await expect(ends).not.toHaveAttribute("aria-label", drawn ?? "");
  await page.getByRole("button", { name: "Window/level" }).click();
  await drag([x + 120, y], [x + 60, y - 40]);
  await expect(page.getByRole("combobox", { name: "Window" })).toHaveValue("lung");
  await page.getByRole("button", { name: /^Delete length/ }).click();
  await expect(ends).toHaveCount(0);
  await expect(page.getByRole("combobox", { name: "Window" })).toHaveValue("lung");
}

async function playOnWholeScreen(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Play" }).click();
  await expect(picture(page)).not.toHaveAttribute("data-index", "2");
  await page.getByRole("button", { name: "Pause" }).click();
  await picture(page).focus();
  await page.keyboard.press("?");
  await expect(page.getByRole("dialog", { name: "Keyboard shortcuts" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog", { name: "Keyboard shortcuts" })).toBeHidden();
  const height = async () => (await picture(page).boundingBox())?.height ?? 0;
  const before = await height();
  await page.getByRole("button", { name: "Full screen" }).click();
  await expect.poll(height).toBeGreaterThan(before + 50);
  await page.getByRole("button", { name: "Exit full screen" }).click();
  await expect.poll(height).toBeLessThan(before + 10);
  await expectAccessible(page);
}

test.describe("the viewer", () => {
  let courseId = 0;
  let itemId = 0;
  const path = () => sitePath(`/course${courseId}/r${itemId}/`);
  shareSite();
  test.beforeAll(async () => {
    const api = await callsOf("teacher");
    courseId = (await api.addCourse("Radiology to look at")).id;
    itemId = await placeRadiology(buildRadiologyZip(SLICES), "Even slices.zip", courseId);
  });

  test("a learner scrolls, changes the window, measures, and plays the slices on the whole screen", async ({
    page,
  }) => {
    await signIn(page, "learner");
    await page.goto(path());
    await expect(page.getByRole("heading", { level: 1, name: "Even slices" })).toBeVisible();
    await test.step("a learner scrolls through the right slices by wheel, keys and slider; window/level is changed by preset, keys and dragging, inverted and reset", () =>
      scrollAndWindow(page));
    await picture(page).focus();
    await page.keyboard.press("x");
    await test.step("a length is measured in mm, moved and removed by keys and by mouse, the image is unchanged; rotated and flipped, the letters follow", () =>
      turnAndMeasure(page));
    await test.step("it plays, enters full screen, shows its shortcuts, and has no serious accessibility problem", () =>
      playOnWholeScreen(page));
  });

  test("on a phone a finger scrolls through the slices, and nothing overflows", async ({ browser }) => {
    const context = await browser.newContext({
      baseURL: serverOfTheRun(),
      viewport: { width: 390, height: 844 },
      hasTouch: true,
      isMobile: true,
      locale: "en-GB",
    });
    const page = await context.newPage();
    await signIn(page, "learner");
    await page.goto(path());
    await expectSlice(page, 2);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    for (const button of await page.getByRole("toolbar").getByRole("button").all())
      expect((await settledBox(button)).height).toBeGreaterThanOrEqual(44);
    await picture(page).scrollIntoViewIfNeeded();
    const box = await settledBox(picture(page));
    const client = await context.newCDPSession(page);
    const touch = (type: "touchStart" | "touchMove" | "touchEnd", y: number) =>
      client.send("Input.dispatchTouchEvent", {
        type,
        touchPoints: type === "touchEnd" ? [] : [{ x: box.x + box.width / 2, y }],
      });
    const top = box.y + 40;
    await touch("touchStart", top);
    for (let step = 1; step <= 6; step += 1) await touch("touchMove", top + step * 10);
    await touch("touchEnd", top + 60);
    await expectSlice(page, 4);
    await expect(page.getByText(/zoom 100%$/)).toBeVisible();
    await keepPicture(page, "radiology-phone");
    await context.close();
  });
});

test("two series of a real study, with lossless compression, are shown side by side", async ({ page }) => {
  const file = sharedPath("radiology/KNIX_knee_MR_17.zip");
  const api = await callsOf("teacher");
  const { id: courseId } = await api.addCourse("Radiology of a knee");
  await signIn(page, "teacher");
  await page.goto(sitePath(`/manage?item=${courseId}`));
  await waitForTree(page);
  const dialog = await openAddDialog(page, "Radiology of a knee");
  await expect(dialog.getByRole("button", { name: "Choose zip files" })).toBeEnabled();
  await dialog.locator("input[type=file]").setInputFiles(file);
  await expect(page.getByText("8 images · 256 × 256 pixels", { exact: false })).toBeVisible({ timeout: 40_000 });
  const [item] = await api.call<Placed[]>("GET", `/v2/radiology?folder=${courseId}`);
  await page.goto(sitePath(`/course${courseId}/r${item?.id}/`));
  await page.getByRole("button", { name: "Two series side by side" }).click();
  await expect(picture(page)).toHaveCount(2);
  for (const one of await picture(page).all())
    await expect(one).toHaveAttribute("data-stack", "shown", { timeout: 30_000 });
  // Each is an image with many grey levels, not one.
  const greys = await picture(page).evaluateAll((surfaces) =>
    surfaces.map((surface) => {
      const canvas = surface.querySelector("canvas");
      if (!canvas) return 0;
      const line = canvas.getContext("2d")?.getImageData(0, Math.floor(canvas.height / 2), canvas.width, 1).data;
      return new Set(line).size;
    }),
  );
  for (const count of greys) expect(count).toBeGreaterThan(20);
  await keepPicture(page, "radiology-two-series");
});
