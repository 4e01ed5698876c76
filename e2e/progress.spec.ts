// Slices: course, folder, progress, slide
/** Viewed items of a learner: ticks, bars, where to continue, and starting again. */
import type { Locator, Page } from "@playwright/test";
import { callsOf } from "./testing/api.ts";
import { expectAccessible } from "./testing/expect-accessible.ts";
import { expect, shareSite, signIn, sitePath, test } from "./testing/journey.ts";
import { keepPicture } from "./testing/slide-page.ts";

test.describe.configure({ mode: "serial", timeout: 180_000 });
const LONG_MS = 45_000;

let courseId: number;
let folderId: number;
shareSite();
test.beforeAll(async () => {
  const teacher = await callsOf("teacher");
  courseId = (await teacher.addCourse("Renal course")).id;
  const add = async (path: string, title: string, parentId: number) =>
    (await teacher.call<{ id: number }>("POST", path, { title, parentId })).id;
  folderId = await add("/v2/folder", "Glomeruli", courseId);
  await add("/v2/staticpages/", "Welcome", courseId);
  await add("/v2/staticpages/", "Podocytes", folderId);
  await add("/v2/staticpages/", "Mesangium", folderId);
});

const card = (page: Page, title: string): Locator =>
  page.getByRole("main").getByRole("article").filter({ hasText: title });
const tick = (page: Page, title: string): Locator =>
  card(page, title).getByRole("button", { name: `Mark “${title}” as not viewed` });
const link = (page: Page, title: string): Locator =>
  page.getByRole("main").getByRole("link", { name: title, exact: true });

async function open(page: Page, path: string): Promise<void> {
  await signIn(page, "learner");
  await page.goto(path);
  await page.getByRole("heading", { level: 1 }).waitFor({ timeout: LONG_MS });
}

/** Opens an item of the page, and waits until that is recorded. */
async function openNoted(page: Page, title: string): Promise<void> {
  const isNoted = page.waitForResponse((answer) => answer.url().endsWith("/opened") && answer.status() === 204);
  await link(page, title).click();
  await page.getByRole("heading", { level: 1, name: title }).waitFor({ timeout: LONG_MS });
  await isNoted;
}

test("a viewed item gets a tick, its parents a bar, and the first page leads back to it", async ({ page }) => {
  await open(page, sitePath("/"));
  await expect(card(page, "Renal course")).toContainText("0 of 3 viewed");
  await expect(page.getByRole("heading", { name: "Continue where you left off" })).toHaveCount(0);
  await link(page, "Renal course").click();
  await expect(card(page, "Glomeruli")).toContainText("0 of 2 viewed");
  await expect(tick(page, "Welcome")).toHaveCount(0);

  await test.step("by a tick on its card, after going back", async () => {
    await link(page, "Glomeruli").click();
    await openNoted(page, "Podocytes");
    await page.goBack();
    await expect(tick(page, "Podocytes")).toBeVisible();
    await expect(tick(page, "Mesangium")).toHaveCount(0);
    await expect(page.getByRole("main")).toContainText("1 of 2 viewed");
    await page.goBack();
    await expect(card(page, "Glomeruli")).toContainText("1 of 2 viewed");
    await expect(page.getByRole("main")).toContainText("1 of 3 viewed");
    await keepPicture(page, "progress-course");
    await expectAccessible(page, { part: "main" });
  });
  await test.step("on the first page, by name, path and URL", async () => {
    await page.goto(sitePath("/"));
    const goOn = page.getByRole("region", { name: "Continue where you left off" });
    await expect(goOn).toContainText("Renal course › Glomeruli");
    await keepPicture(page, "progress-landing");
    await expectAccessible(page, { part: "main" });
    await goOn.getByRole("link", { name: "Podocytes" }).click();
    await expect(page).toHaveURL(new RegExp(sitePath(`/course${courseId}/f${folderId}/p\\d+/$`)));
    await page.getByRole("heading", { level: 1, name: "Podocytes" }).waitFor();
  });
});

test("a lost connection loses no progress, and shows no error", async ({ page }) => {
  let lost = 0;
  await page.route("**/opened", (route) => {
    lost += 1;
    return lost <= 2 ? route.abort("internetdisconnected") : route.continue();
  });
  await open(page, sitePath(`/course${courseId}/f${folderId}/`));
  await openNoted(page, "Mesangium");
  expect(lost).toBeGreaterThan(2);
  await expect(page.getByRole("alert").filter({ hasText: /\S/ })).toHaveCount(0);
  await page.goBack();
  await expect(page.getByRole("main")).toContainText("All 2 viewed");
});

test("a tick can be removed and restored, by keyboard too; a course is reset after a confirmation", async ({
  page,
}) => {
  await open(page, sitePath(`/course${courseId}/f${folderId}/`));
  await test.step("one item", async () => {
    await tick(page, "Mesangium").focus();
    await page.keyboard.press("Enter");
    await expect(tick(page, "Mesangium")).toHaveCount(0);
    await expect(page.getByRole("main")).toContainText("1 of 2 viewed");
    const toast = page.getByRole("alert").filter({ hasText: "“Mesangium” marked as not viewed" });
    await toast.getByRole("button", { name: "Undo" }).click();
    await expect(tick(page, "Mesangium")).toBeVisible();
  });
  await test.step("a whole course, unless cancelled", async () => {
    await page.goto(sitePath(`/course${courseId}/`));
    const reset = page.getByRole("button", { name: "Reset progress" });
    await reset.click();
    const dialog = page.getByRole("dialog", { name: "Reset your progress?" });
    await expect(dialog).toContainText("2 viewed items in");
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await expect(page.getByRole("main")).toContainText("2 of 3 viewed");
    await reset.click();
    await dialog.getByRole("button", { name: "Reset progress" }).click();
    await expect(dialog).toHaveCount(0);
    await expect(page.getByRole("main")).toContainText("0 of 3 viewed");
    await expect(reset).toHaveCount(0);
    await page.goto(sitePath("/"));
    await expect(card(page, "Renal course")).toContainText("0 of 3 viewed");
    await expect(page.getByRole("heading", { name: "Continue where you left off" })).toHaveCount(0);
  });
});

test.describe("texts are translated, and nothing overflows", () => {
  test.use({ locale: "de-DE", colorScheme: "dark", viewport: { width: 390, height: 844 } });
  test("the texts and the layout match", async ({ page }) => {
    await open(page, sitePath(`/course${courseId}/`));
    await openNoted(page, "Welcome");
    await page.goBack();
    await expect(page.getByRole("main")).toContainText("1 von 3 angesehen");
    await expect(page.getByRole("button", { name: "„Welcome“ als nicht angesehen markieren" })).toBeVisible();
    const isWider = await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);
    expect(isWider).toBe(false);
    await keepPicture(page, "progress-phone");
    await expectAccessible(page, { part: "main" });
  });
});
