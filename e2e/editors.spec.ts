// Slices: box, case, course, editor, folder, image-editor, manage, media, rich-text, tag, textbook, tree
/**
 * Editors of courses, folders, slides and cases: input is saved, kept, asked about, and merged with other people's
 * changes.
 */
import type { Case } from "@parfocal/core/case/case.contract.ts";
import type { Course } from "@parfocal/core/course/course.contract.ts";
import type { Folder } from "@parfocal/core/folder/folder.contract.ts";
import type { Locator, Page } from "@playwright/test";
import sharp from "sharp";
import { type Api, callsOf } from "./testing/api.ts";
import { expectAccessible } from "./testing/expect-accessible.ts";
import { expect, forgetCookies, signIn, sitePath, test } from "./testing/journey.ts";
import { treeRow } from "./testing/manage-tree.ts";
import { settledBoxes } from "./testing/settled.ts";
import { keepPicture } from "./testing/slide-page.ts";

const LONG_MS = 45_000;
// Each opens the tree, an editor and its parts, one after the other.
test.beforeEach(() => test.slow());

const toast = (page: Page, text: string): Locator => page.getByRole("alert").filter({ hasText: text });
const title = (page: Page): Locator => page.getByRole("textbox", { name: "Title", exact: true });
const save = (page: Page): Locator => page.getByRole("button", { name: "Save", exact: true });
const asked = (page: Page): Locator => page.getByRole("dialog", { name: "Discard changes?" });

const picture = async (name: string, background: string) => ({
  name,
  mimeType: "image/png",
  buffer: await sharp({ create: { width: 640, height: 400, channels: 3, background } })
    .png()
    .toBuffer(),
});

async function buildFolder(name: string): Promise<{ api: Api; courseId: number; id: number; address: string }> {
  const api = await callsOf("teacher");
  const { id: courseId } = await api.addCourse(`${name} course`);
  const { id } = await api.call<Folder>("POST", "/v2/folder", { title: `${name} folder`, parentId: courseId });
  return { api, courseId, id, address: sitePath(`/manage?item=${id}&in=${courseId}`) };
}

async function open(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await title(page).waitFor({ timeout: LONG_MS });
}

/** Uploads a file in the library's dialog, and chooses it. */
async function pickFrom(page: Page, dialogName: string, file: Awaited<ReturnType<typeof picture>>): Promise<void> {
  const picker = page.getByRole("dialog", { name: dialogName });
  const chooser = page.waitForEvent("filechooser");
  await picker.getByRole("button", { name: "Upload files" }).click();
  await (await chooser).setFiles([file]);
  await picker.getByRole("option", { name: new RegExp(file.name.replace(/\.png$/, "")) }).click();
  await picker.getByRole("button", { name: "Choose", exact: true }).click();
  await expect(picker).toHaveCount(0);
}

test("a course gets a background of a colour and an image, roles and boxes; a learner sees them", async ({ page }) => {
  const api = await callsOf("teacher");
  const { id } = await api.addCourse("Edcourse before");
  await signIn(page, "teacher");
  await open(page, sitePath(`/manage?item=${id}`));
  await title(page).fill("Edcourse after");
  await page.getByRole("textbox", { name: "Colour" }).fill("#12343b");
  await page.getByRole("button", { name: "Choose background image" }).click();
  await pickFrom(page, "Choose a background image", await picture("edcourse-ground.png", "#c0d0f0"));
  const tags = page.getByRole("combobox", { name: "Tags" });
  await tags.fill("edcourse-tag");
  await tags.press("Enter");
  await page.getByText("List", { exact: true }).click();
  await expectAccessible(page, { part: "main" });
  await save(page).click();
  await expect(toast(page, "Course updated!")).toBeVisible();
  await expect(page.getByText(/^Saved at/)).toBeVisible();
  expect(await api.call<Course>("GET", `/v2/course/${id}`)).toMatchObject({
    title: "Edcourse after",
    background: "#12343b",
    backgroundMediaId: expect.any(Number),
    displayStyle: "list",
    tags: ["edcourse-tag"],
  });

  const boxes = page.getByRole("region", { name: "Content boxes" });
  await boxes.getByRole("button", { name: "Add tab" }).click();
  await boxes.getByRole("textbox", { name: "Tab title" }).fill("How to learn");
  // A new tab has a first page.
  await boxes.getByRole("textbox", { name: "Page content", exact: true }).fill("Look first, read afterwards.");
  await page.keyboard.press("Control+s");
  await expect(boxes.getByText("Saved", { exact: true })).toBeVisible();
  await keepPicture(page, "editor-course");

  await forgetCookies(page.context());
  await signIn(page, "learner");
  await page.goto(sitePath(`/course${id}/`));
  await expect(page.getByRole("heading", { level: 1, name: "Edcourse after" })).toBeVisible();
  await expect(page.getByRole("heading", { name: "How to learn" })).toBeVisible();
  await expect(page.getByText("Look first, read afterwards.")).toBeVisible();
  await expect(page.locator("[data-picture]")).toHaveCSS("background-color", "rgb(18, 52, 59)");
  await expectAccessible(page, { part: "main" });
});

type Built = Awaited<ReturnType<typeof buildFolder>>;

async function keepInput(page: Page, { api, id, address }: Built): Promise<void> {
  await title(page).fill("Edkept changed");
  await expect(page.getByText("Unsaved changes")).toBeVisible();
  page.on("dialog", (dialog) => void dialog.accept());
  await page.reload();
  await expect(title(page)).toHaveValue("Edkept changed", { timeout: LONG_MS });
  await expect(page.getByText("Your unsaved changes were restored. Save or discard them.")).toBeVisible();

  await page.getByRole("link", { name: "Open page" }).click();
  await asked(page).getByRole("button", { name: "Keep editing" }).click();
  await expect(title(page)).toHaveValue("Edkept changed");
  await page.getByRole("link", { name: "Open page" }).click();
  await asked(page).getByRole("button", { name: "Discard changes" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Edkept folder" })).toBeVisible();
  expect((await api.call<Folder>("GET", `/v2/folder/${id}`)).title).toBe("Edkept folder");

  await open(page, address);
  await expect(title(page)).toHaveValue("Edkept folder");
  await title(page).fill(" ");
  await expect(save(page)).toBeDisabled();
  await title(page).fill("Edkept by key");
  await page.keyboard.press("Control+s");
  await toast(page, "Folder updated!").hover();
  const [toastBox, bar] = await settledBoxes(toast(page, "Folder updated!"), page.locator("[data-save-bar]"));
  expect((toastBox?.y ?? 0) + (toastBox?.height ?? 0)).toBeLessThanOrEqual(bar?.y ?? 0);
  await expect.poll(async () => (await api.call<Folder>("GET", `/v2/folder/${id}`)).title).toBe("Edkept by key");
}

/** @param toId of the folder Edkept other. */
async function moveWithInput(page: Page, id: number, toId: number): Promise<void> {
  await title(page).fill("Edkept changed");
  await treeRow(page, "Edkept other").click();
  await asked(page).getByRole("button", { name: "Keep editing" }).click();
  await expect(treeRow(page, "Edkept by key")).toHaveAttribute("aria-selected", "true");
  await expect(treeRow(page, "Edkept other")).toHaveAttribute("aria-selected", "false");

  await treeRow(page, "Edkept by key").click({ button: "right" });
  await page.getByRole("menuitem", { name: "Move to…" }).click();
  const dialog = page.getByRole("dialog", { name: "Move to" });
  await dialog.getByRole("textbox", { name: "Search courses and folders" }).fill("edkept other");
  await dialog.getByRole("radio", { name: "Edkept course › Edkept other" }).check();
  await dialog.getByRole("button", { name: "Move to" }).click();
  await expect(page).toHaveURL(new RegExp(`item=${id}&in=${toId}$`));
  await expect(title(page)).toHaveValue("Edkept changed");
  await expect(asked(page)).toBeHidden();
}

async function mergeChanges(page: Page, { api, id }: Built): Promise<void> {
  await title(page).fill("Edmerge mine");
  await page.route("**/api/v2/folder/*", (route) =>
    route.request().method() === "PUT"
      ? route.fulfill({ status: 500, json: { message: "", data: [] } })
      : route.continue(),
  );
  await save(page).click();
  await expect(page.getByText("Sorry! Something went wrong. Please try again.")).toBeVisible();
  await expect(page.getByText("Not saved", { exact: true })).toBeVisible();
  await expect(title(page)).toHaveValue("Edmerge mine");

  await api.call("PUT", `/v2/folder/${id}`, { description: "Of another teacher" });
  await page.unroute("**/api/v2/folder/*");
  await save(page).click();
  await expect(page.getByText(/^Saved at/)).toBeVisible();
  await expect(page.getByRole("textbox", { name: "Description" })).toHaveValue("Of another teacher");
  expect(await api.call<Folder>("GET", `/v2/folder/${id}`)).toMatchObject({
    title: "Edmerge mine",
    description: "Of another teacher",
  });
}

const FAILURES: [kind: string, call: string, fields: Record<string, string>, button: string, text: string][] = [
  ["Case", "case", {}, "Add case", "Error while adding Case. Please try again later."],
  ["Folder", "folder", {}, "Add folder", "Error while adding Folder. Please try again later."],
  ["Page", "staticpages", {}, "Add", "Error while adding page. Please try again later."],
  ["Textbook", "textbook", {}, "Add", "Error while adding Textbook. Please try again later."],
];
/** Each is tried in the selected folder. */
async function failToAdd(page: Page): Promise<void> {
  for (const [kind, call, fields, button, text] of FAILURES) {
    await test.step(kind, async () => {
      const url = new RegExp(`/api/v2/${call}/?$`);
      await page.route(url, (route) =>
        route.request().method() === "POST"
          ? route.fulfill({ status: 500, json: { message: "", data: [] } })
          : route.continue(),
      );
      await page.getByRole("button", { name: "Add", exact: true }).click();
      await page.getByRole("menuitem", { name: new RegExp(`^${kind}`) }).click();
      const form = page.getByRole("dialog");
      await form.getByRole("textbox", { name: "Title" }).fill(`Edfail ${kind}`);
      for (const [name, value] of Object.entries(fields)) await form.getByRole("textbox", { name }).fill(value);
      await form.getByRole("button", { name: button, exact: true }).click();
      await expect(form.getByText(text)).toBeVisible();
      await expect(form.getByRole("textbox", { name: "Title" })).toHaveValue(`Edfail ${kind}`);
      await form.getByRole("button", { name: "Cancel" }).click();
      await page.unroute(url);
    });
  }
}

async function saveOnPhone(page: Page, { api, id }: Built): Promise<void> {
  await page.setViewportSize({ width: 390, height: 844 });
  await title(page).focus();
  await page.keyboard.press("End");
  await page.keyboard.type(" by keys");
  const button = save(page);
  for (let presses = 0; presses < 60 && !(await button.evaluate((one) => one === document.activeElement)); presses += 1)
    await page.keyboard.press("Tab");
  await expect(button).toBeFocused();
  expect((await button.boundingBox())?.height).toBeGreaterThanOrEqual(44);
  await page.keyboard.press("Enter");
  await expect.poll(async () => (await api.call<Folder>("GET", `/v2/folder/${id}`)).title).toBe("Edmerge mine by keys");
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  await expectAccessible(page, { part: "main" });
}

test("a folder is edited by two people, with lost connections, and on a phone", async ({ page }) => {
  const built = await buildFolder("Edkept");
  const { api, courseId, id } = built;
  const { id: toId } = await api.call<Folder>("POST", "/v2/folder", { title: "Edkept other", parentId: courseId });
  await signIn(page, "teacher");
  await open(page, built.address);
  await test.step("input is kept after a reload, is asked about on leaving, and is saved by Ctrl+S", () =>
    keepInput(page, built));
  await test.step("Keep editing selects the edited item's row; a moved item keeps the input", () =>
    moveWithInput(page, id, toId));
  await test.step("a failed save keeps everything; two people who edit one folder both keep their fields", () =>
    mergeChanges(page, built));
  await test.step("a failure to add is reported with the specified text, and can be retried", () => failToAdd(page));
  await test.step("on a phone, and by keyboard alone", () => saveOnPhone(page, built));
});

test("a case: formatted texts, layout, tags; old plain texts keep their lines; a learner reads them", async ({
  page,
}) => {
  const { api, courseId } = await buildFolder("Edcase");
  const { id } = await api.call<Case>("POST", "/v2/case", {
    title: "Edcase one",
    parentId: courseId,
    description: "First line, p < 0.05\nSecond line",
  });
  await signIn(page, "teacher");
  await open(page, sitePath(`/manage?item=${id}&in=${courseId}`));
  const description = page.getByRole("textbox", { name: "Description", exact: true });
  await expect(description).toContainText("p < 0.05", { timeout: LONG_MS });
  await expect(description.locator("br")).toHaveCount(1);
  await expect(page.getByText("No changes")).toBeVisible();
  await page.getByRole("textbox", { name: "Diagnosis", exact: true }).click();
  await page.keyboard.press("Control+b");
  await page.keyboard.type("Class IV");
  await page.getByRole("radio", { name: "Columns: 2, rows: 2" }).click();
  const tags = page.getByRole("combobox", { name: "Tags" });
  await tags.fill("edcase-tag");
  await tags.press("Enter");
  await keepPicture(page, "editor-case");
  await expectAccessible(page, { part: "main" });
  await save(page).click();
  await expect(toast(page, "Case updated!")).toBeVisible();
  expect(await api.call<Case>("GET", `/v2/case/${id}`)).toMatchObject({
    description: "First line, p < 0.05\nSecond line",
    diagnosis: "<p><strong>Class IV</strong></p>",
    layout: { columns: 2, rows: 2 },
    tags: ["edcase-tag"],
  });

  await forgetCookies(page.context());
  await signIn(page, "learner");
  await page.goto(sitePath(`/course${courseId}/c${id}/`));
  await page.getByRole("button", { name: "Show diagnosis" }).click({ timeout: LONG_MS });
  await expect(page.locator("strong", { hasText: "Class IV" })).toBeVisible({ timeout: LONG_MS });
  await expect(page.getByText("First line, p < 0.05")).toBeVisible();
});
