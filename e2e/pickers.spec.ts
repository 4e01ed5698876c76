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
import {
  buildWorld,
  casesOf,
  dragGhost,
  middleOf,
  openKidney,
  openTree,
  row,
  toast,
  type World,
} from "./testing/content-tree.ts";
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

/** Goes to another course of the open tree, and shows what is in it. */
async function openCourse(page: Page, prefix: string): Promise<void> {
  await row(page, `${prefix} course`).click();
  await page.keyboard.press("ArrowRight");
  await expect(row(page, `${prefix} Liver`)).toBeVisible();
}

/** The folder Liver gets two quizzes: a bank with the given questions, and an empty one. */
async function addBank(api: Api, { liverId }: World, prefix: string, questions: readonly string[]) {
  const addQuiz = (title: string) =>
    api.call<AuthoredQuiz>("POST", "/v2/quiz", { itemType: "folder", itemId: liverId, title: `${prefix} ${title}` });
  const [bank, exam] = [await addQuiz("bank"), await addQuiz("exam")];
  for (const title of questions)
    await api.call("POST", "/v2/quiz/question", { parentId: bank.id, title, type: "short-answer", correctAnswer: "x" });
  return { bank, exam };
}

/** In the course Pick. */
async function pickSlideByKeys(page: Page, api: Api, world: World): Promise<void> {
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
}

/** In the course Lend. */
async function lendToAnother(page: Page, api: Api, { bank, exam }: Awaited<ReturnType<typeof addBank>>): Promise<void> {
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
}

/** In the course Deep. */
async function clickTheLast(page: Page): Promise<void> {
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
}

test("existing items are added from the picker, by keyboard and by mouse", async ({ page }) => {
  const api = await callsOf("teacher");
  const slide = await placeSlide({ courseTitle: "Pick source" });
  await api.call("PUT", `/v2/image/${slide.imageId}`, { title: "Pick me" });
  const deep = await buildWorld("Deep");
  await addBank(
    api,
    deep,
    "Deep",
    Array.from({ length: 25 }, (_unused, index) => `Deep question ${index + 1}`),
  );
  const lend = await buildWorld("Lend");
  const form = new FormData();
  for (const [name, value] of Object.entries({ title: "Lend atlas", url: "https://atlas.example.org/" }))
    form.set(name, value);
  form.set("parentId", String(lend.kidneyId));
  await api.call("POST", "/v2/attachment/", form);
  const quizzes = await addBank(api, lend, "Lend", ["Lend which organ?", "Lend which stain?", "Lend which cell?"]);
  const pick = await buildWorld("Pick");
  await signIn(page, "teacher");
  await openTree(page, pick);
  await test.step("an existing slide is added to a folder by keyboard alone, is no longer offered, and is removed again", () =>
    pickSlideByKeys(page, api, pick));
  await test.step("an attachment is added to a second folder, and questions of one quiz are copied into another", async () => {
    await openCourse(page, "Lend");
    await lendToAnother(page, api, quizzes);
  });
  await test.step("an item scrolled into view is chosen by the first click", async () => {
    await openCourse(page, "Deep");
    await clickTheLast(page);
  });
});

/** Of both folders of the course Tagged. */
async function tagSeveral(page: Page, api: Api, world: World): Promise<void> {
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
}

/** From the text of the page Reading list, in the course Tagged. */
async function linkToZebra(page: Page, api: Api, ids: Record<"course" | "target" | "source", number>): Promise<void> {
  const url = sitePath(`/course${ids.course}/p${ids.target}/`);
  await row(page, "Reading list").click();
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
  await expect(dialog.getByRole("textbox", { name: "URL" })).toHaveValue(url);
  await expect(dialog.getByRole("textbox", { name: "Link text" })).toHaveValue("Zebra atlas");
  await dialog.getByRole("button", { name: "Apply" }).click();
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect
    .poll(async () => (await api.call<StaticPage>("GET", `/v2/staticpages/${ids.source}`)).content)
    .toContain(`<a href="${url}"`);
}

/** In the folder Kidney of the course Tagged. */
async function endSelection(page: Page): Promise<void> {
  await openKidney(page, "Tagged");
  await row(page, "Tagged One").click({ button: "right" });
  await page.getByRole("menuitem", { name: "Select several" }).click();
  await row(page, "Tagged Two").click();
  await expect(page.getByRole("region", { name: "2 items selected" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("region", { name: "Selected items" })).toBeHidden();
  await expect(row(page, "Tagged Two")).toHaveAttribute("aria-selected", "false");
}

test("several items are selected and tagged, and a text links to another page", async ({ page }) => {
  const world = await buildWorld("Tagged");
  const api = await callsOf("teacher");
  await api.call("PUT", `/v2/folder/${world.kidneyId}`, { tags: ["Tagged before"] });
  const addPage = async (title: string) =>
    (await api.call<{ id: number }>("POST", "/v2/staticpages/", { title, parentId: world.courseId })).id;
  const [target, source] = [await addPage("Zebra atlas"), await addPage("Reading list")];
  await signIn(page, "teacher");
  await openTree(page, world);
  await test.step("a tag is added to several items and removed from them, each with undo", () =>
    tagSeveral(page, api, world));
  await test.step("a selection started by keyboard is ended by Escape", () => endSelection(page));
  await test.step("a link to a page of this site is found by its title", () =>
    linkToZebra(page, api, { course: world.courseId, target, source }));
});

test.describe("by touch on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  const selectByTouch = async (page: Page, world: World): Promise<void> => {
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
  };

  const pickByTouch = async (page: Page, world: World): Promise<void> => {
    const api = await callsOf("teacher");
    await page.getByRole("button", { name: "Back to tree" }).tap();
    await page.getByRole("button", { name: "Menu of Finger Liver" }).tap();
    await page.getByRole("menuitem", { name: "Add…" }).tap();
    await page.getByRole("menuitem", { name: "Existing slide…" }).tap();
    const picker = page.getByRole("dialog", { name: "Add existing slides" });
    await picker.getByRole("searchbox", { name: "Search slides" }).fill("finger s");
    await picker.getByRole("option", { name: "Finger slide" }).tap();
    await keepPicture(page, "phone-picker");
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
    await picker.getByRole("button", { name: "Add", exact: true }).tap();
    await expect.poll(() => foldersTitles(api, world.liverId)).toEqual(["Finger slide"]);
    await page.getByRole("button", { name: "Back to tree" }).tap();
    await page.getByRole("button", { name: "Menu of Finger Kidney" }).tap();
    await page.getByRole("menuitem", { name: "Select several" }).tap();
    await row(page, "Finger Liver").tap();
    await expect(page.getByRole("region", { name: "Selected items" }).getByRole("status")).toHaveText(
      "2 items selected",
    );
  };

  test("items are selected and picked by touch", async ({ page }) => {
    const slide = await placeSlide({ courseTitle: "Pocket source" });
    await (await callsOf("teacher")).call("PUT", `/v2/image/${slide.imageId}`, { title: "Finger slide" });
    const world = await buildWorld("Finger");
    await signIn(page, "teacher");
    await page.goto(world.address);
    await page.getByRole("button", { name: "Back to tree" }).tap();
    await test.step("a long press starts the selection, taps extend it, and its actions are carried out", () =>
      selectByTouch(page, world));
    await test.step("a slide is picked on the whole screen, and the menu starts the selection as well", () =>
      pickByTouch(page, world));
  });
});
