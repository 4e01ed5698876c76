// Slices: host-sign-in, session
/**
 * A real WordPress with the plugin, beside Parfocal with its demo: a subscriber reads a course in a page of WordPress and
 * finds no manager; signing out there ends the session here; an administrator manages content inside of wp-admin. The browser
 * keeps no cookies of third parties. Skipped where PHP is missing.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { startWordpress, type TriedSites, whatIsMissing } from "../scripts/try-wordpress.ts";
import { expect, test } from "./testing/journey.ts";

const ROOT = join(import.meta.dirname, "..");
/** WordPress is loaded, installed and started; Parfocal draws its demo. */
const START_MS = 300_000;
const UNAUTHENTICATED = 401;

const missing = whatIsMissing();
test.skip(missing !== null, missing ?? "");

let folder: string;
let sites: TriedSites;
test.beforeAll(async () => {
  test.setTimeout(START_MS);
  folder = await mkdtemp(join(tmpdir(), "parfocal-wordpress-"));
  const port = 20_000 + 2 * Math.floor(Math.random() * 5_000);
  sites = await startWordpress({ root: ROOT, folder, port });
});
test.afterAll(async () => {
  await sites?.end();
  if (folder) await rm(folder, { recursive: true, force: true });
});

async function signIn(page: Page, login: string): Promise<void> {
  await page.goto(`${sites.wordpress}/wp-login.php`);
  await page.getByLabel("Username or Email Address").fill(login);
  await page.getByRole("textbox", { name: "Password" }).fill(sites.password);
  await page.getByRole("button", { name: "Log In" }).click();
  await expect(page.locator("#wp-admin-bar-my-account")).toContainText(login);
}

const frameOf = (page: Page) => page.frameLocator("parfocal-slide iframe");

/** With which the frame made its last call. */
function watchToken(page: Page): () => string {
  let token = "";
  page.on("request", (request) => {
    if (request.url().startsWith(sites.parfocal)) token = request.headers()["x-site-token"] ?? token;
  });
  return () => token;
}

test("a subscriber reads a course in WordPress, and is signed out with it; an administrator manages content there", async ({
  page,
}) => {
  test.setTimeout(120_000);
  const tokenOf = watchToken(page);
  await signIn(page, "student");
  await expect(page.locator("#adminmenu").getByText("Slides", { exact: true })).toHaveCount(0);
  await page.goto(`${sites.wordpress}/wp-admin/admin.php?page=parfocal-manager`);
  await expect(page.getByText("not allowed to access this page")).toBeVisible();

  await page.goto(`${sites.wordpress}/histology/`);
  await expect(frameOf(page).getByRole("heading", { level: 1 })).toHaveText("Histology: a first look");
  await frameOf(page).getByRole("link", { name: "Kidney" }).first().click();
  await expect(frameOf(page).getByRole("heading", { level: 1 })).toContainText("Kidney");
  // The same by its public address.
  await page.goto(sites.wordpress + sites.coursePath);
  await expect(frameOf(page).getByRole("heading", { level: 1 })).toHaveText("Histology: a first look");

  const token = tokenOf();
  const ask = () =>
    fetch(`${sites.parfocal}/api/user`, { headers: { "x-site-token": token, "x-site-id": "1" } }).then(
      ({ status }) => status,
    );
  expect(await ask()).toBe(200);
  await page.goto(`${sites.wordpress}/wp-login.php?action=logout`);
  await page.getByRole("link", { name: "log out" }).click();
  await expect.poll(ask).toBe(UNAUTHENTICATED);

  await signIn(page, "admin");
  await page.goto(`${sites.wordpress}/wp-admin/admin.php?page=parfocal-manager`);
  await expect(frameOf(page).getByRole("treegrid").or(frameOf(page).getByRole("tree"))).toContainText(
    "Histology: a first look",
  );
});
