// Slices: assignment, course, folder, manage, structure, user-group
/** Access: a user group is created and assigned to a folder, gets a member, who then finds it on the landing page. */
import type { Course } from "@parfocal/core/course/course.contract.ts";
import type { Folder } from "@parfocal/core/folder/folder.contract.ts";
import type { Page } from "@playwright/test";
import { callsOf } from "./testing/api.ts";
import { expectAccessible } from "./testing/expect-accessible.ts";
import { expect, signIn, sitePath, test } from "./testing/journey.ts";
import { keepPicture } from "./testing/slide-page.ts";

const TITLE = "Semester of the groups journey";

/** A course of the administrator's with two folders. */
async function buildCourse(title: string) {
  const admin = await callsOf("admin");
  const course = await admin.call<Course>("POST", "/v2/course", { title });
  const folder = (name: string) =>
    admin.call<Folder>("POST", "/v2/folder", { title: `${name} of ${title}`, parentId: course.id });
  return { admin, course, closed: await folder("Kidney"), open: await folder("Liver") };
}

const dialogOf = (page: Page) => page.getByRole("dialog", { name: /^Access to/ });

async function openDialog(page: Page, courseId: number, folderId: number): Promise<void> {
  await page.goto(sitePath(`/manage?item=${folderId}&in=${courseId}`));
  await page.getByRole("button", { name: "Change access" }).click();
  await expect(dialogOf(page)).toBeVisible();
}

test("a folder is assigned to a new user group: its member sees it as a course; nobody else does", async ({
  page,
  browser,
}) => {
  const { course, closed, open } = await buildCourse("Organs by groups");
  await signIn(page, "admin");
  await openDialog(page, course.id, closed.id);
  const dialog = dialogOf(page);
  await expect(dialog.getByText("no user group is assigned")).toBeVisible();

  await test.step("a group is created by its title alone", async () => {
    await dialog.getByRole("searchbox", { name: /Search or create a user group/ }).fill(TITLE);
    await dialog.getByRole("button", { name: `Create “${TITLE}”` }).click();
    // It has no members yet.
    await dialog.getByRole("button", { name: "Add anyway" }).click();
    await expect(page.getByText("User group was added")).toBeVisible();
    await expect(
      dialog.getByText(`Visible only to members of these user groups, and to teachers and administrators: ${TITLE}.`),
    ).toBeVisible();
  });
  await test.step("the same title again is rejected", async () => {
    await dialog.getByRole("searchbox", { name: /Search or create a user group/ }).fill(TITLE.toUpperCase());
    await dialog.getByRole("button", { name: `Create “${TITLE.toUpperCase()}”` }).click();
    await dialog.getByRole("button", { name: "Add anyway" }).click();
    await expect(page.getByText("There is already a user-group with this name")).toBeVisible();
    await dialog.getByRole("searchbox", { name: /Search or create a user group/ }).fill("");
  });
  await test.step("a person is found by name and added to it", async () => {
    await dialog.getByRole("button", { name: `Settings and members of ${TITLE}` }).click();
    await dialog.getByRole("searchbox", { name: "Add people" }).fill("Leo L");
    await dialog.getByRole("button", { name: "Add Leo Learner" }).click();
    await expect(dialog.getByText("1 member", { exact: false }).first()).toBeVisible();
    await expect(dialog.getByRole("button", { name: "Remove Leo Learner" })).toBeVisible();
  });
  await test.step("dates in the wrong order are reported; an entity type is denied", async () => {
    await dialog.getByLabel("From", { exact: true }).fill("2020-02-01T00:00:00");
    await dialog.getByLabel("Until", { exact: true }).fill("2020-01-01T00:00:00");
    await expect(dialog.getByText("The end must not be before the start.")).toBeVisible();
    await expect(dialog.getByRole("button", { name: "Save" })).toBeDisabled();
    await dialog.getByLabel("Until", { exact: true }).fill("");
    await dialog.getByRole("checkbox", { name: "Quizzes" }).uncheck();
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(dialog.getByText("Saved", { exact: true })).toBeVisible();
    await expectAccessible(page, { part: "[role=dialog]" });
    await keepPicture(page, "user-groups");
  });

  await test.step("the member finds it on the landing page and opens it", async () => {
    const context = await browser.newContext();
    const learner = await context.newPage();
    await signIn(learner, "learner");
    await learner.goto(sitePath("/"));
    const card = learner.getByRole("listitem").filter({ hasText: TITLE });
    await expect(card.getByText("For your group")).toBeVisible();
    await card.getByRole("link").first().click();
    await learner
      .getByRole("link", { name: new RegExp(closed.title) })
      .first()
      .click();
    await expect(learner).toHaveURL(new RegExp(sitePath(`/course\\d+/f${closed.id}/$`)));
    await expect(learner.getByRole("heading", { name: closed.title })).toBeVisible();
    await context.close();
  });
  await test.step("another learner does not see it", async () => {
    const context = await browser.newContext();
    const other = await context.newPage();
    await signIn(other, "other-learner");
    await other.goto(sitePath(`/course${course.id}/`));
    await expect(other.getByText(open.title)).toBeVisible();
    await expect(other.getByText(closed.title)).toHaveCount(0);
    await other.goto(sitePath(`/course${course.id}/f${closed.id}/`));
    await expect(other.getByRole("heading", { name: closed.title })).toHaveCount(0);
    await context.close();
  });
  await test.step("removed after a confirmation, everybody sees it again", async () => {
    await dialog.getByRole("button", { name: `Remove user group ${TITLE}` }).click();
    await dialog.getByRole("button", { name: "Remove", exact: true }).click();
    await expect(page.getByText("User group was removed")).toBeVisible();
    await expect(dialog.getByText("no user group is assigned")).toBeVisible();
  });
});
