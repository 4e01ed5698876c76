// Slices: case, course, editor, embed, folder, image-editor, manage, quiz, textbook, tree, user-group
/** The specified messages of the content manager's editors and dialogs, on success and on failure. */
import { callsOf } from "./testing/api.ts";
import { putCourseFirst } from "./testing/content-tree.ts";
import { expect, signIn, sitePath, test } from "./testing/journey.ts";
import { openAddForm, toastOn, treeRow, waitForTree } from "./testing/manage-tree.ts";
import { placeSlide } from "./testing/slides.ts";

test.beforeEach(() => test.slow());

const BROKEN = { status: 500, json: { message: "x", data: [] } };

test("saving a course, a folder and a slide shows the specified messages", async ({ page }) => {
  const api = await callsOf("teacher");
  const slide = await placeSlide();
  const folder = await api.call<{ id: number }>("POST", "/v2/folder", { title: "Told", parentId: slide.courseId });
  await signIn(page, "teacher");
  for (const [query, said] of [
    [`item=${slide.courseId}`, "Course updated!"],
    [`item=${folder.id}&in=${slide.courseId}`, "Folder updated!"],
    [`item=${slide.imageId}&in=${slide.courseId}`, "Image updated!"],
  ] as const) {
    await page.goto(sitePath(`/manage?${query}`));
    await page.getByRole("textbox", { name: "Title", exact: true }).fill(`Told ${said}`, { timeout: 30_000 });
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await expect(toastOn(page, said)).toBeVisible();
  }
});

test("a failure to add is reported with the content type, and keeps the input", async ({ page }) => {
  const api = await callsOf("teacher");
  const { id } = await api.addCourse("Course to which nothing can be added");
  const admin = await callsOf("admin");
  const { hosts } = await admin.call<{ hosts: string[] }>("GET", "/v2/site/embedHosts");
  await admin.call("PUT", "/v2/site/embedHosts", { hosts: [...new Set([...hosts, "never-added.example.org"])] });
  await signIn(page, "teacher");
  await page.goto(sitePath(`/manage?item=${id}`));
  await waitForTree(page);
  await putCourseFirst(page, "Course to which nothing can be added");
  await treeRow(page, "Course to which nothing can be added").click();
  for (const [kind, address, submit, named] of [
    ["Course", "course", "Add course", "course"],
    ["Folder", "folder", "Add folder", "Folder"],
    ["Case", "case", "Add case", "Case"],
    ["Page", "staticpages", "Add", "page"],
    ["Embedded page", "embed", "Add", "iFrame"],
    ["Textbook", "textbook", "Add", "Textbook"],
  ] as const) {
    await page.route(new RegExp(`/api/v2/${address}/?$`), (route) =>
      route.request().method() === "POST" ? route.fulfill(BROKEN) : route.fallback(),
    );
    const form = await openAddForm(page, kind);
    await form.getByRole("textbox", { name: "Title" }).fill("Kept");
    if (kind === "Embedded page")
      await form.getByRole("textbox", { name: "URL" }).fill("https://never-added.example.org/1");
    await form.getByRole("button", { name: submit, exact: true }).click();
    await expect(form.getByText(`Error while adding ${named}. Please try again later.`)).toBeVisible();
    await expect(form.getByRole("textbox", { name: "Title" })).toHaveValue("Kept");
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Discard", exact: true }).click();
    await expect(form).toHaveCount(0);
  }
});

test("a question that cannot be added or loaded is reported", async ({ page }) => {
  const api = await callsOf("teacher");
  const course = await api.addCourse("Course of a question that fails");
  const quiz = await api.call<{ id: number }>("POST", "/v2/quiz", {
    itemType: "course",
    itemId: course.id,
    title: "Failing quiz",
    type: "Individual",
  });
  const question = await api.call<{ id: number }>("POST", "/v2/quiz/question", {
    parentId: quiz.id,
    title: "Failing question?",
    type: "short-answer",
  });
  await signIn(page, "teacher");
  await page.route(/\/api\/v2\/quiz\/question/, (route) => route.fulfill(BROKEN));
  await page.goto(sitePath(`/manage?item=${question.id}&in=${quiz.id}`));
  await expect(page.getByText("Could not load question")).toBeVisible({ timeout: 30_000 });
  await page.unroute(/\/api\/v2\/quiz\/question/);
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("textbox", { name: "Title" })).toHaveValue("Failing question?");
});

test("user groups: a failed search for people and a failed removal of groups, with the specified texts", async ({
  page,
}) => {
  const api = await callsOf("admin");
  const course = await api.addCourse("Course of a group that stays");
  await api.call("POST", `/v2/assignment/${course.id}`, { title: "Group that stays" });
  await signIn(page, "admin");
  await page.goto(sitePath(`/manage?item=${course.id}`));
  await page.getByRole("button", { name: "Change access" }).click({ timeout: 30_000 });
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Settings and members of Group that stays" }).click();
  await page.route(/\/api\/user\/search/, (route) => route.fulfill(BROKEN));
  await dialog.getByRole("searchbox", { name: "Add people" }).fill("Leo L");
  await expect(dialog.getByText("error. no results")).toBeVisible();
  for (const [status, said] of [
    [403, "Sorry, you are not allowed to remove the assignment."],
    [422, "Sorry, the user group is used and cannot be deleted."],
    [500, "Error. Please try again."],
  ] as const) {
    const address = /\/api\/v2\/assignment\/\d+\/resource\/\d+$/;
    await page.route(address, (route) => route.fulfill({ status, json: { message: "x", data: [] } }));
    await dialog.getByRole("button", { name: "Remove user group Group that stays" }).click();
    await dialog.getByRole("button", { name: "Remove", exact: true }).click();
    await expect(toastOn(page, said)).toBeVisible();
    // The question closes once the list has been loaded again; until then its button is the former one.
    await expect(dialog.getByRole("button", { name: "Remove", exact: true })).toHaveCount(0);
    await page.unroute(address);
  }
});

test("only one row's menu is open at a time", async ({ page }) => {
  const api = await callsOf("teacher");
  const course = await api.addCourse("Course of menus");
  for (const title of ["Menu one", "Menu two"]) await api.call("POST", "/v2/folder", { title, parentId: course.id });
  await signIn(page, "teacher");
  await page.goto(sitePath(`/manage?item=${course.id}`));
  await waitForTree(page);
  await putCourseFirst(page, "Course of menus");
  await treeRow(page, "Course of menus").click();
  await page.keyboard.press("ArrowRight");
  await expect(page.locator("#sz-admin-app")).toHaveCount(1);
  for (const title of ["Menu one", "Menu two"]) {
    await treeRow(page, title).dispatchEvent("contextmenu", {
      bubbles: true,
      cancelable: true,
      clientX: 200,
      clientY: 200,
    });
    await expect(page.getByRole("menu")).toHaveCount(1);
  }
  await page.keyboard.press("Escape");
  await expect(page.getByRole("menu")).toHaveCount(0);
});
