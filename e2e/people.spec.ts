// Slices: account, manage, personal-data, session, user
import { expectAccessible } from "./testing/expect-accessible.ts";
import { expect, loginOf, openSignIn, signIn, sitePath, test } from "./testing/journey.ts";

test("an administrator adds a person, who signs in; finds, changes, suspends and deletes them", async ({
  page,
  browser,
}) => {
  await signIn(page, "admin");
  await page.goto(sitePath("/"));
  await page.getByRole("navigation", { name: "Administration" }).getByRole("link", { name: "People" }).click();
  await expect(page.getByText("5 people")).toBeVisible();
  await expectAccessible(page);

  await page.getByRole("button", { name: "Add person" }).click();
  const dialog = page.getByRole("dialog");
  const field = (name: string) => dialog.getByRole("textbox", { name, exact: true });
  await dialog.getByRole("button", { name: "Add", exact: true }).click();
  await expect(dialog.getByText("Enter a name.")).toBeVisible();
  await field("Name").fill("Ada Lovelace");
  await field("Email").fill(loginOf("teacher"));
  await dialog.getByRole("button", { name: "Suggest password" }).click();
  const password = await field("Password").inputValue();
  await dialog.getByRole("button", { name: "Add", exact: true }).click();
  await expect(dialog.getByText("An account with this email address already exists.")).toBeVisible();
  await expectAccessible(page);
  await field("Email").fill("ada@demo.test");
  await field("Username").fill("ada@home");
  await dialog.getByRole("button", { name: "Add", exact: true }).click();
  await expect(dialog.getByText("Use letters, digits, dots, hyphens and underscores.")).toBeVisible();
  await field("Username").fill("Ada.1815");
  await dialog.getByRole("button", { name: "Add", exact: true }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText("6 people")).toBeVisible();

  const elsewhere = await browser.newContext();
  const herPage = await elsewhere.newPage();
  const signInAsAda = async (login: string) => {
    await openSignIn(herPage);
    await herPage.getByRole("textbox", { name: "Email or username" }).fill(login);
    await herPage.getByRole("textbox", { name: "Password" }).fill(password);
    await herPage.getByRole("button", { name: "Sign in" }).click();
  };
  await signInAsAda("ada.1815");
  await expect(herPage.getByRole("button", { name: "Account: Ada Lovelace" })).toBeVisible();

  await page.getByRole("searchbox", { name: "Name, email or username" }).fill("lov");
  await expect(page.getByText("Enter at least 4 characters.")).toBeVisible();
  await page.getByRole("searchbox", { name: "Name, email or username" }).fill("lovel");
  await expect(page.getByText("1 person")).toBeVisible();
  await expect(page).toHaveURL(/\?q=lovel$/);
  await page.reload();
  await expect(page.getByText("1 person")).toBeVisible();
  await page.getByRole("button", { name: /^Ada Lovelace/ }).click();
  await field("Name").fill("Ada King");
  await dialog.getByRole("switch", { name: /^Suspended/ }).check();
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText("No results")).toBeVisible();
  await page.getByRole("button", { name: "Clear search and filters" }).click();
  await page.getByRole("searchbox", { name: "Name, email or username" }).fill("ada@");
  await expect(page.getByRole("button", { name: /^Ada King/ })).toContainText("Suspended");
  await signInAsAda("ada@demo.test");
  await expect(herPage.getByText("Sign-in failed. Check your username and password, then try again.")).toBeVisible();
  await elsewhere.close();

  await page.getByRole("button", { name: /^Ada King/ }).click();
  const exporting = page.waitForEvent("download");
  await dialog.getByRole("link", { name: "Export data" }).click();
  expect((await exporting).suggestedFilename()).toBe("personal-data.zip");
  await dialog.getByRole("button", { name: "Delete person" }).click();
  await field("Email address, to confirm").fill("ada@demo.test");
  await expectAccessible(page, { dark: true });
  await dialog.getByRole("button", { name: "Delete person" }).click();
  await expect(dialog).toBeHidden();
  await page.getByRole("button", { name: "Clear search and filters" }).click();
  await expect(page.getByText("5 people")).toBeVisible();

  // One's own account keeps its role.
  await page.getByRole("searchbox", { name: "Name, email or username" }).fill(loginOf("admin"));
  await page.getByRole("button", { name: /^Administrator/ }).click();
  await expect(dialog.getByText("You cannot change the role or state of your own account.")).toBeVisible();
  await expect(dialog.getByRole("switch")).toHaveCount(0);
});
