// Slices: host-sign-in, session
/**
 * A real WordPress with the plugin, beside Parfocal with its demo: a subscriber reads a course in a page of WordPress and
 * finds no manager; signing out there ends the session here; an administrator manages content inside of wp-admin, and
 * publishes a page whose post ID leads to its item. The browser keeps no cookies of third parties. Skipped where PHP is missing.
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

const askParfocal = (token: string, path: string) =>
  fetch(`${sites.parfocal}/api${path}`, { headers: { "x-site-token": token, "x-site-id": "1" } });

/** Where the ID of a post leads; the status if it leads nowhere. */
async function pathOfPost(token: string, postId: number): Promise<string | number> {
  const answer = await askParfocal(token, `/v2/host/post/${postId}`);
  return answer.ok ? ((await answer.json()) as { path: string }).path : answer.status;
}

async function idOfPage(page: Page, slug: string): Promise<number> {
  const answer = await page.request.get(`${sites.wordpress}/wp-json/wp/v2/pages?slug=${slug}`);
  return ((await answer.json()) as { id: number }[])[0]?.id ?? 0;
}

/** As the editor of WordPress does it. @param path below the pages. */
async function changePages<Answer>(page: Page, method: string, path: string, data?: object): Promise<Answer> {
  const nonce = await (await page.request.get(`${sites.wordpress}/wp-admin/admin-ajax.php?action=rest-nonce`)).text();
  const answer = await page.request.fetch(`${sites.wordpress}/wp-json/wp/v2/pages${path}`, {
    method,
    headers: { "x-wp-nonce": nonce },
    ...(data ? { data } : {}),
  });
  expect(answer.ok(), await answer.text()).toBe(true);
  return (await answer.json()) as Answer;
}

test("a subscriber reads a course in WordPress by its page and its address, and is signed out with it", async ({
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
  const ask = () => askParfocal(token, "/user").then(({ status }) => status);
  expect(await ask()).toBe(200);
  await page.goto(`${sites.wordpress}/wp-login.php?action=logout`);
  await page.getByRole("link", { name: "log out" }).click();
  await expect.poll(ask).toBe(UNAUTHENTICATED);
});

test("an administrator checks the connection, manages content inside of wp-admin, and finds items by the post IDs of pages", async ({
  page,
}) => {
  test.setTimeout(120_000);
  const tokenOf = watchToken(page);
  await signIn(page, "admin");
  await page.goto(`${sites.wordpress}/wp-admin/options-general.php?page=parfocal`);
  await page.getByRole("button", { name: "Check connection" }).click();
  await expect(page.getByRole("status")).toContainText("Connected. Your role in Parfocal: teacher.");
  await page.goto(`${sites.wordpress}/wp-admin/admin.php?page=parfocal-manager`);
  await expect(frameOf(page).getByRole("treegrid").or(frameOf(page).getByRole("tree"))).toContainText(
    "Histology: a first look",
  );

  // The page that was there before the two were paired is known by its post ID since the check.
  const postId = await idOfPage(page, "histology");
  await expect.poll(() => pathOfPost(tokenOf(), postId)).toBe(sites.coursePath);
  const byPostId = sites.coursePath.replace(/course\d+/, `post${postId}`);
  for (const address of [`/?page_id=${postId}`, byPostId]) {
    await page.goto(sites.wordpress + address);
    await expect(frameOf(page).getByRole("heading", { level: 1 })).toHaveText("Histology: a first look");
  }

  const published = await changePages<{ id: number }>(page, "POST", "", {
    ...{ title: "Reading", status: "publish" },
    content: `<!-- wp:parfocal/slide {"src":"${sites.coursePath}"} /-->`,
  });
  await expect.poll(() => pathOfPost(tokenOf(), published.id)).toBe(sites.coursePath);
  await changePages(page, "DELETE", `/${published.id}`);
  // Its ID may be that of an item, which counts again then.
  await expect.poll(() => pathOfPost(tokenOf(), published.id)).not.toBe(sites.coursePath);
});
