// Slices: course, editor, picker, quiz, quiz-attempt, tree, viewer
/**
 * A teacher builds three quizzes by hand: an Individual one with all five types of questions over two slides and a case, a
 * Common one and an Auto-Generated one over a folder; and takes each as a preview.
 */
import type { Locator, Page } from "@playwright/test";
import { dragAlong } from "./testing/annotator.ts";
import { callsOf } from "./testing/api.ts";
import { expect, signIn, sitePath, test } from "./testing/journey.ts";
import { openAddForm } from "./testing/manage-tree.ts";
import { settledBox } from "./testing/settled.ts";
import { adoptSlide } from "./testing/sites.ts";
import { slideOn, waitUntilSharp } from "./testing/slide-page.ts";
import { eventually, fixturePath } from "./testing/slides.ts";

/** A folder with two slides, and a case of the second. */
async function placeSlides() {
  const api = await callsOf("teacher");
  const { id: courseId } = await api.addCourse("Kidney course");
  const { id: folderId } = await api.call<{ id: number }>("POST", "/v2/folder", {
    title: "Stains",
    parentId: courseId,
  });
  const names = new Map<number, string>();
  for (const name of ["Cortex", "Medulla"]) {
    const id = await adoptSlide({ path: fixturePath("pyramid.tif"), filename: `${name}.tif`, parentId: folderId });
    await eventually(
      () => api.getImage(id),
      ({ state }) => state === "ready",
    );
    names.set(id, name);
  }
  const imageIds = [...names.keys()].slice(1);
  await api.call("POST", "/v2/case", { title: "A child", parentId: courseId, imageIds });
  return { courseId, names };
}

const button = (within: Page | Locator, name: string): Locator => within.getByRole("button", { name, exact: true });

async function choose(page: Page, box: Locator, option: string): Promise<void> {
  await box.click();
  await page.getByRole("option", { name: option, exact: true }).click();
}

/** Adds a quiz to the course and switches its evaluation on. */
async function addQuiz(page: Page, courseId: number, title: string, type: string): Promise<void> {
  await page.goto(sitePath(`/manage?item=${courseId}`));
  await expect(page.getByRole("treeitem", { selected: true })).toBeVisible({ timeout: 30_000 });
  const dialog = await openAddForm(page, "Quiz");
  await dialog.getByLabel("Title").fill(title);
  if (type !== "Individual") {
    await choose(page, dialog.getByRole("combobox", { name: "Quiz type" }), type);
    await dialog.getByRole("radio", { name: "All slides of a folder" }).check();
    await choose(page, dialog.getByRole("combobox", { name: "Source folder" }), "Stains");
  }
  await button(dialog, "Add").click();
  await expect(page.getByRole("heading", { name: title })).toBeVisible();
  await page.getByRole("switch", { name: /^Automatic evaluation/ }).click({ force: true });
  await button(page, "Save").click();
  await expect(page.getByText("Quiz updated!").first()).toBeVisible();
}

/** @param fill enters the fields of the question's type. */
async function addQuestion(
  page: Page,
  title: string,
  type: string,
  fill: (dialog: Locator) => Promise<void>,
): Promise<void> {
  await button(page, "Add question").click();
  const dialog = page.getByRole("dialog", { name: "Add question" });
  await dialog.getByLabel("Title").fill(title);
  await choose(page, dialog.getByRole("combobox", { name: "Question type" }), type);
  await fill(dialog);
  await button(dialog, "Add").click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("link", { name: title })).toBeVisible();
}

/** @param correct the letters of the right ones. */
const options =
  (texts: readonly string[], correct: string) =>
  async (dialog: Locator): Promise<void> => {
    for (const [place, text] of texts.entries()) {
      const letter = "ABCD"[place] ?? "";
      await dialog.getByLabel(`Option ${letter}`, { exact: true }).fill(text);
      if (correct.includes(letter)) await dialog.getByLabel(`Option ${letter} is correct`).check();
    }
  };

async function pairs(dialog: Locator): Promise<void> {
  for (const [letter, left, right] of [
    ["A", "HE", "pink"],
    ["B", "PAS", "magenta"],
  ]) {
    await dialog.getByLabel(`Left side of pair ${letter}`).fill(left ?? "");
    await dialog.getByLabel(`Right side of pair ${letter}`).fill(right ?? "");
  }
}

/** Nearly the whole visible slide. */
async function region(page: Page, dialog: Locator): Promise<void> {
  await button(dialog, "Draw rectangle").click();
  const stage = dialog.getByRole("application");
  await stage.scrollIntoViewIfNeeded();
  const { x, y, width, height } = await settledBox(stage);
  await page.mouse.move(x + width * 0.2, y + height * 0.1);
  await page.mouse.down();
  await page.mouse.move(x + width * 0.8, y + height * 0.9, { steps: 4 });
  await page.mouse.up();
  await dialog.getByLabel("Name of region A").fill("The tissue");
}

/** Ends on the page of the quiz. */
async function buildIndividual(page: Page, courseId: number): Promise<void> {
  await addQuiz(page, courseId, "By hand", "Individual");
  await button(page, "Add slides or cases").click();
  const picker = page.getByRole("dialog", { name: "Add slides or cases" });
  for (const title of ["Cortex", "Medulla"]) await picker.getByRole("option", { name: title }).click();
  await picker.getByText("Cases", { exact: true }).click();
  await picker.getByRole("option", { name: "A child" }).click();
  await expect(picker.getByText("3 selected")).toBeVisible();
  await button(picker, "Add").click();
  const contents = page.getByRole("region", { name: "Quiz content" });
  const open = async (title: string) => {
    await contents.getByRole("link", { name: title, exact: true }).click();
    await expect(page.getByLabel("Title in the quiz")).toHaveValue(title);
  };
  await open("Cortex");
  await addQuestion(page, "Which organ?", "Multiple choice", options(["Liver", "Kidney"], "B"));
  await addQuestion(page, "Mark the tissue", "Annotation", (dialog) => region(page, dialog));
  await page.goBack();
  await open("Medulla");
  await addQuestion(page, "What is here?", "Multiple answer", options(["Tubules", "Bone", "Vessels"], "AC"));
  await page.goBack();
  await open("A child");
  await addQuestion(page, "Name the tuft", "Short answer", (dialog) =>
    dialog.getByLabel("Correct answer").fill("glomerulus|tuft"),
  );
  await page.goBack();
  await expect(contents.getByRole("link", { name: "A child", exact: true })).toBeVisible();
  await addQuestion(page, "Match", "Matching", pairs);
}

async function startPreview(page: Page): Promise<void> {
  await page.getByRole("link", { name: "Preview as a learner" }).click();
  await button(page, "Start quiz").click();
}

async function submit(page: Page, points: string): Promise<void> {
  await button(page, "Submit quiz").click();
  await button(page.getByRole("dialog"), "Submit").click();
  await expect(page.getByText(points)).toBeVisible();
}

const openQuestion = async (page: Page, number: number) => {
  await page.getByRole("button", { name: new RegExp(`^Question ${number}, `) }).click();
  await expect(page.getByRole("region", { name: `Question ${number}` })).toBeVisible();
};

/** Whatever the order of slides and cases is. */
async function takeIndividual(page: Page): Promise<void> {
  await startPreview(page);
  for (const number of [1, 2, 3, 4, 5]) {
    await openQuestion(page, number);
    const title = await page
      .getByRole("region", { name: `Question ${number}` })
      .getByRole("heading")
      .textContent();
    if (title === "Which organ?") await page.getByRole("radio", { name: /Kidney$/ }).check();
    if (title === "What is here?")
      for (const name of [/Tubules$/, /Vessels$/]) await page.getByRole("checkbox", { name }).check();
    if (title === "Name the tuft") await page.getByRole("textbox", { name: "Your answer" }).fill("Tuft");
    if (title === "Match")
      for (const [left, right] of [
        ["HE", "pink"],
        ["PAS", "magenta"],
      ]) {
        await page.getByRole("list", { name: "To be matched" }).getByRole("button", { name: right }).press("Enter");
        await button(page, `${left}: Empty`).press("Enter");
      }
    if (title === "Mark the tissue") {
      await waitUntilSharp(page);
      await button(page, "Rectangle").click();
      await slideOn(page).scrollIntoViewIfNeeded();
      await dragAlong(page, [
        [0.2, 0.1],
        [0.8, 0.9],
      ]);
      await expect(page.getByText("1 mark", { exact: true })).toBeVisible();
    }
    await expect(button(page, `Question ${number}, answered`)).toBeVisible();
  }
  await submit(page, "5 of 5 points");
}

const slideIdOf = (page: Page): number => Number(/\/i(\d+)\//.exec(page.url())?.[1]);

test("a teacher builds a quiz with all types of questions over two slides and a case, and takes it as a preview", async ({
  page,
}) => {
  test.slow();
  const { courseId } = await placeSlides();
  await signIn(page, "teacher");
  await buildIndividual(page, courseId);
  await takeIndividual(page);
});

test("a teacher builds a Common and an Auto-Generated quiz over a folder, and takes each as a preview", async ({
  page,
}) => {
  test.slow();
  const { courseId, names } = await placeSlides();
  await signIn(page, "teacher");
  await addQuiz(page, courseId, "For all slides", "Common");
  await addQuestion(page, "Which stain?", "Multiple choice", options(["HE", "PAS"], "A"));
  await startPreview(page);
  const seen = new Set<number>();
  for (const [number, answer] of [
    [1, "HE"],
    [2, "PAS"],
  ] as const) {
    await openQuestion(page, number);
    await page.getByRole("radio", { name: new RegExp(`${answer}$`) }).check();
    seen.add(slideIdOf(page));
  }
  expect(seen).toEqual(new Set(names.keys()));
  await submit(page, "1 of 2 points");

  await addQuiz(page, courseId, "Made by itself", "Auto-Generated");
  await startPreview(page);
  for (const number of [1, 2]) {
    await openQuestion(page, number);
    await expect(page.getByRole("heading", { name: "What is shown?" })).toBeVisible();
    await expect(page.locator("[data-quiz-slide] canvas").first()).toBeVisible();
    await page.getByRole("radio", { name: new RegExp(`${names.get(slideIdOf(page))}$`) }).check();
  }
  await submit(page, "2 of 2 points");
});
