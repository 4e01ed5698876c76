// Slices: quiz, quiz-attempt, quiz-results
/** A teacher takes a quiz as a preview: start, answer, submission, review, practice; the results stay empty, and it is ended. */
import type { AuthoredQuiz } from "@parfocal/core/quiz/quiz.contract.ts";
import type { QuizResults } from "@parfocal/core/quiz-results/quiz-results.contract.ts";
import { callsOf } from "./testing/api.ts";
import { expectAccessible } from "./testing/expect-accessible.ts";
import { expect, signIn, sitePath, test } from "./testing/journey.ts";
import { placeSlide } from "./testing/slides.ts";

async function placeQuiz() {
  const { courseId, imageId } = await placeSlide();
  const api = await callsOf("teacher");
  const { id } = await api.call<AuthoredQuiz>("POST", "/v2/quiz", {
    itemType: "course",
    itemId: courseId,
    title: "Quiz of a journey",
  });
  await api.call("PUT", `/v2/quiz/${id}`, { isAutoEvaluationEnabled: true });
  const answerOptions = [{ option: "Liver" }, { option: "Kidney", isCorrect: true }];
  const questions = [
    { title: "Which organ?", type: "multiple-choice", answerOptions },
    { title: "Which stain?", type: "short-answer", correctAnswer: "HE", itemId: imageId },
  ];
  await api.call("POST", "/v2/quiz/question/many", { parentId: id, questions });
  return { id, api, path: sitePath(`/course${courseId}/q${id}/`) };
}

test("a teacher takes a preview from the editor, restarts it, submits and ends it; nothing is in the results", async ({
  page,
}) => {
  const { id, api, path } = await placeQuiz();
  await signIn(page, "teacher");
  await page.goto(sitePath(`/manage?item=${id}`));
  await page.getByRole("link", { name: "Preview as a learner" }).click();
  await expect(page).toHaveURL(new RegExp(`${path}preview/$`));
  const bar = page.getByRole("region", { name: "Preview" });
  await expect(bar.getByText("nothing is recorded in the results")).toBeVisible();
  await page.getByRole("button", { name: "Start quiz" }).click();
  await page.getByRole("radio", { name: "B. Kidney" }).check();
  await expect(page.getByRole("button", { name: "Question 1, answered" })).toBeVisible();
  // All of the slide, although the bar of the preview is above it.
  await page.getByRole("button", { name: /^Question 2/ }).click();
  await expect(page.getByRole("application")).toBeInViewport({ ratio: 1 });
  const size = page.viewportSize();
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(page.getByRole("application")).toBeInViewport({ ratio: 1 });
  if (size) await page.setViewportSize(size);

  await bar.getByRole("button", { name: "Start again" }).click();
  await page.getByRole("link", { name: "Resume" }).click();
  await expect(page).toHaveURL(new RegExp(`${path}preview/qs\\d+/$`));
  await expect(page.getByRole("radio", { name: "B. Kidney" })).not.toBeChecked();
  await page.getByRole("radio", { name: "A. Liver" }).check();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Submit quiz" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Submit", exact: true }).click();
  await expect(page.getByText("0 of 2 points")).toBeVisible();
  await page.getByRole("link", { name: "Review", exact: true }).click();
  await expect(page).toHaveURL(new RegExp(`${path}preview/review/$`));
  await expect(page.getByText(/^Not correct · /).first()).toBeVisible();

  await page.getByRole("link", { name: "Practise what was wrong" }).click();
  await expect(page).toHaveURL(new RegExp(`${path}preview/practice/$`));
  await page.getByRole("radio", { name: "B. Kidney" }).check();
  await page.getByRole("button", { name: "Check answer" }).click();
  await expect(page.getByRole("status").getByText("Correct", { exact: true })).toBeVisible();
  await expectAccessible(page);

  const { learners } = await api.call<QuizResults>("GET", `/v2/quiz/${id}/results`);
  expect(learners).toEqual([]);
  await bar.getByRole("button", { name: "End preview" }).click();
  await expect(page).toHaveURL(new RegExp(`${path}$`));
  await page.getByRole("link", { name: "Preview as a learner" }).click();
  await expect(page.getByRole("button", { name: "Start quiz" })).toBeVisible();
});
