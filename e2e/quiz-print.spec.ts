// Slices: quiz, quiz-attempt, quiz-results, slide, viewer
/**
 * A teacher prints quizzes without and with their keys: images of the slides and of the correct regions, and nothing
 * else of the page.
 */
import type { AuthoredQuiz } from "@parfocal/core/quiz/quiz.contract.ts";
import type { Locator, Page } from "@playwright/test";
import { callsOf } from "./testing/api.ts";
import { expect, signIn, sitePath, test } from "./testing/journey.ts";
import { adoptSlide } from "./testing/sites.ts";
import { eventually, fixturePath, placeSlide } from "./testing/slides.ts";

const SQUARE = "POLYGON ((100 100, 700 100, 700 700, 100 700, 100 100))";
const option = (text: string, isCorrect = false) => ({ option: text, isCorrect });
const pair = (left: string, right: string) => ({ left, right });

/** Two questions of a slide, one of a case with that slide, and two of the quiz. @returns its ID. */
async function placeQuiz(): Promise<number> {
  const { courseId, imageId } = await placeSlide({ courseTitle: "Kidney course" });
  const api = await callsOf("teacher");
  const ofCase = { title: "A child", parentId: courseId, imageIds: [imageId] };
  const { id: caseId } = await api.call<{ id: number }>("POST", "/v2/case", ofCase);
  const { id, slides } = await api.call<AuthoredQuiz>("POST", "/v2/quiz", {
    itemType: "course",
    itemId: courseId,
    title: "Paper",
    slides: [
      { itemType: "image", itemId: imageId },
      { itemType: "case", itemId: caseId },
    ],
  });
  const ask = (parentId: number | undefined, ...questions: readonly object[]) =>
    api.call("POST", "/v2/quiz/question/many", { parentId, questions });
  await ask(
    slides[0]?.id,
    { title: "Which organ?", type: "multiple-choice", answerOptions: [option("Liver"), option("Kidney", true)] },
    { title: "Which stain?", type: "multiple-answer", answerOptions: [option("HE", true), option("PAS", true)] },
    { title: "Mark it", type: "annotation", answerOptions: [{ option: "Glomerulus", region: SQUARE }] },
  );
  await ask(slides[1]?.id, { title: "Name the tuft", type: "short-answer", correctAnswer: "glomerulus|tuft" });
  await ask(id, { title: "Match", type: "matching", answerOptions: [pair("HE", "pink"), pair("PAS", "magenta")] });
  return id;
}

const button = (within: Page | Locator, name: string): Locator => within.getByRole("button", { name, exact: true });

/** The printed page; the dialog of the browser is replaced. */
async function expectPrinted(page: Page, kind: string, look: (paper: Locator) => Promise<void>): Promise<void> {
  await page.evaluate(() => {
    window.print = () => document.body.setAttribute("data-print-asked", "");
  });
  await button(page, "Print").click();
  await page.getByRole("menuitem", { name: kind }).click();
  await expect(page.locator("body[data-print-asked]")).toBeAttached({ timeout: 30_000 });
  await page.emulateMedia({ media: "print" });
  await look(page.locator("[data-printed-quiz]"));
  await expect(page.getByRole("banner")).toBeHidden();
  await expect(button(page, "Print")).toBeHidden();
  await page.emulateMedia({ media: "screen" });
  await page.evaluate(() => {
    document.body.removeAttribute("data-print-asked");
    window.dispatchEvent(new Event("afterprint"));
  });
  await expect(page.locator("[data-printed-quiz]")).toHaveCount(0);
}

async function printIndividual(page: Page): Promise<void> {
  const pictures = async (paper: Locator) => {
    // Of the slide, the slide to be marked, and the case.
    await expect(paper.locator("[data-printed-slide] img")).toHaveCount(3);
    await expect(paper.getByText("Image: see question 1.")).toHaveCount(1);
    for (const picture of await paper.locator("img").all()) await expect(picture).toHaveJSProperty("naturalWidth", 960);
  };
  await expectPrinted(page, "Quiz without key", async (paper) => {
    await pictures(paper);
    await expect(paper.getByText("☐ B. Kidney")).toBeVisible();
    await expect(paper.getByText("To be matched: magenta · pink")).toBeVisible();
    await expect(paper.getByText(/☒|glomerulus|pyramid|A child/i)).toHaveCount(0);
    await expect(paper.locator("path")).toHaveCount(0);
  });
  await expectPrinted(page, "Quiz with key", async (paper) => {
    await pictures(paper);
    await expect(paper.getByText("☒ B. Kidney")).toBeVisible();
    await expect(paper.getByText("glomerulus · tuft")).toBeVisible();
    await expect(paper.getByText("Correct answer: Glomerulus")).toBeVisible();
    await expect(paper.locator("path").first()).toBeVisible();
  });
}

/** Two slides in a course, a Common quiz over it with one question, and an Auto-Generated one. */
async function placeQuizzesOverCourse(): Promise<{ common: number; generated: number }> {
  const api = await callsOf("teacher");
  const { id: courseId } = await api.addCourse("Kidney course");
  for (const name of ["Kidney", "Liver"]) {
    const id = await adoptSlide({ path: fixturePath("pyramid.tif"), filename: `${name}.tif`, parentId: courseId });
    await eventually(
      () => api.getImage(id),
      ({ state }) => state === "ready",
    );
  }
  const ofCourse = { itemType: "course", itemId: courseId, sourceFolder: courseId };
  const add = (type: string) =>
    api.call<AuthoredQuiz>("POST", "/v2/quiz", { ...ofCourse, title: `${type} quiz`, type });
  const { id: common } = await add("Common");
  await api.call("POST", "/v2/quiz/question", { parentId: common, title: "Which stain?", type: "short-answer" });
  const { id: generated } = await add("Auto-Generated");
  return { common, generated };
}

async function printOverCourse(page: Page): Promise<void> {
  const { common, generated } = await placeQuizzesOverCourse();
  const pictures = (paper: Locator) => expect(paper.locator("[data-printed-slide] img")).toHaveCount(2);
  await page.goto(sitePath(`/manage/quiz-results?quiz=${common}`));
  await expectPrinted(page, "Quiz without key", async (paper) => {
    await pictures(paper);
    await expect(paper.getByRole("heading", { name: /^[12]\. Which stain\?/ })).toHaveCount(2);
    await expect(paper.getByText(/Kidney|Liver/)).toHaveCount(0);
  });
  await page.goto(sitePath(`/manage/quiz-results?quiz=${generated}`));
  const options: string[][] = [];
  for (const kind of ["Quiz without key", "Quiz with key"])
    await expectPrinted(page, kind, async (paper) => {
      await pictures(paper);
      await expect(paper.getByRole("heading", { name: /^[12]\. What is shown\?/ })).toHaveCount(2);
      await expect(paper.getByText("new questions are drawn for each attempt")).toBeVisible();
      options.push((await paper.getByRole("listitem").allTextContents()).map((text) => text.replace(/^\S+ /, "")));
    });
  expect(options[1]).toEqual(options[0]);
  await expect(page.locator("[data-printed-quiz]")).toHaveCount(0);
}

test("a teacher prints quizzes of each type, without and with their keys", async ({ page }) => {
  const id = await placeQuiz();
  await signIn(page, "teacher");
  await page.goto(sitePath(`/manage/quiz-results?quiz=${id}`));
  await test.step("a teacher prints a quiz without and with its key, with images of the slides and of the regions", () =>
    printIndividual(page));
  await test.step("a teacher prints a Common and an Auto-Generated quiz over a folder: each slide with its image, no name without the key", () =>
    printOverCourse(page));
});
