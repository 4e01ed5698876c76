// Slices: attachment, course, folder, picker, quiz, rich-text, search, structure, tag, tree
/**
 * Existing items are added in other locations: slides, attachments and questions are found by words, location and
 * image. Several items of the tree are selected, by mouse and by touch, and given a tag.
 */

import type { Folder } from "@parfocal/core/folder/folder.contract.ts";
import type { Page as StaticPage } from "@parfocal/core/page/page.contract.ts";
import type { AuthoredQuiz } from "@parfocal/core/quiz/quiz.contract.ts";
import type { Locator, Page } from "@playwright/test";
import { type Api, callsOf } from "./testing/api.ts";
import { buildWorld, casesOf, dragGhost, middleOf, openKidney, openTree, row, toast } from "./testing/content-tree.ts";
import { expectAccessible } from "./testing/expect-accessible.ts";
import { expect, signIn, sitePath, test } from "./testing/journey.ts";
import { keepPicture } from "./testing/slide-page.ts";
import { placeSlide } from "./testing/slides.ts";

test.beforeEach(() => test.slow());

const foldersTitles = async (api: Api, folderId: number) =>
  (await api.call<Folder>("GET", `/v2/folder/${folderId}`)).items.map(({ title }) => title);

/** By right click: the items that can be added to a row of the tree. */
async function openPicker(page: Page, into: string, kind: string): Promise<Locator> {
  await row(page, into).click({ button: "right" });
  await page.getByRole("menuitem", { name: "Add…" }).click();
  await page.getByRole("menuitem", { name: kind }).click();
  const picker = page.getByRole("dialog");
  await expect(picker.getByRole("searchbox")).toBeFocused();
  return picker;
}

/** Into the focused field. Until the response arrives, the former results are dimmed and cannot be chosen. */
async function typeWords(page: Page, picker: Locator, words: string): Promise<void> {
  const found = page.waitForResponse((response) => response.request().postData()?.includes(words) ?? false);
  await page.keyboard.type(words);
  await found;
  await expect(picker.getByRole("listbox")).toHaveAttribute("aria-busy", "false");
}

test("an existing slide is added to a folder by keyboard alone, is no longer offered, and is removed again", async ({
  page,
}) => {
  const slide = await placeSlide({ courseTitle: "Pick source" });
  const world = await buildWorld("Pick");
  const api = await callsOf("teacher");
  await api.call("PUT", `/v2/image/${slide.imageId}`, { title: "Pick me" });
  await signIn(page, "teacher");
  await openTree(page, world);
  const picker = await openPicker(page, "Pick Liver", "Existing slide…");
  await typeWords(page, picker, "pick m");
  const option = picker.getByRole("option", { name: "Pick me" });
  await expect(option).toHaveCount(1);
  await expect(option.locator("img")).toBeVisible();
  await expect(picker.getByRole("option")).toHaveCount(1);
  await expectAccessible(page);
  await keepPicture(page, "picker");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Space");
  await expect(option).toHaveAttribute("aria-selected", "true");
  await expect(picker.getByRole("status")).toHaveText("1 selected");
  await page.keyboard.press("Enter");
  await expect(picker).toBeHidden();
  await expect(toast(page, "Added")).toBeVisible();
  await expect(row(page, "Pick me")).toHaveAttribute("aria-selected", "true");
  expect(await foldersTitles(api, world.liverId)).toEqual(["Pick me"]);

  const again = await openPicker(page, "Pick Liver", "Existing slide…");
  await again.getByRole("searchbox").fill("pick me");
  await expect(again.getByRole("option", { name: "already added" })).toHaveCount(1);
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Space");
  await expect(again.getByRole("status")).toHaveText("None selected");
  await again.getByRole("combobox", { name: "Location" }).fill("Pick Kidney");
  await page.getByRole("option", { name: "Pick course › Pick Kidney", exact: true }).click();
  await expect(again.getByText("No results")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(again).toBeHidden();
  await page.getByRole("button", { name: "Undo", exact: true }).first().click();
  await expect.poll(() => foldersTitles(api, world.liverId)).toEqual([]);
});

test("an attachment is added to a second folder, and questions of one quiz are copied into another", async ({
  page,
}) => {
  const world = await buildWorld("Lend");
  const api = await callsOf("teacher");
  const form = new FormData();
  for (const [name, value] of Object.entries({
    title: "Lend atlas",
    url: "https://atlas.example.org/",
    parentId: String(world.kidneyId),
  }))
    form.set(name, value);
  await api.call("POST", "/v2/attachment/", form);
  const addQuiz = (title: string) =>
    api.call<AuthoredQuiz>("POST", "/v2/quiz", { itemType: "folder", itemId: world.liverId, title });
  const [bank, exam] = [await addQuiz("Lend bank"), await addQuiz("Lend exam")];
  for (const title of ["Lend which organ?", "Lend which stain?", "Lend which cell?"])
    await api.call("POST", "/v2/quiz/question", { parentId: bank.id, title, type: "short-answer", correctAnswer: "x" });
  await signIn(page, "teacher");
  await openTree(page, world);

  const files = await openPicker(page, "Lend Liver", "Existing attachment…");
  await files.getByRole("searchbox").fill("lend at");
  await files.getByRole("option", { name: "Lend atlas" }).click();
  await files.getByRole("button", { name: "Add", exact: true }).click();
  await expect(toast(page, "Added")).toBeVisible();
  await expect(row(page, "Lend exam")).toBeVisible();

  const questions = await openPicker(page, "Lend exam", "Copy of question…");
  await questions.getByRole("combobox", { name: "Location" }).fill("lend bank");
  await page.getByRole("option", { name: /› Lend bank$/ }).click();
  // The former results cannot be chosen; on a separate site these are the same three.
  await expect(questions.getByRole("listbox")).toHaveAttribute("aria-busy", "false");
  await expect(questions.getByRole("option")).toHaveCount(3);
  await expect(questions.getByRole("option", { name: "Lend which stain?" })).toContainText("Short answer · Lend bank");
  await questions.getByRole("option", { name: "Lend which stain?" }).click();
  await questions.getByRole("option", { name: "Lend which organ?" }).click();
  await expect(questions.getByRole("status")).toHaveText("2 selected");
  await questions.getByRole("button", { name: "Add", exact: true }).click();
  await expect(toast(page, "2 items added")).toBeVisible();
  const titlesOf = async (id: number) =>
    (await api.call<AuthoredQuiz>("GET", `/v2/quiz/${id}`)).questions.map(
      ({ title, correctAnswer }) => `${title} ${correctAnswer}`,
    );
  await expect.poll(() => titlesOf(exam.id)).toEqual(["Lend which stain? x", "Lend which organ? x"]);
  expect(await titlesOf(bank.id)).toHaveLength(3);
  await toast(page, "2 items added").getByRole("button", { name: "Undo" }).click();
  await expect.poll(() => titlesOf(exam.id)).toEqual([]);
});

test("an item scrolled into view is chosen by the first click", async ({ page }) => {
  const world = await buildWorld("Deep");
  const api = await callsOf("teacher");
  const addQuiz = (title: string) =>
    api.call<AuthoredQuiz>("POST", "/v2/quiz", { itemType: "folder", itemId: world.liverId, title });
  const [bank] = [await addQuiz("Deep bank"), await addQuiz("Deep exam")];
  for (let number = 1; number <= 25; number += 1)
    await api.call("POST", "/v2/quiz/question", {
      parentId: bank.id,
      title: `Deep question ${number}`,
      type: "short-answer",
      correctAnswer: "x",
    });
  await signIn(page, "teacher");
  await openTree(page, world);
  await row(page, "Deep Liver").click();
  await page.keyboard.press("ArrowRight");
  const picker = await openPicker(page, "Deep exam", "Copy of question…");
  await typeWords(page, picker, "deep question");
  await expect(picker.getByRole("option")).toHaveCount(25);
  const last = picker.getByRole("option").last();
  await last.scrollIntoViewIfNeeded();
  await last.click();
  await expect(last).toHaveAttribute("aria-selected", "true");
  await expect(last).toBeInViewport();
  await expect(picker.getByRole("status")).toHaveText("1 selected");
});

test("a tag is added to several items and removed from them, each with undo", async ({ page }) => {
  const world = await buildWorld("Tagged");
  const api = await callsOf("teacher");
  await api.call("PUT", `/v2/folder/${world.kidneyId}`, { tags: ["Tagged before"] });
  await signIn(page, "teacher");
  await openTree(page, world);
  await row(page, "Tagged Kidney").click();
  await row(page, "Tagged Liver").click({ modifiers: ["Control"] });
  await page.getByRole("region", { name: "2 items selected" }).getByRole("button", { name: "Tags…" }).click();
  const dialog = page.getByRole("dialog", { name: "Tags for 2 items" });
  await expect(dialog.getByText("on 1 of 2")).toBeVisible();
  await dialog.getByRole("combobox", { name: "New tag" }).fill("Tagged now");
  await dialog.getByRole("button", { name: "Add to all" }).click();
  const tagsOf = async (id: number) => (await api.call<Folder>("GET", `/v2/folder/${id}`)).tags;
  const both = async () => [await tagsOf(world.kidneyId), await tagsOf(world.liverId)];
  await expect.poll(both).toEqual([["Tagged before", "Tagged now"], ["Tagged now"]]);
  await expect(dialog.getByText("on all")).toBeVisible();
  await toast(page, "“Tagged now” added to 2 items").getByRole("button", { name: "Undo" }).click();
  await expect.poll(both).toEqual([["Tagged before"], []]);
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Add to the rest: Tagged before" }).click();
  await expect.poll(both).toEqual([["Tagged before"], ["Tagged before"]]);
  await dialog.getByRole("button", { name: "Remove “Tagged before” from all" }).click();
  await expect(toast(page, "“Tagged before” removed from 2 items")).toBeVisible();
  await expect.poll(both).toEqual([[], []]);
  await expect(dialog.getByText("No tags yet.")).toBeVisible();
  await dialog.getByRole("button", { name: "Done" }).click();
  await expect(dialog).toBeHidden();
});

test("a link to a page of this site is found by its title", async ({ page }) => {
  const api = await callsOf("teacher");
  const { id: courseId } = await api.addCourse("Linked course");
  const target = await api.call<{ id: number }>("POST", "/v2/staticpages/", {
    title: "Zebra atlas",
    parentId: courseId,
  });
  const source = await api.call<{ id: number }>("POST", "/v2/staticpages/", {
    title: "Reading list",
    parentId: courseId,
  });
  await signIn(page, "teacher");
  await page.goto(sitePath(`/manage?item=${source.id}&in=${courseId}`));
  const text = page.getByRole("textbox", { name: "Text", exact: true });
  await text.click({ timeout: 45_000 });
  await page
    .getByRole("toolbar", { name: "Formatting: Text" })
    .getByRole("button", { name: "Link", exact: true })
    .click();
  const dialog = page.getByRole("dialog", { name: "Link" });
  await dialog.getByRole("combobox", { name: "Search this site" }).fill("zebra");
  await expect(dialog.getByRole("option", { name: /Zebra atlas/ })).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(dialog.getByRole("textbox", { name: "URL" })).toHaveValue(sitePath(`/course${courseId}/p${target.id}/`));
  await expect(dialog.getByRole("textbox", { name: "Link text" })).toHaveValue("Zebra atlas");
  await dialog.getByRole("button", { name: "Apply" }).click();
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect
    .poll(async () => (await api.call<StaticPage>("GET", `/v2/staticpages/${source.id}`)).content)
    .toContain(`<a href="${sitePath(`/course${courseId}/p${target.id}/`)}"`);
});

test.describe("by touch on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test("a long press starts the selection, taps extend it, and its actions are carried out", async ({ page }) => {
    const world = await buildWorld("Finger");
    await signIn(page, "teacher");
    await page.goto(world.address);
    await page.getByRole("button", { name: "Back to tree" }).tap();
    await row(page, "Finger Kidney").locator("span").first().tap();
    await expect(row(page, "Finger Three")).toBeVisible();
    await row(page, "Finger Two").evaluate((element) => element.scrollIntoView({ block: "center" }));
    const { x, y } = await middleOf(row(page, "Finger One"));
    const session = await page.context().newCDPSession(page);
    await session.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [{ x, y }] });
    await expect(dragGhost(page)).toBeVisible();
    await session.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
    const bar = page.getByRole("region", { name: "Selected items" });
    await expect(bar.getByRole("status")).toHaveText("1 item selected");
    await expect(row(page, "Finger One")).toHaveAttribute("aria-selected", "true");
    await row(page, "Finger Two").tap();
    await row(page, "Finger Three").tap();
    await row(page, "Finger Two").tap();
    await expect(bar.getByRole("status")).toHaveText("2 items selected");
    await keepPicture(page, "phone-selecting");
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
    await bar.getByRole("button", { name: "Move to bin" }).tap();
    await expect(toast(page, "2 items moved to the bin")).toBeVisible();
    await expect.poll(() => casesOf(world.kidneyId)).toEqual(["Two"]);
    await toast(page, "2 items moved to the bin").getByRole("button", { name: "Undo" }).tap();
    await expect.poll(() => casesOf(world.kidneyId)).toEqual(["One", "Two", "Three"]);
    await bar.getByRole("button", { name: "Done" }).tap();
    await expect(bar).toBeHidden();
    await row(page, "Finger Two").tap();
    await expect(page.getByRole("heading", { name: "Finger Two" })).toBeVisible();
  });

  test("a slide is picked on the whole screen, and the menu starts the selection as well", async ({ page }) => {
    const slide = await placeSlide({ courseTitle: "Pocket source" });
    const world = await buildWorld("Pocket");
    const api = await callsOf("teacher");
    await api.call("PUT", `/v2/image/${slide.imageId}`, { title: "Pocket slide" });
    await signIn(page, "teacher");
    await page.goto(world.address);
    await page.getByRole("button", { name: "Back to tree" }).tap();
    await page.getByRole("button", { name: "Menu of Pocket Liver" }).tap();
    await page.getByRole("menuitem", { name: "Add…" }).tap();
    await page.getByRole("menuitem", { name: "Existing slide…" }).tap();
    const picker = page.getByRole("dialog", { name: "Add existing slides" });
    await picker.getByRole("searchbox", { name: "Search slides" }).fill("pocket s");
    await picker.getByRole("option", { name: "Pocket slide" }).tap();
    await keepPicture(page, "phone-picker");
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
    await picker.getByRole("button", { name: "Add", exact: true }).tap();
    await expect.poll(() => foldersTitles(api, world.liverId)).toEqual(["Pocket slide"]);
    await page.getByRole("button", { name: "Back to tree" }).tap();
    await page.getByRole("button", { name: "Menu of Pocket Kidney" }).tap();
    await page.getByRole("menuitem", { name: "Select several" }).tap();
    await row(page, "Pocket Liver").tap();
    await expect(page.getByRole("region", { name: "Selected items" }).getByRole("status")).toHaveText(
      "2 items selected",
    );
  });
});

test("a selection started by keyboard is ended by Escape", async ({ page }) => {
  const world = await buildWorld("Ending");
  await signIn(page, "teacher");
  await openTree(page, world);
  await openKidney(page, "Ending");
  await row(page, "Ending One").click({ button: "right" });
  await page.getByRole("menuitem", { name: "Select several" }).click();
  await row(page, "Ending Two").click();
  await expect(page.getByRole("region", { name: "2 items selected" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("region", { name: "Selected items" })).toBeHidden();
  await expect(row(page, "Ending Two")).toHaveAttribute("aria-selected", "false");
});
