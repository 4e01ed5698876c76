// Slices: annotation, course, custom-field, search, slide
/** Search: the search page, the header's search, phones, German. */
import type { CustomField } from "@parfocal/core/custom-field/custom-field.contract.ts";
import type { Locator, Page } from "@playwright/test";
import { placeAnnotations } from "./testing/annotations.ts";
import { callsOf } from "./testing/api.ts";
import { expectAccessible } from "./testing/expect-accessible.ts";
import { expect, shareSite, signIn, sitePath, test } from "./testing/journey.ts";
import { keepPicture, openSlide, waitUntilSharp } from "./testing/slide-page.ts";
import { type PlacedSlide, placeSlide } from "./testing/slides.ts";

/** A word that no other journey uses. */
const WORD = "Quokkula";

let slide: PlacedSlide;
let other: PlacedSlide;
shareSite();
test.beforeAll(async () => {
  slide = await placeSlide({ courseTitle: `${WORD} histology` });
  other = await placeSlide({ courseTitle: `${WORD} pathology` });
  const [admin, teacher] = [await callsOf("admin"), await callsOf("teacher")];
  const { id: fieldId } = await admin.call<CustomField>("POST", "/v2/customField/", {
    title: `${WORD} organ`,
    postType: "sz-image",
    fieldType: "text",
  });
  for (const [{ imageId }, value] of [
    [slide, "Kidney"],
    [other, "Lung"],
  ] as const)
    await teacher.call("PUT", "/v2/customField/data", { itemId: imageId, fieldId, value: `${WORD} ${value}` });
  await placeAnnotations("expert", slide.imageId, [`${WORD} densa`]);
});

const box = (page: Page): Locator => page.getByRole("textbox", { name: "Search titles, text, tags and annotations" });
const results = (page: Page): Locator =>
  page.getByRole("region", { name: "Results" }).getByRole("heading", { level: 3 });

async function findAndFilter(page: Page): Promise<void> {
  await page.goto(sitePath("/search"));
  await expect(page.getByText("What are you looking for?")).toBeVisible();
  await box(page).fill(WORD.toLowerCase());
  await expect(page.getByRole("status").filter({ hasText: `5 results for “${WORD.toLowerCase()}”` })).toBeVisible();
  await expect(results(page)).toHaveCount(5);
  await expect(page.locator("mark").first()).toHaveText(WORD);
  await expect(page).toHaveURL(/\/s\d+\/search\?q=quokkula$/);
  await keepPicture(page, "search-page");

  const filters = page.getByRole("complementary", { name: "Filters" });
  await filters.getByRole("checkbox", { name: `${WORD} Kidney` }).check();
  await expect(results(page)).toHaveCount(2);
  await filters.getByRole("checkbox", { name: "Slide" }).check();
  await expect(results(page)).toHaveCount(1);
  const address = page.url();
  await results(page).getByRole("link").click();
  await waitUntilSharp(page);
  expect(new URL(page.url()).pathname).toBe(slide.path);
  await page.goBack();
  await expect(results(page)).toHaveCount(1);
  expect(page.url()).toBe(address);
  await page.getByRole("button", { name: "Remove all filters" }).click();
  await expect(results(page)).toHaveCount(5);
}

async function moveByKeyboard(page: Page): Promise<void> {
  await page.keyboard.press("/");
  await expect(box(page)).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await expect(results(page).first().getByRole("link")).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await expect(results(page).nth(1).getByRole("link")).toBeFocused();
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("ArrowUp");
  await expect(box(page)).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(page).not.toHaveURL(/\/search/);
}

async function failAndRetry(page: Page): Promise<void> {
  await box(page).fill("xylophonist");
  await expect(page.getByRole("heading", { name: "No results for “xylophonist”" })).toBeVisible();
  await page.route("**/api/v2/search?*", (route) => route.fulfill({ status: 500, json: { message: "x", data: [] } }));
  // Not asked before: what is known already is shown without a request.
  await box(page).fill(`${WORD} densa`);
  await expect(page.getByRole("button", { name: "Try again" })).toBeVisible();
  await page.unroute("**/api/v2/search?*");
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(results(page)).toHaveCount(1);
}

async function openMisspelled(page: Page): Promise<void> {
  await box(page).fill(`${WORD.replace("kk", "k")} densa`);
  await expect(page.getByText("Showing results for")).toBeVisible();
  await expect(results(page)).toHaveCount(1);
  await results(page).getByRole("link").click();
  await waitUntilSharp(page);
  await expect(page).toHaveURL(/annotation=\d+/);
  await expect(page.getByText(`${WORD} densa`).first()).toBeVisible();
}

test("a learner searches on the page: filters, a typo, the keyboard, no results, a failure", async ({ page }) => {
  await signIn(page, "learner");
  await test.step("a learner finds courses, slides and annotations, filters them, and returns to the same list", () =>
    findAndFilter(page));
  await test.step("by keyboard: slash focuses the box, arrows move through the results, Enter opens", () =>
    moveByKeyboard(page));
  await page.goBack();
  await expect(results(page)).toHaveCount(5);
  await test.step("missing results are reported, and a failed search can be retried", () => failAndRetry(page));
  await test.step("a typo is tolerated, and an annotation opens at its position", () => openMisspelled(page));
});

test("the header's search suggests from two letters on, also over a slide, and remembers searches", async ({
  page,
}) => {
  await signIn(page, "learner");
  await openSlide(page, other.path);
  await page.getByRole("button", { name: "Search", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Search" });
  const combobox = dialog.getByRole("combobox");
  await expect(combobox).toBeFocused();
  let asked = 0;
  page.on("request", (request) => {
    if (request.url().includes("/v2/search")) asked += 1;
  });
  await combobox.press("q");
  await expect(dialog.getByText("Type at least two letters.")).toBeVisible();
  await combobox.pressSequentially("uokkula", { delay: 30 });
  await expect(dialog.getByRole("option")).toHaveCount(6);
  expect(asked, "once, when the hand rests").toBe(1);
  await expectAccessible(page);
  await keepPicture(page, "search-suggestions");
  await combobox.press("ArrowUp");
  await expect(dialog.getByRole("option", { selected: true })).toHaveText("All results for “quokkula”");
  await combobox.press("Enter");
  await expect(page).toHaveURL(/\/s\d+\/search\?q=quokkula$/);
  await expect(results(page)).toHaveCount(5);

  await page.goto(sitePath("/"));
  await page.getByRole("button", { name: "Search", exact: true }).click();
  await expect(dialog.getByRole("option", { name: "quokkula" })).toBeVisible();
  await combobox.fill(`${WORD} densa`);
  await expect(dialog.getByRole("option")).toHaveCount(2);
  await combobox.press("ArrowDown");
  await combobox.press("Enter");
  await waitUntilSharp(page);
  expect(new URL(page.url()).pathname).toBe(slide.path);
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test("filters are in a sheet", async ({ page }) => {
    await signIn(page, "learner");
    await page.goto(sitePath(`/search?q=${WORD}`));
    await expect(results(page)).toHaveCount(5);
    await page.getByRole("button", { name: "Filters" }).tap();
    const sheet = page.getByRole("dialog", { name: "Filters" });
    await sheet.getByRole("checkbox", { name: "Course" }).check();
    await sheet.getByRole("button", { name: "Show 2 results" }).tap();
    await expect(results(page)).toHaveCount(2);
    await expect(page.getByRole("button", { name: "Filters (1)" })).toBeVisible();
    await expectAccessible(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
    await keepPicture(page, "search-phone");
  });
});

test.describe("in German", () => {
  test.use({ locale: "de-DE" });

  test("the page and the suggestions are German", async ({ page }) => {
    await signIn(page, "learner");
    await page.goto(sitePath(`/search?q=${WORD}`));
    await expect(page.getByRole("status").filter({ hasText: `5 Treffer für „${WORD}“` })).toBeVisible();
    await expect(
      page.getByRole("complementary", { name: "Filter" }).getByRole("checkbox", { name: "Präparat" }),
    ).toBeVisible();
    await page.goto(sitePath("/"));
    // A key pressed before the page is ready is lost.
    await expect(page.getByRole("main").getByRole("link").first()).toBeVisible();
    await page.keyboard.press("/");
    await expect(
      page.getByRole("dialog", { name: "Suche" }).getByText("Geben Sie mindestens zwei Buchstaben ein."),
    ).toBeVisible();
  });
});
