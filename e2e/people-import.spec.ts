// Slices: assignment, manage, user, user-group, user-import
/** People of a CSV file become members of a group: checked, then added, with accounts for new ones; a person changes groups. */
import type { UserGroup } from "@parfocal/core/user-group/user-group.contract.ts";
import { callsOf } from "./testing/api.ts";
import { expectAccessible } from "./testing/expect-accessible.ts";
import { expect, loginOf, signIn, sitePath, test } from "./testing/journey.ts";

const file = (name: string, text: string) => ({
  name,
  mimeType: "text/csv",
  buffer: Buffer.from(`\uFEFF${text}`, "utf16le"),
});

test("a list from a spreadsheet is checked, imported into a group, and saved with its results", async ({ page }) => {
  const admin = await callsOf("admin");
  const group = await admin.call<UserGroup>("POST", "/v2/userGroup", { title: "Semester 3" });
  await signIn(page, "admin");
  await page.goto(sitePath(`/manage/groups?group=${group.id}`));
  await page.getByRole("button", { name: "Import from CSV" }).click();
  const dialog = page.getByRole("dialog", { name: "Import members of “Semester 3”" });
  const choose = (name: string, text: string) =>
    dialog.locator("input[type=file]").setInputFiles(file(name, text), { noWaitAfter: true });

  await choose("people.xlsx", "x");
  await expect(dialog.getByText("Only CSV-Files are allowed!")).toBeVisible();

  await choose(
    "people.csv",
    `Vorname;Nachname;E-Mail\r\nLeo;Learner;${loginOf("learner")}\r\nNina;Neu;nina@example.org\r\n"=1+1";Nobody;no address\r\n`,
  );
  await expect(dialog.getByText("people.csv: 3 rows")).toBeVisible();
  await expect(dialog.getByRole("combobox", { name: "Column with the email address" })).toHaveValue("E-Mail");
  await expect(dialog.getByRole("combobox", { name: "Column with the last name" })).toHaveValue("Nachname");
  await dialog.getByRole("button", { name: "Check" }).click();
  const row = (name: string) => dialog.getByRole("row", { name });
  await expect(row("Leo Learner")).toContainText("Will be added");
  await expect(row("Nina Neu")).toContainText("No account");
  await expect(row("Nobody")).toContainText("Not an email address");
  await expectAccessible(page, { dark: true });

  await dialog.getByRole("button", { name: "Back" }).click();
  await dialog.getByRole("switch", { name: "Create accounts for people without one" }).check();
  await dialog.getByRole("button", { name: "Check" }).click();
  await expect(row("Nina Neu")).toContainText("Account will be created");
  await dialog.getByRole("button", { name: "Import 2 people" }).click();
  await expect(dialog.getByText("2 people imported")).toBeVisible();

  const download = page.waitForEvent("download");
  await dialog.getByRole("button", { name: "Save result as CSV" }).click();
  const stream = await (await download).createReadStream();
  let saved = "";
  for await (const piece of stream) saved += piece;
  expect(saved.replace("\uFEFF", "").split("\r\n")).toEqual([
    "Vorname,Nachname,E-Mail,Result,Name of the account",
    `Leo,Learner,${loginOf("learner")},Added,Leo Learner`,
    "Nina,Neu,nina@example.org,Account created,Nina Neu",
    "'=1+1,Nobody,no address,Not an email address,",
    "",
  ]);
  await dialog.getByRole("button", { name: "Close" }).last().click();
  await expect(page.getByRole("region", { name: "Members" }).getByText("Nina Neu")).toBeVisible();

  await page.getByRole("link", { name: "People" }).click();
  await page.getByRole("searchbox", { name: "Name, email or username" }).fill("nina@");
  await page.getByRole("button", { name: /^Nina Neu/ }).click();
  const groups = page.getByRole("dialog").getByRole("region", { name: "User groups" });
  await groups.getByRole("button", { name: "Remove Semester 3" }).click();
  await expect(groups.getByText("In no user group.")).toBeVisible();
  await groups.getByRole("combobox", { name: "Add user group" }).click();
  await page.getByRole("option", { name: "Semester 3" }).click();
  await expect(groups.getByRole("button", { name: "Remove Semester 3" })).toBeVisible();
  await expectAccessible(page, { part: "[role=dialog]", dark: true });
});
