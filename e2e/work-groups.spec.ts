// Slices: manage, work-group
/** Work groups outside of a slide: a learner's own page, and the administrator's list of all. */
import { expectAccessible } from "./testing/expect-accessible.ts";
import { expect, loginOf, signIn, sitePath, test } from "./testing/journey.ts";

test("a learner creates a work group and adds a person; an administrator deletes and restores it", async ({
  page,
  browser,
}) => {
  await signIn(page, "learner");
  await page.goto(sitePath("/"));
  await page.getByRole("button", { name: /^Account/ }).press("Enter");
  await page.getByRole("menuitem", { name: "Work groups" }).press("Enter");
  await expect(page.getByText("You are not in a work group yet.")).toBeVisible();
  await page.getByRole("button", { name: "New work group" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("textbox", { name: "Title" }).fill("Kidney team");
  await page.keyboard.press("Enter");
  await dialog.getByRole("textbox", { name: "Email address" }).fill(loginOf("other-learner"));
  await page.keyboard.press("Enter");
  await expect(dialog.getByRole("button", { name: "Remove Lou Learner from the group" })).toBeVisible();
  await expectAccessible(page, { dark: true });
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: "Kidney team 2 members · owner: you" })).toBeVisible();

  const context = await browser.newContext();
  const office = await context.newPage();
  await signIn(office, "admin");
  await office.goto(sitePath("/manage/groups"));
  await office.getByRole("tab", { name: "Work groups" }).click();
  await office.getByRole("searchbox", { name: "Title or owner" }).fill("leo");
  await office.getByRole("button", { name: /^Kidney team 2 members/ }).click();
  await office.getByRole("dialog").getByRole("button", { name: "Delete group" }).click();
  await office.getByRole("dialog").getByRole("button", { name: "Delete group" }).click();
  await expect(office.getByText("No results")).toBeVisible();
  await office.getByRole("button", { name: "Undo" }).click();
  await expect(office.getByRole("button", { name: /^Kidney team/ })).toBeVisible();
  await expectAccessible(office, { dark: true });
  await context.close();
});
