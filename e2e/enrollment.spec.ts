// Slices: course, editor, enrollment, tree
/** An enrollment form: built by a teacher, filled in by a learner whom it admits, reviewed by the teacher. */

import { readFile } from "node:fs/promises";
import type { EnrollmentForm } from "@parfocal/core/enrollment/enrollment.contract.ts";
import type { Folder } from "@parfocal/core/folder/folder.contract.ts";
import type { Browser, Page } from "@playwright/test";
import { callsOf } from "./testing/api.ts";
import { expectAccessible } from "./testing/expect-accessible.ts";
import { expect, signIn, sitePath, test } from "./testing/journey.ts";
import { openAddForm, toastOn, treeRow, waitForTree } from "./testing/manage-tree.ts";
import { moveUpByKeys } from "./testing/order-by-keys.ts";
import { waitForSettledPage } from "./testing/settled.ts";
import { keepPicture } from "./testing/slide-page.ts";

/** Too long for a line of a phone. As a formula, it must not be evaluated by a spreadsheet. */
const NUMBER = `=4711${"a".repeat(75)}`;

const FIELDS = [
  { id: "number", title: "Matriculation number", type: "text" },
  { id: "semester", title: "Semester", type: "select", options: ["1", "2", "3"] },
  { id: "country", title: "Country", type: "country" },
];

/** An open course of the teacher's with a folder that only a user group sees. */
async function buildCourse(title: string) {
  const teacher = await callsOf("teacher");
  const course = await teacher.addCourse(title);
  const folder = await teacher.call<Folder>("POST", "/v2/folder", { title: `Closed of ${title}`, parentId: course.id });
  await teacher.call("POST", "/v2/staticpages/", { title: `Inside ${title}`, parentId: folder.id });
  const groupTitle = `Group of ${title}`;
  const group = await teacher.call<{ id: number }>("POST", `/v2/assignment/${folder.id}`, { title: groupTitle });
  return { teacher, course, folder, groupId: group.id, groupTitle };
}

type Course = Awaited<ReturnType<typeof buildCourse>>;

const addForm = ({ teacher, course, groupId }: Course, title: string) =>
  teacher.call<EnrollmentForm>("POST", "/v2/enrollmentForm/", {
    title,
    parentId: course.id,
    userGroupId: groupId,
    fields: FIELDS,
  });

/** On a phone too; the window is enlarged again. */
async function expectNoOverflow(page: Page): Promise<void> {
  const usual = page.viewportSize();
  await page.setViewportSize({ width: 390, height: 844 });
  await waitForSettledPage(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  if (usual) await page.setViewportSize(usual);
}

async function choose(page: Page, field: string, typed: string, option: string): Promise<void> {
  const input = page.getByRole("combobox", { name: field }).or(page.getByRole("textbox", { name: field }));
  await input.click();
  if (typed !== "") await input.fill(typed);
  await page.getByRole("option", { name: option, exact: true }).click();
}

test("a teacher builds a form with three types of fields, which are moved, removed and restored", async ({ page }) => {
  test.setTimeout(120_000);
  const { teacher, course, groupTitle } = await buildCourse("Built enrollment");
  await signIn(page, "teacher");
  await page.goto(sitePath(`/manage?item=${course.id}`));
  await waitForTree(page);
  const dialog = await openAddForm(page, "Enrollment form");
  await dialog.getByRole("textbox", { name: "Title" }).fill("Register here");
  await dialog.getByRole("button", { name: "Add" }).click();
  await expect(dialog.getByText("Choose a user group.")).toBeVisible();
  await choose(page, "User group", groupTitle, groupTitle);
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Add" }).click();
  await expect(treeRow(page, "Register here")).toBeVisible();

  const fields = page.getByRole("region", { name: "Form fields" });
  const add = fields.getByRole("button", { name: "Add field" });
  const save = page.getByRole("button", { name: "Save", exact: true });
  await expect(fields.getByText("No fields yet.")).toBeVisible();
  await test.step("three fields, each of another type", async () => {
    await add.click();
    await expect(fields.getByRole("textbox", { name: "Label of field 1" })).toBeFocused();
    await page.keyboard.type("Matriculation number");
    await add.click();
    await page.keyboard.type("Semester");
    await choose(page, "Type of field 2", "", "Choice");
    await fields.getByRole("textbox", { name: /Options/ }).fill("1\n1");
    await page.keyboard.press("Tab");
    await expect(fields.getByText("An option is listed twice.")).toBeVisible();
    await expect(save).toBeDisabled();
    await fields.getByRole("textbox", { name: /Options/ }).fill("1\n\n2\n3\n");
    await add.click();
    await page.keyboard.type("Country");
    await choose(page, "Type of field 3", "", "Country");
  });
  await test.step("the last one is moved up by keyboard", async () => {
    await moveUpByKeys(page, fields.getByRole("button", { name: "Move field 3", exact: true }), {
      picked: "Picked up Country, position 3 of 3.",
      over: "Country: position 2 of 3.",
    });
    await expect(fields.getByRole("textbox", { name: "Label of field 2" })).toHaveValue("Country");
  });
  await test.step("one is removed and restored", async () => {
    await fields.getByRole("button", { name: "Remove field 1" }).click();
    await expect(fields.getByRole("textbox", { name: "Label of field 1" })).toHaveValue("Country");
    await toastOn(page, "Field “Matriculation number” removed").getByRole("button", { name: "Undo" }).click();
    await expect(fields.getByRole("textbox", { name: "Label of field 1" })).toHaveValue("Matriculation number");
  });
  await save.click();
  await expect(page.getByText(/^Saved at/)).toBeVisible();
  await expectAccessible(page);
  await keepPicture(page, "enrollment-editor");
  const { items } = await teacher.getCourse(course.id);
  const id = items.find(({ title }) => title === "Register here")?.id;
  const form = await teacher.call<EnrollmentForm>("GET", `/v2/enrollmentForm/${id}`);
  expect(form.fields).toMatchObject([
    { title: "Matriculation number", type: "text", options: [] },
    { title: "Country", type: "country", options: [] },
    { title: "Semester", type: "select", options: ["1", "2", "3"] },
  ]);
});

/** @param path of the form. */
async function revokeRegistration(browser: Browser, path: string): Promise<void> {
  const context = await browser.newContext();
  const teacherPage = await context.newPage();
  await signIn(teacherPage, "teacher");
  await teacherPage.goto(path);
  await teacherPage.getByRole("link", { name: "Registrations (1)" }).click();
  const registrations = teacherPage.getByRole("region", { name: "Registrations" }).first();
  await expect(registrations.getByText("1 registration")).toBeVisible({ timeout: 30_000 });
  await expect(registrations.getByRole("row", { name: /Leo Learner/ })).toContainText("Germany");
  await registrations.getByRole("searchbox").fill("nobody at all");
  await expect(registrations.getByText("0 registrations found")).toBeVisible();
  await registrations.getByRole("searchbox").fill("Deutschland");
  await expect(registrations.getByRole("row", { name: /Leo Learner/ })).toBeVisible();
  const [download] = await Promise.all([
    teacherPage.waitForEvent("download"),
    registrations.getByRole("link", { name: "Export CSV" }).click(),
  ]);
  expect(download.suggestedFilename()).toBe("registrations.csv");
  const text = await readFile(await download.path(), "utf8");
  expect(text).toMatch(/^\uFEFFName,E-mail,Registered,User group,Matriculation number,Semester,Country\r\n/);
  expect(text).toMatch(
    /\r\nLeo Learner,learner@demo\.test,[^,]+,Group of Closed enrollment,'=4711a{75},3,Germany\r\n$/,
  );
  await expectAccessible(teacherPage);
  await expectNoOverflow(teacherPage);
  await registrations.getByRole("searchbox").fill("");
  await registrations.getByRole("button", { name: "Remove the registration of Leo Learner" }).click();
  const dialog = teacherPage.getByRole("dialog");
  await expect(dialog.getByRole("checkbox", { name: /Also remove the person from the user group/ })).toBeChecked();
  await dialog.getByRole("button", { name: "Remove", exact: true }).click();
  await expect(registrations.getByText("No registrations yet")).toBeVisible();
  await context.close();
}

test("a learner who sees only the form registers and sees the rest; the teacher sees who it was", async ({
  page,
  browser,
}) => {
  test.setTimeout(120_000);
  const place = await buildCourse("Closed enrollment");
  const { course, folder, groupTitle } = place;
  const { id } = await addForm(place, "Register for what is closed");
  await signIn(page, "learner");
  await page.goto(sitePath(`/course${course.id}/`));
  await expect(page.getByRole("link", { name: /Register for what is closed/ })).toBeVisible();
  await expect(page.getByText(folder.title)).toHaveCount(0);
  await page.getByRole("link", { name: /Register for what is closed/ }).click();
  await expect(page).toHaveURL(sitePath(`/course${course.id}/enroll${id}/`));
  const register = page.getByRole("button", { name: "Register", exact: true });

  await test.step("an empty field: the fixed text, and the focus on the field", async () => {
    await page.getByRole("textbox", { name: "Matriculation number" }).fill(NUMBER);
    await choose(page, "Country", "Deutschl", "Germany");
    await register.click();
    await expect(page.getByText("Please fill out all fields", { exact: true })).toBeVisible();
    await expect(page.getByText("Fill in this field.")).toHaveCount(1);
    await expect(page.getByRole("combobox", { name: "Semester" })).toBeFocused();
    await expectAccessible(page);
    await expectNoOverflow(page);
  });
  await test.step("input is kept after a reload", async () => {
    await page.reload();
    await expect(page.getByRole("textbox", { name: "Matriculation number" })).toHaveValue(NUMBER);
    await expect(page.getByRole("combobox", { name: "Country" })).toHaveValue("Germany");
  });
  await test.step("two clicks register once, and the content is one link away", async () => {
    await choose(page, "Semester", "", "3");
    let sent = 0;
    page.on("request", (request) => {
      if (request.url().endsWith(`/enrollmentForm/${id}/enroll`)) sent += 1;
    });
    await register.dblclick();
    await expect(page.getByRole("heading", { name: "You are registered" })).toBeFocused();
    expect(sent).toBe(1);
    await expect(page.getByText(`You are a member of the user group “${groupTitle}”.`)).toBeVisible();
    await expect(page.getByText(NUMBER)).toBeVisible();
    await expectAccessible(page);
    await expectNoOverflow(page);
    await keepPicture(page, "enrollment-registered");
    await page.getByRole("link", { name: new RegExp(folder.title) }).click();
    await expect(page.getByText("Inside Closed enrollment")).toBeVisible();
  });
  await test.step("the form still shows the registration", async () => {
    await page.goto(sitePath(`/course${course.id}/enroll${id}/`));
    await expect(page.getByRole("heading", { name: "You are registered" })).toBeVisible();
    await expect(register).toHaveCount(0);
  });

  await test.step("the teacher finds the registration, exports the table, and revokes it", () =>
    revokeRegistration(browser, sitePath(`/course${course.id}/enroll${id}/`)));
  await page.goto(sitePath(`/course${course.id}/f${folder.id}/`));
  await expect(page.getByText("Inside Closed enrollment")).toHaveCount(0);
});

test.describe("in German", () => {
  test.use({ locale: "de-DE" });
  test("the form is read, submitted empty, filled in and sent", async ({ page }) => {
    const place = await buildCourse("Deutsche Einschreibung");
    const { id } = await addForm(place, "Einschreibung");
    await signIn(page, "learner");
    await page.goto(sitePath(`/course${place.course.id}/enroll${id}/`));
    const enrol = page.getByRole("button", { name: "Einschreiben", exact: true });
    await enrol.click();
    await expect(page.getByText("Bitte füllen Sie alle Felder aus", { exact: true })).toBeVisible();
    await page.getByRole("textbox", { name: "Matriculation number" }).fill("4711");
    await choose(page, "Semester", "", "1");
    await choose(page, "Country", "Austria", "Österreich");
    await enrol.click();
    await expect(page.getByRole("heading", { name: "Sie sind eingeschrieben" })).toBeVisible();
    await expect(page.getByText("Österreich")).toBeVisible();
  });
});
