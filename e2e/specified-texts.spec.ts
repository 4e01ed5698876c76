// Slices: case, course, editor, embed, folder, image-editor, manage, textbook, tree, user-group
/** The specified messages of the content manager's editors and dialogs, on success and on failure. */
import type { Page } from "@playwright/test";
import { callsOf } from "./testing/api.ts";
import { expect, signIn, sitePath, test } from "./testing/journey.ts";
import { openAddForm, toastOn, treeRow, waitForTree } from "./testing/manage-tree.ts";
import { placeSlide } from "./testing/slides.ts";

test.beforeEach(() => test.slow());

const BROKEN = { status: 500, json: { message: "x", data: [] } };

/** The course has two folders and a slide, and is assigned to a user group. */
async function placeCourse() {
  const slide = await placeSlide({ courseTitle: "Course of messages" });
  const admin = await callsOf("admin");
  for (const title of ["Menu one", "Menu two"])
    await admin.call("POST", "/v2/folder", { title, parentId: slide.courseId });
  const { hosts } = await admin.call<{ hosts: string[] }>("GET", "/v2/site/embedHosts");
  await admin.call("PUT", "/v2/site/embedHosts", { hosts: [...new Set([...hosts, "never-added.example.org"])] });
  await admin.call("POST", `/v2/assignment/${slide.courseId}`, { title: "Group that stays" });
  return slide;
}

async function expectFailuresToAdd(page: Page): Promise<void> {
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
}

async function expectFailuresOfGroups(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Change access" }).click();
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
}

test("an administrator reads the specified messages after saving, after failures, and at one menu at a time", async ({
  page,
}) => {
  const { courseId, title: slideTitle } = await placeCourse();
  await signIn(page, "admin");
  await page.goto(sitePath(`/manage?item=${courseId}`));
  await waitForTree(page);

  await test.step("saving a course, a folder and a slide shows the specified messages", async () => {
    const title = page.getByRole("textbox", { name: "Title", exact: true });
    await treeRow(page, "Course of messages").click();
    await page.keyboard.press("ArrowRight");
    for (const [before, said] of [
      ["Course of messages", "Course updated!"],
      ["Menu one", "Folder updated!"],
      [slideTitle, "Image updated!"],
    ] as const) {
      await treeRow(page, before).click();
      await expect(title).toHaveValue(before, { timeout: 30_000 });
      await title.fill(`After: ${said}`);
      await page.getByRole("button", { name: "Save", exact: true }).click();
      await expect(toastOn(page, said)).toBeVisible();
    }
  });

  await test.step("only one row's menu is open at a time", async () => {
    await expect(page.locator("#sz-admin-app")).toHaveCount(1);
    for (const title of ["After: Folder updated!", "Menu two"]) {
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

  await treeRow(page, "After: Course updated!").click();
  await test.step("a failure to add is reported with the content type, and keeps the input", () =>
    expectFailuresToAdd(page));
  await test.step("user groups: a failed search for people and a failed removal of groups, with the specified texts", () =>
    expectFailuresOfGroups(page));
});
