// Slices: assignment, course, folder, invite, manage, user-group
/** A group gets a one-time code; its first user is led from the printed link to the content, the second is rejected. */
import type { Course } from "@parfocal/core/course/course.contract.ts";
import type { Folder } from "@parfocal/core/folder/folder.contract.ts";
import { callsOf } from "./testing/api.ts";
import { expectAccessible } from "./testing/expect-accessible.ts";
import { DEMO_PASSWORD, expect, loginOf, signIn, sitePath, test } from "./testing/journey.ts";

const GROUP = "Semester with a code";

test("a one-time code of a group leads its first user from the link to the content; the next one is rejected", async ({
  page,
  browser,
}) => {
  const admin = await callsOf("admin");
  const course = await admin.call<Course>("POST", "/v2/course", { title: "Only with a code" });
  const folder = await admin.call<Folder>("POST", "/v2/folder", { title: "Cortex", parentId: course.id });
  await signIn(page, "admin");
  await page.goto(sitePath("/manage/groups"));
  let code = "";

  await test.step("a group is created in its section and gets a code", async () => {
    await page.getByRole("button", { name: "New user group" }).first().click();
    await page.getByRole("textbox", { name: "Title" }).fill(GROUP);
    await page.keyboard.press("Enter");
    await expect(page.getByRole("heading", { name: GROUP })).toBeVisible();
    const id = new URL(page.url()).searchParams.get("group");
    await admin.call("PUT", `/v2/assignment/${id}/resource/${folder.id}`);
    const codes = page.getByRole("region", { name: "Invite codes" });
    await codes.getByRole("switch", { name: "One-time code" }).check();
    await codes.getByRole("button", { name: "Generate code" }).click();
    const label = await codes.getByRole("button", { name: /^Copy code / }).getAttribute("aria-label");
    code = label?.replace("Copy code ", "") ?? "";
    expect(code).toMatch(/^\w{5}-\w{5}-\w{5}-\w{5}$/);
    await expectAccessible(page);
    await codes.getByRole("button", { name: `QR code for ${code}` }).click();
    await expect(page.getByRole("img", { name: `QR code for ${code}` })).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toHaveCount(0);
  });

  await test.step("its link asks a guest to sign in, returns, and leads to the content", async () => {
    const context = await browser.newContext();
    const learner = await context.newPage();
    await learner.goto(sitePath(`/join?code=${code}`));
    await learner.getByRole("main").getByRole("link", { name: "Sign in" }).click();
    await learner.getByLabel(/email/i).fill(loginOf("learner"));
    await learner.getByLabel("Password", { exact: true }).fill(DEMO_PASSWORD);
    await learner.keyboard.press("Enter");
    await expect(learner.getByRole("textbox", { name: "Invite code" })).toHaveValue(code);
    await learner.getByRole("button", { name: "Join group" }).click();
    await expect(learner.getByText(`You've been added to the ${GROUP} group`)).toBeVisible();
    await learner.getByRole("link", { name: "Cortex" }).click();
    await expect(learner.getByRole("heading", { name: "Cortex" })).toBeVisible();
    await context.close();
  });

  await test.step("another learner enters it in the header's dialog, by keyboard, and is rejected", async () => {
    const context = await browser.newContext();
    const other = await context.newPage();
    await signIn(other, "other-learner");
    await other.goto(sitePath("/"));
    await other.getByRole("button", { name: /^Account/ }).press("Enter");
    await other.getByRole("menuitem", { name: "Enter invite code" }).press("Enter");
    const field = other.getByRole("dialog").getByRole("textbox", { name: "Invite code" });
    await expect(field).toBeFocused();
    await field.fill(code.toLowerCase());
    await field.press("Enter");
    await expect(other.getByText("This code does not work. Check it, or ask for a new one.")).toBeVisible();
    await context.close();
  });

  await test.step("the log and the access reasons show it", async () => {
    await page.reload();
    await page.getByRole("button", { name: "Check a person’s access" }).click();
    const dialog = page.getByRole("dialog", { name: "Check a person’s access" });
    await dialog.getByLabel("Person").first().pressSequentially("Lou L");
    await page.getByRole("option", { name: /Lou Learner/ }).click();
    await expect(dialog.getByText("Lou Learner cannot see “Cortex”")).toBeVisible();
    await expect(dialog.getByText(`${GROUP}: not a member`)).toBeVisible();
    await page.goto(sitePath("/manage/codes"));
    await expect(page.getByText(`${GROUP}, code …${code.slice(-4)}`)).toBeVisible();
    await expect(page.getByText("Leo Learner")).toBeVisible();
  });
});
