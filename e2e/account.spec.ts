// Slices: account, session
import { expectAccessible } from "./testing/expect-accessible.ts";
import { DEMO_PASSWORD, expect, signIn, signInByForm, sitePath, test } from "./testing/journey.ts";

const PNG_OF_ONE_PIXEL = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==",
  "base64",
);
const NEW_PASSWORD = "three cheerful lymphocytes";

test("a learner opens the page from the menu, changes name and password, and is signed out elsewhere", async ({
  page,
  browser,
}) => {
  await signIn(page, "learner");
  const elsewhere = await browser.newContext();
  const otherPage = await elsewhere.newPage();
  await signIn(otherPage, "learner");

  await page.goto(sitePath("/"));
  await page.getByRole("button", { name: /^Account: / }).click();
  await page.getByRole("menuitem", { name: "Profile and password" }).click();
  await expect(page.getByRole("heading", { name: "Profile and password" })).toBeVisible();
  await expectAccessible(page);

  const picture = page.getByRole("button", { name: "Account: " }).locator("img");
  const choose = page.locator('input[type="file"]');
  await choose.setInputFiles({ name: "a.png", mimeType: "image/png", buffer: Buffer.from("no picture") });
  await expect(page.getByText("This file cannot be read as an image.")).toBeVisible();
  await choose.setInputFiles({ name: "a.png", mimeType: "image/png", buffer: PNG_OF_ONE_PIXEL });
  await expect(picture).toBeVisible();
  await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(256);
  await page.getByRole("button", { name: "Remove image" }).click();
  await expect(picture).toBeHidden();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(picture).toBeVisible();

  await page.getByRole("textbox", { name: "Name", exact: true }).fill("Lena Ünal");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("button", { name: "Account: Lena Ünal" })).toBeVisible();

  // Each error at its field; the input is kept.
  const [current, fresh, again] = ["Current password", "New password", "Repeat the new password"].map((name) =>
    page.getByRole("textbox", { name, exact: true }),
  ) as [ReturnType<typeof page.getByRole>, ReturnType<typeof page.getByRole>, ReturnType<typeof page.getByRole>];
  const change = page.getByRole("button", { name: "Change password" });
  const fill = async (values: readonly [string, string, string]) => {
    for (const [index, field] of [current, fresh, again].entries()) await field.fill(values[index] as string);
    await change.click();
  };
  await fill(["not the password", NEW_PASSWORD, NEW_PASSWORD]);
  await expect(page.getByText("The current password is wrong.")).toBeVisible();
  await expect(current).toBeFocused();
  await fill([DEMO_PASSWORD, NEW_PASSWORD, "something else"]);
  await expect(page.getByText("The two new passwords are not the same.")).toBeVisible();
  await fill([DEMO_PASSWORD, "too short", "too short"]);
  await expect(page.getByText("The new password needs at least 12 characters.")).toBeVisible();
  await expect(fresh).toHaveValue("too short");

  // The page is loaded again, and other sessions of the person have ended.
  await fill([DEMO_PASSWORD, NEW_PASSWORD, NEW_PASSWORD]);
  await expect(
    page.getByText("Your password has been changed. You are signed out on all other devices."),
  ).toBeVisible();
  await expect(page.getByText("You are signed in on this device only.")).toBeVisible();
  await expect(page.getByRole("textbox", { name: "Name", exact: true })).toHaveValue("Lena Ünal");
  await otherPage.goto(sitePath("/account"));
  await expect(otherPage.getByRole("textbox", { name: "Password" })).toBeVisible();

  // The new one opens a session, which can be ended from here.
  await signInByForm(otherPage, "learner", NEW_PASSWORD);
  await page.reload();
  await page.getByRole("button", { name: "Sign out everywhere else" }).click();
  await expect(page.getByText("You are signed in on this device only.")).toBeVisible();
  await otherPage.goto(sitePath("/account"));
  await expect(otherPage.getByRole("textbox", { name: "Password" })).toBeVisible();
  await elsewhere.close();
});
