// Slices: about, custom-field, editor, manage, search, slide, tree
/**
 * Custom fields: an administrator creates one of each type, a teacher fills twenty slides, a learner reads and finds
 * them.
 */

import type { CustomField } from "@parfocal/core/custom-field/custom-field.contract.ts";
import type { Locator, Page } from "@playwright/test";
import { type Api, callsOf } from "./testing/api.ts";
import { expectAccessible } from "./testing/expect-accessible.ts";
import { expect, shareSite, signIn, sitePath, test } from "./testing/journey.ts";
import { adoptSlide } from "./testing/sites.ts";
import { keepPicture, waitUntilSharp } from "./testing/slide-page.ts";
import { fixturePath } from "./testing/slides.ts";

test.describe.configure({ mode: "serial", timeout: 180_000 });

let admin: Api;
let teacher: Api;
let courseId: number;
shareSite();
test.beforeAll(async () => {
  [admin, teacher] = [await callsOf("admin"), await callsOf("teacher")];
  courseId = (await teacher.addCourse("Kidneys")).id;
  for (let number = 1; number <= 20; number += 1)
    await adoptSlide({
      path: fixturePath("pyramid.tif"),
      filename: `Kidney ${String(number).padStart(2, "0")}.tif`,
      parentId: courseId,
    });
});

async function open(page: Page, person: "admin" | "teacher" | "learner", path: string): Promise<void> {
  await signIn(page, person);
  await page.goto(path);
}

const dialogOf = (page: Page): Locator => page.getByRole("dialog");

async function choose(page: Page, label: string, option: string): Promise<void> {
  await dialogOf(page).getByRole("combobox", { name: label }).click();
  await page.getByRole("option", { name: option, exact: true }).click();
}

const NEW_FIELDS = [
  { title: "Organ", type: "Text", isRequired: true, choices: "" },
  { title: "Stain", type: "Choice", isRequired: false, choices: "HE , PAS,, Silver" },
  { title: "Origin", type: "Country", isRequired: false, choices: "" },
  { title: "Age", type: "Number", isRequired: false, choices: "" },
  { title: "Taken on", type: "Date", isRequired: false, choices: "" },
  { title: "Atlas", type: "Link", isRequired: false, choices: "" },
  { title: "Findings", type: "Keywords", isRequired: false, choices: "" },
];

test("an administrator creates fields of all types; missing input is reported; one is deleted after a confirmation", async ({
  page,
}) => {
  await open(page, "admin", sitePath("/manage/fields"));
  await expect(page.getByText("No fields yet")).toBeVisible();
  await page.getByRole("button", { name: "New field" }).click();
  await dialogOf(page).getByRole("button", { name: "Create field" }).click();
  await expect(dialogOf(page).getByText("Enter a title.")).toBeVisible();
  await expect(dialogOf(page).getByText("Choose a field type.")).toBeVisible();
  await choose(page, "Field type", "Choice");
  await dialogOf(page).getByRole("button", { name: "Create field" }).click();
  await expect(dialogOf(page).getByText("Enter at least one choice.")).toBeVisible();
  await dialogOf(page).getByRole("button", { name: "Cancel" }).click();

  for (const { title, type, isRequired, choices } of NEW_FIELDS) {
    await page.getByRole("button", { name: "New field" }).click();
    await dialogOf(page).getByRole("textbox", { name: "Title" }).fill(title);
    await choose(page, "Field type", type);
    if (choices !== "") await dialogOf(page).getByRole("textbox", { name: "Choices" }).fill(choices);
    if (isRequired) await dialogOf(page).getByRole("switch", { name: "Required" }).check();
    await dialogOf(page).getByRole("button", { name: "Create field" }).click();
    await expect(dialogOf(page)).toHaveCount(0);
    await expect(page.getByText("Field created").first()).toBeVisible();
  }
  const list = page.getByRole("list", { name: "Slide" });
  await expect(list.getByRole("listitem")).toHaveCount(NEW_FIELDS.length);
  await expect(list.getByText("Choice · HE, PAS, Silver · stain")).toBeVisible();
  await list.getByRole("button", { name: "Make Organ the primary field" }).click();
  await expect(page.getByText("Field updated").first()).toBeVisible();
  await page.getByRole("searchbox", { name: "Search fields" }).fill("atl");
  await expect(list.getByRole("listitem")).toHaveCount(1);
  await keepPicture(page, "custom-fields");
  await expectAccessible(page, { part: "main" });
  await list.getByRole("button", { name: "Delete Atlas" }).click();
  await expect(dialogOf(page).getByText("No item has a value in this field.")).toBeVisible();
  await dialogOf(page).getByRole("button", { name: "Delete field" }).click();
  await expect(page.getByText("Field deleted")).toBeVisible();
  await expect(page.getByText("No results")).toBeVisible();
});

const cell = (page: Page, row: number, column: number): Locator => page.locator(`[data-cell="${row}-${column}"]`);

/** As from a spreadsheet. */
async function paste(target: Locator, text: string): Promise<void> {
  await target.evaluate((element, copied) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", copied);
    element.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
  }, text);
}

test("a teacher fills twenty slides by keyboard and by pasting; a reload loses nothing; required ones are red", async ({
  page,
}) => {
  await open(page, "teacher", sitePath(`/manage/fields?fill=all&folder=${courseId}`));
  await expect(page.getByRole("grid").getByRole("row")).toHaveCount(21);
  await expect(page.getByText("0 of 20 images processed")).toBeVisible();
  await expect(page.getByRole("columnheader", { name: /^Organ/ })).toBeVisible();

  await test.step("a column is pasted, and one slide is left without a required value", async () => {
    await cell(page, 0, 0).click();
    const organs = Array.from({ length: 20 }, (_, index) => (index === 19 ? "" : index < 10 ? "Kidney" : "Lung"));
    await paste(cell(page, 0, 0), `${organs.join("\r\n")}\r\n`);
    await expect(cell(page, 18, 0)).toHaveText("Lung");
  });
  await test.step("typed, chosen, navigated by keyboard, filled down, undone", async () => {
    await page.keyboard.press("ArrowRight");
    await page.keyboard.type("pa");
    await page.keyboard.press("Enter");
    await expect(cell(page, 0, 1)).toHaveText("PAS");
    await expect(cell(page, 1, 1)).toBeFocused();
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("Control+d");
    await expect(cell(page, 19, 1)).toHaveText("PAS");
    await page.keyboard.press("Tab");
    await page.keyboard.type("aust");
    await page.getByRole("option", { name: "Austria" }).click();
    await expect(cell(page, 0, 2)).toHaveText("Austria");
    await expect(cell(page, 1, 2)).toBeFocused();
    await page.keyboard.press("Tab");
    await page.keyboard.type("many");
    await page.keyboard.press("Tab");
    await expect(cell(page, 1, 3)).toHaveAttribute("data-problem", "misfit");
    await page.keyboard.press("Control+z");
    await expect(cell(page, 1, 3)).toHaveText("");
  });
  await test.step("unsaved values are kept after a reload", async () => {
    page.on("dialog", (dialog) => void dialog.accept());
    await page.reload();
    await expect(page.getByText("Your unsaved changes were restored.")).toBeVisible();
    await expect(cell(page, 18, 0)).toHaveText("Lung");
  });
  await test.step("complete slides are saved; the incomplete one is red, with the message and the count", async () => {
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await expect(page.getByText("Values saved.")).toBeVisible();
    await expect(page.getByText("Please fill out all required fields marked in red")).toBeVisible();
    await expect(page.getByText("19 of 20 images processed")).toBeVisible();
    await expect(cell(page, 19, 0)).toHaveAttribute("data-problem", "missing");
    await keepPicture(page, "custom-fields-batch");
    await expectAccessible(page, { part: "main" });
    await cell(page, 19, 0).click();
    await page.keyboard.type("Lung");
    await page.keyboard.press("Enter");
    await page.keyboard.press("Control+s");
    await expect(page.getByText("20 of 20 images processed")).toBeVisible();
    await expect(page.getByText("Please fill out all required fields marked in red")).toHaveCount(0);
  });
});

/** Red, green and blue, 0 to 255. */
const borderOf = (input: Locator): Promise<number[]> =>
  input.evaluate((element) => (getComputedStyle(element).borderTopColor.match(/[\d.]+/g) ?? []).map(Number));
const isRed = ([red = 0, green = 0, blue = 0]: readonly number[]): boolean => red > 2 * green && red > 2 * blue;

test("the values of one slide are shown in its editor; on a phone slides are filled one by one", async ({ page }) => {
  const [organ] = await admin.call<CustomField[]>("GET", "/v2/customField/type/image");
  const [slide] = await teacher.call<{ id: number; title: string }[]>("GET", "/v2/customField/preparations");
  if (!organ || !slide) throw new Error("There is no field or no slide.");
  await open(page, "teacher", sitePath(`/manage?item=${slide.id}&in=${courseId}`));
  const section = page.getByRole("region", { name: "Details" });
  const input = section.getByRole("textbox", { name: "Organ" }).or(section.getByRole("combobox", { name: "Organ" }));
  await input.fill("");
  await section.getByRole("button", { name: "Save details" }).click();
  await expect(section.getByText("Please fill out all required fields marked in red")).toBeVisible();
  await test.step("an empty required field is red, with a message; an optional one is not", async () => {
    await expect(input).toHaveAttribute("aria-invalid", "true");
    await expect(input).toHaveAccessibleDescription(/\S/);
    expect(isRed(await borderOf(input))).toBe(true);
    const age = section.getByLabel("Age");
    await expect(age).not.toHaveAttribute("aria-invalid", "true");
    expect(isRed(await borderOf(age))).toBe(false);
    await keepPicture(page, "custom-fields-editor-red");
    await expectAccessible(page, { part: 'section[aria-label="Details"]' });
  });
  await input.fill("Kidney cortex");
  await expect(input).not.toHaveAttribute("aria-invalid", "true");
  expect(isRed(await borderOf(input))).toBe(false);
  await section.getByRole("button", { name: "Save details" }).click();
  await expect(page.getByText("Values saved.")).toBeVisible();

  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(sitePath(`/manage/fields?fill=all&slides=${slide.id}`));
  const card = page.getByRole("listitem", { name: slide.title });
  await expect(card.getByLabel("Organ")).toHaveValue("Kidney cortex");
  await card.getByLabel("Age").fill("41");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("Values saved.").first()).toBeVisible();
  await keepPicture(page, "custom-fields-phone");
  await expectAccessible(page, { part: "main" });
});

test("a learner finds slides by a value, and reads it on the slide", async ({ page }) => {
  await open(page, "learner", sitePath("/search?q=Kidney"));
  const filters = page.getByRole("complementary", { name: "Filters" });
  await filters.getByRole("checkbox", { name: /^Lung/ }).check();
  const results = page.getByRole("region", { name: "Results" }).getByRole("heading", { level: 3 });
  await expect(results).toHaveCount(10);
  const [slide] = await teacher.call<{ id: number }[]>("GET", "/v2/customField/preparations");
  await page.goto(sitePath(`/course${courseId}/i${slide?.id}/`));
  await waitUntilSharp(page);
  await page.keyboard.press("i");
  const panel = page.getByRole("complementary", { name: "Slide information" });
  await expect(panel.getByRole("definition").first()).toHaveText("Kidney cortex");
});
