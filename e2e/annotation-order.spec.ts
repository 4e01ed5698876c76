// Slices: annotation, slide
import type { Page } from "@playwright/test";
import { placeAnnotations } from "./testing/annotations.ts";
import { annotationsIn } from "./testing/annotator.ts";
import { callsOf } from "./testing/api.ts";
import { expect, signIn, test } from "./testing/journey.ts";
import { moveUpByKeys } from "./testing/order-by-keys.ts";
import { type Box, settledBoxes } from "./testing/settled.ts";
import { keepPicture, openSlide } from "./testing/slide-page.ts";
import { placeSlide } from "./testing/slides.ts";

const orderSaved = (page: Page) =>
  page
    .getByRole("alert")
    .filter({ hasText: /Done!\s*Annotation order has been saved/ })
    .last();
const rowOf = (page: Page, title: string) => annotationsIn(page).filter({ hasText: title });
const handleOf = (page: Page, title: string) => page.getByRole("button", { name: `Move ${title}` });

async function expectOrder(page: Page, titles: readonly string[]): Promise<void> {
  for (const [index, title] of titles.entries()) {
    await expect(annotationsIn(page).nth(index)).toContainText(title);
    await expect(rowOf(page, title)).toHaveAttribute("aria-posinset", String(index + 1));
  }
}

test("an expert orders annotations, deletes and restores one; a learner sees the order and cannot change it", async ({
  page,
}) => {
  const slide = await placeSlide({ courseTitle: "Order" });
  await placeAnnotations("expert", slide.imageId, ["One", "Two", "Three", "Four"]);
  const expert = await callsOf("expert");
  const savedTitles = async () => (await expert.listAnnotations(slide.imageId, "expert")).map(({ title }) => title);
  await signIn(page, "expert");
  await openSlide(page, slide.path);
  await expectOrder(page, ["One", "Two", "Three", "Four"]);
  await test.step("a deleted annotation is restored from the toast at its position; later from the bin", () =>
    deleteAndRestore(page));
  await test.step("an order that the server rejects is reverted, and the page reports it", () => rejectOrder(page));
  await test.step("an expert orders annotations by mouse, by the handle's keys and by Alt and arrow; a learner cannot", async () => {
    await orderByMouseAndKeys(page, savedTitles);
    await signIn(page, "learner");
    await page.reload();
    await expectOrder(page, ["Four", "One", "Three", "Two"]);
    await expect(handleOf(page, "One")).toBeHidden();
  });
});

async function orderByMouseAndKeys(page: Page, savedTitles: () => Promise<string[]>): Promise<void> {
  const [from, to] = (await settledBoxes(handleOf(page, "Four"), handleOf(page, "Two"))) as [Box, Box];
  await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
  await page.mouse.down();
  await page.mouse.move(from.x + from.width / 2, from.y - 10, { steps: 4 });
  await page.mouse.move(to.x + to.width / 2, to.y + to.height / 3, { steps: 6 });
  await page.mouse.up();
  await expect(orderSaved(page)).toBeVisible();
  await expectOrder(page, ["One", "Four", "Two", "Three"]);
  expect(await savedTitles()).toEqual(["One", "Four", "Two", "Three"]);

  await rowOf(page, "One").locator("[data-annotation]").focus();
  await page.keyboard.press("Alt+ArrowDown");
  await expectOrder(page, ["Four", "One", "Two", "Three"]);
  await expect(rowOf(page, "One").locator("[data-annotation]")).toBeFocused();
  await expect.poll(savedTitles).toEqual(["Four", "One", "Two", "Three"]);

  await moveUpByKeys(page, handleOf(page, "Three"), {
    picked: "Three: position 4 of 4.",
    over: "Three: position 3 of 4.",
  });
  await expectOrder(page, ["Four", "One", "Three", "Two"]);
  await expect.poll(savedTitles).toEqual(["Four", "One", "Three", "Two"]);
  await keepPicture(page, "annotation-order");

  await page.getByRole("combobox", { name: "Show" }).selectOption("mine");
  await expect(handleOf(page, "One")).toBeHidden();
}

async function rejectOrder(page: Page): Promise<void> {
  let answer = () => {};
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route("**/api/v2/annotation/image/order", async (route) => {
    await answered;
    await route.fulfill({ status: 500, json: { message: "Sorry! Something went wrong. Please try again.", data: [] } });
  });
  await rowOf(page, "One").locator("[data-annotation]").focus();
  await page.keyboard.press("Alt+ArrowDown");
  await expectOrder(page, ["Two", "One", "Three", "Four"]);
  answer();
  await expect(page.getByRole("alert").filter({ hasText: /Sorry!\s*Something went wrong/ })).toBeVisible();
  await expectOrder(page, ["One", "Two", "Three", "Four"]);
  await page.unroute("**/api/v2/annotation/image/order");
}

async function deleteAndRestore(page: Page): Promise<void> {
  const remove = async (): Promise<void> => {
    await rowOf(page, "Two").getByRole("button", { name: "More: Two" }).click();
    await page.getByRole("menuitem", { name: "Delete" }).click();
    const question = page.getByRole("dialog", { name: "Delete this annotation?" });
    await question.getByRole("button", { name: "Delete" }).click();
    await expectOrder(page, ["One", "Three", "Four"]);
  };
  await remove();
  const toast = page.getByRole("alert").filter({ hasText: "“Two” deleted" });
  await toast.getByRole("button", { name: "Undo" }).click();
  await expectOrder(page, ["One", "Two", "Three", "Four"]);

  await remove();
  await page.getByRole("button", { name: "Deleted annotations" }).click();
  const bin = page.getByRole("dialog", { name: "Deleted annotations" });
  await expect(bin.getByText("30 days left")).toBeVisible();
  await bin.getByRole("button", { name: "Restore: Two" }).click();
  await expect(bin.getByText("No annotations were deleted in the last 30 days.")).toBeVisible();
  await page.keyboard.press("Escape");
  await expectOrder(page, ["One", "Two", "Three", "Four"]);
}
