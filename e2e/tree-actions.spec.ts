// Slices: assignment, case, folder, quiz, structure, tree, upload, user-group
/**
 * Actions of the content tree: on several items, by dialogs, with files from the desktop, in quizzes; partly failed,
 * and filtered.
 */
import type { Page } from "@playwright/test";
import sharp from "sharp";
import { callsOf } from "./testing/api.ts";
import {
  buildWorld,
  casesOf,
  expectShown,
  openKidney,
  openTree,
  row,
  toast,
  tree,
  type World,
} from "./testing/content-tree.ts";
import { expectAccessible } from "./testing/expect-accessible.ts";
import { expect, signIn, sitePath, test } from "./testing/journey.ts";
import { keepPicture } from "./testing/slide-page.ts";

// Each builds a separate course.
test.beforeEach(() => test.slow());

const filter = (page: Page) => page.getByRole("searchbox", { name: "Filter by title" });

async function actOnSeveral(page: Page, world: World): Promise<void> {
  await row(page, "Many One").click();
  await row(page, "Many Three").click({ modifiers: ["Control"] });
  const pane = page.getByRole("region", { name: "2 items selected" });
  await expect(pane.getByRole("listitem")).toHaveText(["Many One", "Many Three"]);
  await expect(pane.getByRole("button", { name: "Show to learners" })).toBeHidden();
  await pane.getByRole("button", { name: "Hide from learners" }).click();
  await expect(row(page, "Many One")).toHaveAccessibleName("Many One, Case, hidden from learners");
  await expect(row(page, "Many Three")).toHaveAccessibleName("Many Three, Case, hidden from learners");
  await expect(pane.getByRole("button", { name: "Hide from learners" })).toBeHidden();
  await pane.getByRole("button", { name: "Show to learners" }).click();
  await expect(row(page, "Many Three")).toHaveAccessibleName("Many Three, Case");
  await keepPicture(page, "tree-many");
  await expectAccessible(page);

  await pane.getByRole("button", { name: "Move to…" }).click();
  const dialog = page.getByRole("dialog", { name: "Move to" });
  await dialog.getByRole("textbox", { name: "Search courses and folders" }).fill("many liv");
  await dialog.getByRole("radio", { name: "Many course › Many Liver" }).check();
  await dialog.getByRole("button", { name: "Move to" }).click();
  await expect(toast(page, "Item moved")).toBeVisible();
  await expect.poll(() => casesOf(world.liverId)).toEqual(["One", "Three"]);
  expect(await casesOf(world.kidneyId)).toEqual(["Two"]);
  await page.getByRole("button", { name: "Undo", exact: true }).first().click();
  await expect.poll(() => casesOf(world.kidneyId)).toEqual(["One", "Two", "Three"]);

  await row(page, "Many One").click();
  await row(page, "Many Two").click({ modifiers: ["Shift"] });
  await pane.getByRole("button", { name: "Move to bin" }).click();
  await expect(toast(page, "2 items moved to the bin")).toBeVisible();
  await expect.poll(() => casesOf(world.kidneyId)).toEqual(["Three"]);
  await toast(page, "2 items moved to the bin").getByRole("button", { name: "Undo" }).click();
  await expect.poll(() => casesOf(world.kidneyId)).toEqual(["One", "Two", "Three"]);
}

async function failMidway(page: Page, world: World): Promise<void> {
  const removal = `**/v2/folder/delete/${world.liverId}`;
  await page.route(removal, (route) => route.abort());
  await row(page, "Many Kidney").click();
  await row(page, "Many Liver").click({ modifiers: ["Control"] });
  await page.keyboard.press("Delete");
  const said = toast(page, "Moving to the bin failed. Try again. Part of the change was made.");
  await expect(said).toBeVisible();
  await expect(row(page, "Many Kidney")).toBeHidden();
  await expect(row(page, "Many Liver")).toBeVisible();
  await said.getByRole("button", { name: "Undo" }).click();
  await expectShown(page, ["Many Kidney", "Many Liver"]);
  await page.unroute(removal);
}

async function assignUserGroup(page: Page): Promise<void> {
  // The menu is that of all selected items.
  await row(page, "Many Kidney").click();
  await row(page, "Many Kidney").click({ button: "right" });
  await page.getByRole("menuitem", { name: "User groups…" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("searchbox").fill("Group of the tree");
  await dialog.getByRole("button", { name: /Group of the tree/ }).click();
  await dialog.getByRole("button", { name: "Add anyway" }).click();
  await expect(dialog.getByRole("listitem").filter({ hasText: "Group of the tree" }).first()).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(tree(page)).toBeFocused();
}

async function addWhileFiltered(page: Page): Promise<void> {
  await filter(page).fill("many liver");
  await expect(row(page, "Many Kidney")).toBeHidden();
  await row(page, "Many Liver").click();
  await page.getByRole("button", { name: "Add", exact: true }).click();
  await page.getByRole("menuitem", { name: "Folder…" }).click();
  await page.getByRole("dialog").getByRole("textbox", { name: "Title" }).fill("Many new one");
  await page.getByRole("dialog").getByRole("button", { name: "Add folder" }).click();
  await expect(row(page, "Many new one")).toHaveAttribute("aria-selected", "true");
  await expect(filter(page)).toHaveValue("");

  await filter(page).fill("many liver");
  await expect(row(page, "Many Kidney")).toBeHidden();
  const picture = sharp({ create: { width: 640, height: 480, channels: 3, background: "#8a4fb3" } });
  const bytes = await picture.tiff({ tile: true, tileWidth: 256, tileHeight: 256, pyramid: true }).toBuffer();
  const files = await page.evaluateHandle((base64) => {
    const content = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File([content], "many-dropped.tif", { type: "image/tiff" }));
    return dataTransfer;
  }, bytes.toString("base64"));
  const target = row(page, "Many Liver");
  for (const type of ["dragenter", "dragover"]) await target.dispatchEvent(type, { dataTransfer: files });
  await expect(target).toHaveAttribute("data-drop", "around");
  await target.dispatchEvent("drop", { dataTransfer: files });
  await expect(row(page, "many-dropped")).toBeVisible({ timeout: 60_000 });
  await expect(filter(page)).toHaveValue("");
}

test("a teacher acts on several items, assigns a user group, and adds items under a filter", async ({ page }) => {
  const world = await buildWorld("Many");
  await signIn(page, "teacher");
  await openTree(page, world);
  await openKidney(page, "Many");
  await test.step("several at once: hidden, shown, moved by the dialog, removed, and restored", () =>
    actOnSeveral(page, world));
  await test.step("a failure midway: the completed part is reported, and undone", () => failMidway(page, world));
  await test.step("user groups are assigned from the menu", () => assignUserGroup(page));
  await test.step("a filter hides neither added items nor files dropped from the desktop", () =>
    addWhileFiltered(page));
});

test("questions are copied into another quiz; a case cannot be placed at a slide's position", async ({ page }) => {
  const world = await buildWorld("Quiz");
  const api = await callsOf("teacher");
  const addQuiz = (title: string) =>
    api.call<{ id: number }>("POST", "/v2/quiz", { itemType: "folder", itemId: world.kidneyId, title });
  const from = await addQuiz("Quiz source");
  const to = await addQuiz("Quiz target");
  const { id } = await api.call<{ id: number }>("POST", "/v2/quiz/question", {
    parentId: from.id,
    title: "Quiz which stain?",
    type: "multiple-choice",
    answerOptions: [{ option: "HE", isCorrect: true }, { option: "PAS" }],
  });
  const questionsOf = async (quizId: number) =>
    (await api.call<{ questions: { title: string }[] }>("GET", `/v2/quiz/${quizId}`)).questions.map(
      (question) => question.title,
    );
  await signIn(page, "teacher");
  await page.goto(sitePath(`/manage?item=${id}&in=${from.id}`));
  const question = row(page, "Quiz which stain\\?");
  await expect(question).toHaveAttribute("aria-selected", "true", { timeout: 30_000 });
  await question.click({ button: "right" });
  await expect(page.getByRole("menuitem", { name: "Move to bin" })).toBeHidden();
  await page.getByRole("menuitem", { name: "Copy", exact: true }).click();
  await row(page, "Quiz One").click();
  await page.keyboard.press("Control+v");
  await expect(toast(page, "This item cannot be placed here")).toBeVisible();
  await row(page, "Quiz target").click();
  await page.keyboard.press("Control+v");
  await expect.poll(() => questionsOf(to.id)).toEqual(["Quiz which stain?"]);
  await toast(page, "Pasted").getByRole("button", { name: "Undo" }).click();
  await expect.poll(() => questionsOf(to.id)).toEqual([]);
  expect(await questionsOf(from.id)).toEqual(["Quiz which stain?"]);
});
