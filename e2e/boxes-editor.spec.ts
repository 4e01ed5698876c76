// Slices: box, editor, rich-text, slide, tree
/** Content boxes: a teacher writes tabs with pages beside a slide, reorders them, and a learner reads them. */
import type { Box } from "@parfocal/core/box/box.contract.ts";
import type { Page } from "@playwright/test";
import { callsOf } from "./testing/api.ts";
import { expect, signIn, sitePath, test } from "./testing/journey.ts";
import { moveUpByKeys } from "./testing/order-by-keys.ts";
import { openSlide } from "./testing/slide-page.ts";
import { placeSlide } from "./testing/slides.ts";

const editor = (page: Page) => page.getByRole("region", { name: "Content boxes" });
const tabs = (page: Page) => editor(page).getByRole("region", { name: "Tabs", exact: true });
const pages = (page: Page) => editor(page).getByRole("region", { name: "Pages in this tab" });
const namesIn = (list: ReturnType<typeof tabs>) =>
  list.getByRole("listitem").evaluateAll((rows) => rows.map((row) => row.textContent?.trim()));

async function openEditor(page: Page, { courseId, imageId }: { courseId: number; imageId: number }): Promise<void> {
  await page.goto(sitePath(`/manage?item=${imageId}&in=${courseId}`));
  await editor(page).waitFor({ timeout: 45_000 });
}

/** The second of two tabs, by keyboard alone. */
async function moveHistoryUp(page: Page): Promise<void> {
  await moveUpByKeys(page, tabs(page).getByRole("button", { name: "Move History", exact: true }), {
    picked: "Picked up History, position 2 of 2.",
    over: "History: position 1 of 2.",
  });
  await expect.poll(() => namesIn(tabs(page))).toEqual(["History", "Findings"]);
}

test("tabs and pages are written, reordered by keyboard, kept after a reload, saved, and read by a learner", async ({
  page,
}) => {
  test.setTimeout(120_000);
  const slide = await placeSlide({ courseTitle: "Boxes beside a slide" });
  await signIn(page, "teacher");
  await openEditor(page, slide);

  for (const title of ["Findings", "History"]) {
    await editor(page).getByRole("button", { name: "Add tab" }).click();
    await editor(page).getByRole("textbox", { name: "Tab title" }).fill(title);
  }
  // A new tab has a first page.
  await editor(page).getByRole("textbox", { name: "Page title" }).fill("First visit");
  await editor(page).getByRole("textbox", { name: "Page content", exact: true }).fill("Came with a cough.");
  await editor(page).getByRole("button", { name: "Add page" }).click();
  await editor(page).getByRole("textbox", { name: "Page title" }).fill("Kept for later");
  await editor(page).getByRole("switch", { name: "Page visible to learners" }).click();
  await expect(editor(page).getByText("This page is hidden from learners.")).toBeVisible();

  await test.step("a removed page is restored by one click to its own tab, which is now the first", async () => {
    const written = await namesIn(pages(page));
    expect(written).toHaveLength(2);
    await pages(page).getByRole("button", { name: "Remove Kept for later" }).click();
    await expect(pages(page).getByRole("listitem")).toHaveCount(1);
    await moveHistoryUp(page);
    await page.getByRole("alert").getByRole("button", { name: "Undo" }).click();
    await expect.poll(() => namesIn(pages(page))).toEqual(written);
    await tabs(page).getByRole("button", { name: "Findings", exact: true }).click();
    await expect(pages(page).getByRole("listitem")).toHaveCount(1);
  });

  page.on("dialog", (dialog) => void dialog.accept());
  await page.reload();
  await expect.poll(() => namesIn(tabs(page)), { timeout: 45_000 }).toEqual(["History", "Findings"]);
  await editor(page).getByRole("button", { name: "Save content boxes" }).click();
  await expect(editor(page).getByRole("status").filter({ hasText: "Saved" })).toBeVisible();
  const teacher = await callsOf("teacher");
  const kept = await teacher.call<Box>("GET", `/v2/box/${slide.imageId}/image`);
  expect(kept.tabs.map(({ title, contentPages }) => [title, contentPages.map(({ isActive }) => isActive)])).toEqual([
    ["History", [true, false]],
    ["Findings", [true]],
  ]);

  const seen = await (await callsOf("learner")).call<Box>("GET", `/v2/box/${slide.imageId}/image`);
  expect(JSON.stringify(seen)).toContain("Came with a cough.");
  expect(JSON.stringify(seen)).not.toContain("Kept for later");
  await test.step("a tab without a title is not saved", async () => {
    await withoutATitle(page);
    const titles = async () =>
      (await teacher.call<Box>("GET", `/v2/box/${slide.imageId}/image`)).tabs.map(({ title }) => title);
    await expect.poll(titles).toEqual(["Results"]);
    await teacher.call("PUT", `/v2/box/${slide.imageId}/image`, { tabs: kept.tabs });
  });

  await signIn(page, "learner");
  await openSlide(page, slide.path);
  await page.getByRole("button", { name: "Slide information" }).click();
  await expect(page.getByText("Came with a cough.")).toBeVisible();
});

async function withoutATitle(page: Page): Promise<void> {
  await tabs(page).getByRole("button", { name: "Remove History" }).click();
  await expect.poll(() => namesIn(tabs(page))).toEqual(["Findings"]);
  await editor(page).getByRole("textbox", { name: "Tab title" }).fill(" ");
  await expect(editor(page).getByText("Enter a tab title.")).toBeVisible();
  await expect(editor(page).getByRole("button", { name: "Save content boxes" })).toBeDisabled();
  await editor(page).getByRole("textbox", { name: "Tab title" }).fill("Results");
  await editor(page).getByRole("button", { name: "Save content boxes" }).click();
}
