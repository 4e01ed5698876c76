// Slices: account, assignment, enrollment, registration, session, site, user-group, user-import, voucher
/**
 * An installation from its first start to people whose access ends: the first administrator, the options, 2,000
 * imported people, a person with a voucher and one with an enrollment form. Each sees their group's content, until the
 * date has passed. Single sign-on is covered by HTTP tests (`single-sign-on.routes.test.ts`).
 */
import { spawn } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Course } from "@parfocal/core/course/course.contract.ts";
import type { Folder } from "@parfocal/core/folder/folder.contract.ts";
import type { Browser, Page } from "@playwright/test";
import { callsOf } from "./testing/api.ts";
import { DEMO_PASSWORD, expect, loginOf, signIn, sitePath, test } from "./testing/journey.ts";
import { registrationLinkTo } from "./testing/mail-link.ts";
import { withOwnerDatabase } from "./testing/owner-database.ts";
import { type RunningServer, startServer } from "./testing/running-server.ts";

const PASSWORD = "correct horse battery staple";
const PEOPLE_COUNT = 2_000;
/** Cold start of a server with its own database, during other journeys. */
const START_MS = 150_000;

let server: RunningServer;
test.beforeAll(async () => {
  test.setTimeout(START_MS);
  server = await startServer({ PARFOCAL_DEMO: "0", PARFOCAL_DEMO_PASSWORD: "" });
});
test.afterAll(() => server.stop());

/** @param path within the site. */
const at = (path: string): string => sitePath(path, server.url);

/** As typed at the console, with the password from standard input. */
async function addFirstAdministrator(email: string, password: string): Promise<void> {
  const script = join(import.meta.dirname, "../apps/server/src/user.ts");
  const child = spawn(process.execPath, [script, "add", email, "--role", "administrator"], {
    env: { ...process.env, PARFOCAL_DATA: server.dataFolder, DATABASE_URL: "" },
    stdio: ["pipe", "ignore", "inherit"],
  });
  child.stdin.end(`${password}\n`);
  expect(await new Promise((resolve) => child.once("close", resolve))).toBe(0);
}

/** A person with a separate browser. */
async function openGuest(browser: Browser, path: string): Promise<Page> {
  const context = await browser.newContext({ baseURL: server.url, reducedMotion: "reduce" });
  const page = await context.newPage();
  await page.goto(path);
  return page;
}

/** What a person sees of a course with two restricted folders. */
async function expectFolders(page: Page, courseId: number, seen: readonly string[]): Promise<void> {
  await page.goto(at(`/course${courseId}/`));
  await expect(page.getByText("Open to all")).toBeVisible();
  for (const title of ["Closed kidney", "Closed liver"])
    await expect(page.getByRole("link", { name: new RegExp(title) })).toHaveCount(seen.includes(title) ? 1 : 0);
}

test("an empty installation gets its administrator, options and people; each sees their part until the date", async ({
  page,
  browser,
}) => {
  test.setTimeout(120_000);
  await test.step("nobody can sign in, and the log says how to start", async () => {
    expect(server.output()).toContain("No account yet. Create the first administrator:");
    await addFirstAdministrator(loginOf("admin"), DEMO_PASSWORD);
  });
  await signIn(page, "admin", server.url);
  const admin = await callsOf("admin", server.url);

  await test.step("the options", async () => {
    await page.goto(server.url + at("/manage/options"));
    await page.getByRole("textbox", { name: "Site name" }).fill("Institute of Anatomy");
    await page.getByRole("switch", { name: "Content is public" }).check({ force: true });
    await page.getByRole("textbox", { name: "Sign out when not used for (minutes)" }).fill("10");
    await page.getByRole("button", { name: "Save" }).click();
    await expect(page.getByText("Enter a number from 15 to 1,440.")).toBeVisible();
    await page.getByRole("textbox", { name: "Sign out when not used for (minutes)" }).fill("120");
    await page.getByRole("checkbox", { name: "Deutsch" }).uncheck();
    await page.getByRole("button", { name: "Save" }).click();
    await expect(page.getByText("Options saved")).toBeVisible();
  });

  const course = await admin.call<Course>("POST", "/v2/course", { title: "Organs" });
  const folder = (title: string) => admin.call<Folder>("POST", "/v2/folder", { title, parentId: course.id });
  const [kidney, liver] = [await folder("Closed kidney"), await folder("Closed liver")];
  await folder("Open to all");

  await test.step(`${PEOPLE_COUNT} people of a CSV file join a new group`, async () => {
    await page.goto(server.url + at("/manage/groups"));
    await page.getByRole("button", { name: "New user group" }).first().click();
    await page.getByRole("textbox", { name: "Title" }).fill("Kidney group");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("heading", { name: "Kidney group" })).toBeVisible();
    await page.getByRole("button", { name: "Import from CSV" }).click();
    const dialog = page.getByRole("dialog", { name: "Import members of “Kidney group”" });
    const rows = Array.from({ length: PEOPLE_COUNT }, (_, index) => `Person ${index};p${index}@example.test`);
    const buffer = Buffer.from(`Name;Email\r\n${rows.join("\r\n")}\r\n`);
    await dialog
      .locator("input[type=file]")
      .setInputFiles({ name: "people.csv", mimeType: "text/csv", buffer }, { noWaitAfter: true });
    await dialog.getByRole("switch", { name: "Create accounts for people without one" }).check();
    await dialog.getByRole("button", { name: "Check" }).click();
    await dialog.getByRole("button", { name: /^Import 2,?000 people$/ }).click();
    await expect(dialog.getByText(/^2,?000 people imported$/)).toBeVisible();
    await dialog.getByRole("button", { name: "Close" }).last().click();
  });
  const kidneyGroup = Number(new URL(page.url()).searchParams.get("group"));
  await admin.call("PUT", `/v2/assignment/${kidneyGroup}/resource/${kidney.id}`);
  const liverGroup = await admin.call<{ id: number }>("POST", `/v2/assignment/${liver.id}`, { title: "Liver group" });

  const code = await test.step("a voucher leads into the group", async () => {
    await page.goto(server.url + at("/manage/codes"));
    await page.getByRole("tab", { name: "Vouchers" }).click();
    await page.getByRole("button", { name: "Generate vouchers" }).click();
    const dialog = page.getByRole("dialog", { name: "Generate vouchers" });
    await dialog.getByRole("textbox", { name: "Number" }).fill("1");
    await dialog.getByRole("combobox", { name: "User group" }).click();
    await page.getByRole("option", { name: "Kidney group" }).click();
    await dialog.getByRole("button", { name: "Generate", exact: true }).click();
    const downloading = page.waitForEvent("download");
    await dialog.getByRole("button", { name: "Download codes" }).click();
    return (await readFile(await (await downloading).path(), "utf8")).trim();
  });

  const grace = await openGuest(browser, at(`/register?voucher=${code}`));
  await test.step("a person registers with it, and sees only the folder of the group", async () => {
    await grace.getByRole("textbox", { name: "Name" }).fill("Grace Hopper");
    await grace.getByRole("textbox", { name: "Email address" }).fill("grace@example.test");
    await grace.getByRole("textbox", { name: "Password" }).fill(PASSWORD);
    await grace.getByRole("button", { name: "Register" }).click();
    await grace.waitForURL((url) => url.pathname === at("/"));
    await expectFolders(grace, course.id, ["Closed kidney"]);
  });

  await admin.call("POST", "/v2/enrollmentForm/", {
    title: "Join the liver group",
    parentId: course.id,
    userGroupId: liverGroup.id,
    fields: [{ id: "number", title: "Matriculation number", type: "text" }],
  });
  const ada = await openGuest(browser, at(`/course${course.id}/`));
  await test.step("another registers through the form visible to guests, and sees the other folder", async () => {
    await expectFolders(ada, course.id, []);
    await ada.getByRole("link", { name: /Join the liver group/ }).click();
    await ada.getByRole("link", { name: "Create an account" }).click();
    await ada.getByRole("textbox", { name: "Name" }).fill("Ada Lovelace");
    await ada.getByRole("textbox", { name: "Email address" }).fill("ada@example.test");
    await ada.getByRole("button", { name: "Send link" }).click();
    await expect(ada.getByText("A mail is on its way to ada@example.test.")).toBeVisible();
    await ada.goto(await registrationLinkTo("ada@example.test", server.dataFolder));
    await ada.getByRole("textbox", { name: "Password" }).fill(PASSWORD);
    await ada.getByRole("button", { name: "Create account" }).click();
    await ada.getByRole("textbox", { name: "Matriculation number" }).fill("4711");
    await ada.getByRole("button", { name: "Register", exact: true }).click();
    await expect(ada.getByRole("heading", { name: "You are registered" })).toBeVisible();
    await expectFolders(ada, course.id, ["Closed liver"]);
  });

  await test.step("after the date of the group has passed, its member sees only the rest", async () => {
    await withOwnerDatabase(server.dataFolder, (client) =>
      client.query("UPDATE user_group SET date_end = now() - interval '1 minute' WHERE id = $1", [liverGroup.id]),
    );
    await expectFolders(ada, course.id, []);
    await expectFolders(grace, course.id, ["Closed kidney"]);
  });
  await test.step("after the date of the account has passed, its owner is a guest", async () => {
    await withOwnerDatabase(server.dataFolder, (client) =>
      client.query("UPDATE site_user SET expires_at = now() - interval '1 minute' WHERE email = 'grace@example.test'"),
    );
    await expectFolders(grace, course.id, []);
    await expect(grace.getByRole("link", { name: "Sign in" })).toBeVisible();
  });
});
