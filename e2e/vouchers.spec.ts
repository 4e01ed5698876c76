// Slices: audit-log, invite, session, voucher
/** Vouchers from the administrator's list to a new person's first page, and their entries in the audit log. */
import { readFile } from "node:fs/promises";
import { expectAccessible } from "./testing/expect-accessible.ts";
import { expect, forgetCookies, serverOfTheRun, signIn, sitePath, test } from "./testing/journey.ts";
import { toastOn } from "./testing/manage-tree.ts";

const PASSWORD = "correct horse battery staple";

test("an administrator generates vouchers; a person registers with one, and the next one is rejected", async ({
  page,
  browser,
}) => {
  await signIn(page, "admin");
  await page.goto(sitePath("/manage/codes"));
  await page.getByRole("tab", { name: "Vouchers" }).click();
  await expect(page.getByRole("heading", { name: "No vouchers yet" })).toBeVisible();
  await page.getByRole("button", { name: "Generate vouchers" }).click();
  const dialog = page.getByRole("dialog", { name: "Generate vouchers" });
  await dialog.getByRole("textbox", { name: "Number" }).fill("2");
  await dialog.getByRole("button", { name: "Generate", exact: true }).click();
  await expect(toastOn(page, "Voucher codes generated!")).toBeVisible();
  const downloading = page.waitForEvent("download");
  await dialog.getByRole("button", { name: "Download codes" }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toBe("voucher-codes.txt");
  const [used = "", deleted = ""] = (await readFile(await download.path(), "utf8")).trim().split(/\r\n/);
  await dialog.getByRole("button", { name: "Close" }).last().click();
  await page.getByRole("button", { name: `Delete ${deleted}` }).click();
  await page.getByRole("alert").getByRole("button", { name: "Delete", exact: true }).click();
  await expect(toastOn(page, "Voucher code deleted!")).toBeVisible();

  const guests = await browser.newContext({ baseURL: serverOfTheRun() });
  const guest = await guests.newPage();
  await guest.goto(sitePath(`/register?voucher=${used.toLowerCase()}`));
  await guest.getByRole("textbox", { name: "Name" }).fill("Grace Hopper");
  await guest.getByRole("textbox", { name: "Email address" }).fill("grace@example.test");
  await guest.getByRole("textbox", { name: "Password" }).fill("short");
  await guest.getByRole("button", { name: "Register" }).click();
  await expect(guest.getByText("The password needs at least 12 characters.")).toBeVisible();
  await guest.getByRole("textbox", { name: "Password" }).fill(PASSWORD);
  await guest.getByRole("button", { name: "Register" }).click();
  await guest.waitForURL((url) => url.pathname === sitePath("/"));
  await forgetCookies(guests);

  await guest.goto(sitePath("/register"));
  await guest.getByRole("textbox", { name: "Voucher code" }).fill(deleted);
  await guest.getByRole("textbox", { name: "Name" }).fill("Somebody");
  await guest.getByRole("textbox", { name: "Email address" }).fill("somebody@example.test");
  await guest.getByRole("textbox", { name: "Password" }).fill(PASSWORD);
  await guest.getByRole("button", { name: "Register" }).click();
  await expect(guest.getByText("This voucher does not work.")).toBeVisible();
  await guests.close();

  await page.reload();
  await page.getByRole("tab", { name: "Vouchers" }).click();
  await expect(page.getByText("Grace Hopper, grace@example.test")).toBeVisible();

  await page.getByRole("link", { name: "Audit log" }).click();
  const log = page.getByRole("region", { name: "Audit log" });
  await expect(log.getByRole("listitem").first()).toContainText("Voucher used by Grace Hopper");
  await log.getByRole("combobox", { name: "Area" }).click();
  await page.getByRole("option", { name: "Codes and links" }).click();
  await expect(log.getByRole("status")).toHaveText("3 entries");
  await expect(log.getByText("Account created: Grace Hopper")).toBeHidden();
  await expectAccessible(page, { dark: true });
  const exporting = page.waitForEvent("download");
  await log.getByRole("link", { name: "Export as CSV" }).click();
  const lines = (await readFile(await (await exporting).path(), "utf8")).trim().split("\r\n");
  expect(lines).toHaveLength(4);
});
