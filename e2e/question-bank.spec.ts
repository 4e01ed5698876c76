// Slices: item, question-bank, question-page, quiz
/**
 * A teacher finds a question in the bank, views it, copies it to another quiz, opens it on its own page, and undoes
 * the copy.
 */
import type { AuthoredQuiz } from "@parfocal/core/quiz/quiz.contract.ts";
import { callsOf } from "./testing/api.ts";
import { expectAccessible } from "./testing/expect-accessible.ts";
import { expect, signIn, sitePath, test } from "./testing/journey.ts";
import { placeSlide } from "./testing/slides.ts";

async function placeQuizzes() {
  const slide = await placeSlide();
  const api = await callsOf("teacher");
  const quiz = (title: string, slides: object[]) =>
    api.call<AuthoredQuiz>("POST", "/v2/quiz", { itemType: "course", itemId: slide.courseId, title, slides });
  const source = await quiz("Week of a bank", [{ itemType: "image", itemId: slide.imageId }]);
  const target = await quiz("Exam of a bank", []);
  const ask = (title: string, answerOptions: object[]) =>
    api.call("POST", "/v2/quiz/question", {
      parentId: source.slides[0]?.id,
      title,
      type: "multiple-choice",
      answerOptions,
    });
  await ask("Which organ is shown?", [{ option: "Liver" }, { option: "Kidney", isCorrect: true }]);
  await ask("Which stain is it?", [{ option: "HE", isCorrect: true }]);
  const read = () => api.call<AuthoredQuiz>("GET", `/v2/quiz/${target.id}`);
  return { slide, target, read };
}

test("a question is found, previewed, copied to another quiz, opened on its own page, and the copy is undone", async ({
  page,
}) => {
  test.slow();
  const { slide, target, read } = await placeQuizzes();
  await signIn(page, "teacher");
  await page.goto(sitePath("/manage/questions"));
  const list = page.getByRole("list", { name: "Questions found" });
  await expect(list.getByRole("listitem")).toHaveCount(2);
  await page.getByRole("searchbox", { name: "Search questions" }).fill("organ");
  await expect(list.getByRole("listitem")).toHaveCount(1);

  await list.getByRole("button", { name: "Preview: Which organ is shown?" }).click();
  const preview = page.getByRole("dialog", { name: "Preview: Which organ is shown?" });
  await expect(preview.getByRole("radio", { name: "B. Kidney" })).not.toBeChecked();
  await expect(preview.getByText("Correct answer:")).toHaveCount(0);
  await preview.getByRole("switch", { name: "Show answer key" }).click({ force: true });
  await expect(preview.getByRole("status").getByText("B. Kidney")).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press("Escape");

  await list.getByRole("checkbox", { name: "Select Which organ is shown?" }).check();
  await page.getByRole("button", { name: "Copy to quiz" }).click();
  const dialog = page.getByRole("dialog", { name: "Copy to quiz" });
  await dialog.getByRole("combobox", { name: "Individual quiz" }).fill("Exam of");
  await page.getByRole("option", { name: "Exam of a bank" }).click();
  await dialog.getByRole("button", { name: "Copy", exact: true }).click();
  const undo = page.getByRole("alert").filter({ hasText: "Question copied to “Exam of a bank”" });
  await expect(undo).toBeVisible();
  const [copy] = (await read()).questions;
  expect(copy).toMatchObject({ title: "Which organ is shown?", itemId: slide.imageId });

  const own = await page.context().newPage();
  await own.goto(sitePath(`/manage?item=${copy?.id}&in=${target.id}`));
  await own.getByRole("link", { name: "Open page" }).first().click();
  await expect(own.getByRole("heading", { name: "Question 1 of 1: Exam of a bank" })).toBeVisible();
  await expect(own.getByRole("radio", { name: "B. Kidney" })).toBeVisible();
  await own.close();

  await undo.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByText("Copies removed")).toBeVisible();
  expect((await read()).questions).toEqual([]);
});
