// Slices: annotation, course, job, slide, viewer
/** Messages while a slide and its annotations load, and if they cannot be loaded. */
import type { Page } from "@playwright/test";
import { placeAnnotations } from "./testing/annotations.ts";
import { annotationsIn } from "./testing/annotator.ts";
import { callsOf } from "./testing/api.ts";
import { expect, signIn, sitePath, test } from "./testing/journey.ts";
import { keepPicture, waitUntilSharp } from "./testing/slide-page.ts";
import { placeSlide } from "./testing/slides.ts";
import { withoutFirstAnswers } from "./testing/without-first-answers.ts";

const FAILURE = { status: 500, json: { message: "no", data: [] } };

/** The list has one annotation. */
async function readTabsAndTools(page: Page): Promise<void> {
  const tabs = page.getByRole("tablist", { name: "List and add" });
  await expect(tabs.getByRole("tab")).toHaveText(["List", "Add"]);
  await expect(tabs.getByRole("tab", { name: "List" })).toHaveAttribute("aria-selected", "true");
  await tabs.getByRole("tab", { name: "Add" }).click();
  await expect(page.getByRole("toolbar", { name: "Drawing tools" })).toBeVisible();
  await expect(annotationsIn(page)).toHaveCount(0);
  await tabs.getByRole("tab", { name: "List" }).click();
  await expect(annotationsIn(page)).toHaveCount(1);

  for (const [name, key] of [
    ["Zoom in", "+"],
    ["Rotate right", "R"],
    ["Full screen", "F"],
  ] as const) {
    const button = page.getByRole("button", { name, exact: true });
    const tooltip = button.locator("xpath=following-sibling::span");
    await expect(tooltip).toBeHidden();
    await button.hover();
    await expect(tooltip).toBeVisible();
    await expect(tooltip).toHaveText(`${name}${key}`);
  }
}

test("a slide that fails to load is reported and retried; then its annotations are loaded, or their failure is reported", async ({
  page,
}) => {
  const slide = await placeSlide({ courseTitle: "Loading" });
  await placeAnnotations("expert", slide.imageId, ["Of an expert"]);
  await placeAnnotations("learner", slide.imageId, ["Of a learner"]);
  await signIn(page, "learner");
  const image = `**/api/v2/image/${slide.imageId}*`;
  const annotations = `**/api/v2/annotation/slide/${slide.imageId}**`;
  await withoutFirstAnswers(page);
  await page.route(image, (route) => route.fulfill(FAILURE));
  await page.route(annotations, (route) => route.fulfill(FAILURE));
  await page.goto(slide.path);
  const alert = page.getByRole("alert").filter({ hasText: "Sorry! Could not load the image. Please try again." });
  await expect(alert).toBeVisible({ timeout: 20_000 });
  await keepPicture(page, "slide-load-failed");

  await page.unroute(image);
  await alert.getByRole("button", { name: "Try again" }).click();
  await waitUntilSharp(page);
  const listAlert = page.getByRole("alert").filter({ hasText: "Sorry! Could not load annotations. Please try again." });
  await expect(listAlert).toBeVisible({ timeout: 20_000 });
  await page.unroute(annotations);
  await listAlert.getByRole("button", { name: "Try again" }).click();
  // The filter is that of experts unless another is chosen.
  await expect(annotationsIn(page)).toHaveCount(1);
  await expect(annotationsIn(page)).toContainText("Of an expert");

  await test.step("the annotator has two tabs, list and add, and its tools have names and shortcuts", () =>
    readTabsAndTools(page));
  await page.getByRole("combobox", { name: "Show" }).selectOption("none");
  await expect(annotationsIn(page)).toHaveCount(0);
  await page.getByRole("combobox", { name: "Show" }).selectOption("expert");
  await expect(annotationsIn(page)).toHaveCount(1);
  await page.getByRole("button", { name: "Hide annotations" }).click();
  await expect(page.getByText("Annotations are hidden.")).toBeVisible();
  await expect(annotationsIn(page)).toHaveCount(0);
});

test("a failed conversion is reported with the specified text, and changes nothing", async ({ page }) => {
  const slide = await placeSlide({ courseTitle: "Conversion fails" });
  await placeAnnotations("learner", slide.imageId, ["Of a learner"]);
  await signIn(page, "expert");
  await page.route("**/api/v2/annotation/*/convert", (route) => route.fulfill(FAILURE));
  await page.goto(slide.path);
  await waitUntilSharp(page);
  await page.getByRole("combobox", { name: "Show" }).selectOption("student");
  await annotationsIn(page).getByRole("button", { name: "More: Of a learner" }).click();
  await page.getByRole("menuitem", { name: "Convert to an expert annotation" }).click();
  const question = page.getByRole("dialog", { name: "Convert to an expert annotation?" });
  await question.getByRole("button", { name: "Convert" }).click();
  const toast = page.getByRole("alert").filter({ hasText: /Sorry!\s*Something went wrong. Please try again./ });
  await expect(toast).toBeVisible();
  const expert = await callsOf("expert");
  expect(await expert.listAnnotations(slide.imageId)).toMatchObject([{ isStudent: true, isConverted: false }]);
});

test("a page shows its layout while its scripts load, and is not blank", async ({ page }) => {
  const { id } = await (await callsOf("teacher")).addCourse("Slow scripts");
  let release = () => {};
  const isReleased = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route("**/assets/content-*.js", async (route) => {
    await isReleased;
    await route.continue();
  });
  await signIn(page, "learner");
  await page.goto(sitePath(`/course${id}/`), { waitUntil: "commit" });
  const shape = page.getByRole("main").getByRole("status", { name: "Loading" });
  await expect(shape).toBeVisible();
  release();
  await expect(page.getByRole("heading", { level: 1, name: "Slow scripts" })).toBeVisible();
  await expect(shape).toHaveCount(0);
});
