// Slices: quiz, quiz-access, quiz-attempt, quiz-results, user-group
/**
 * A teacher gives a quiz an access code and a learner extra time; the learner starts with the code, and has that time,
 * and more of it after an outage.
 */
import type { AuthoredQuiz } from "@parfocal/core/quiz/quiz.contract.ts";
import { callsOf } from "./testing/api.ts";
import { expectAccessible } from "./testing/expect-accessible.ts";
import { expect, signIn, sitePath, test } from "./testing/journey.ts";
import { placeSlide } from "./testing/slides.ts";

async function placeQuiz() {
  const { courseId } = await placeSlide();
  const api = await callsOf("teacher");
  const { id } = await api.call<AuthoredQuiz>("POST", "/v2/quiz", {
    itemType: "course",
    itemId: courseId,
    title: "Exam of a journey",
  });
  await api.call("PUT", `/v2/quiz/${id}`, { timerDuration: 3_600 });
  const answerOptions = [{ option: "Liver" }, { option: "Kidney", isCorrect: true }];
  const question = { title: "Which organ?", type: "multiple-choice", answerOptions };
  await api.call("POST", "/v2/quiz/question", { parentId: id, ...question });
  return { id, path: sitePath(`/course${courseId}/q${id}/`) };
}

test("an exam with an access code, one attempt and extra time for one learner", async ({ page, browser }) => {
  test.slow();
  const { id, path } = await placeQuiz();
  await signIn(page, "teacher");
  await page.goto(sitePath(`/manage?item=${id}`));
  const section = page.getByRole("region", { name: "Attempts and access" });
  await section.getByLabel("Attempts per person").fill("1");
  await section.getByLabel("Access code").fill("Hall-7");
  await section.getByRole("switch", { name: "Measuring" }).uncheck();
  await section.getByRole("button", { name: "Save access settings" }).click();
  await expect(section.getByRole("status").getByText("Saved")).toBeVisible();
  await section.getByRole("combobox", { name: "Person" }).fill("Leo Learner");
  await page.getByRole("option", { name: /Leo Learner/ }).click();
  await section.getByLabel("Amount").fill("50");
  await section.getByRole("button", { name: "Add extra time" }).click();
  await expect(section.getByRole("listitem").getByText("50%")).toBeVisible();
  await expectAccessible(page);

  const learner = await (await browser.newContext({ locale: "en-GB" })).newPage();
  await signIn(learner, "learner");
  await learner.goto(path);
  await expect(learner.getByText("You have 30 minutes of extra time.")).toBeVisible();
  await expect(learner.getByText("You have 1 attempt left.")).toBeVisible();
  await learner.getByLabel("Access code").fill("Hall-8");
  await learner.getByRole("button", { name: "Start quiz" }).click();
  await expect(learner.getByRole("alert")).toContainText("This access code does not work.");
  await expectAccessible(learner);
  await learner.getByLabel("Access code").fill("hall-7");
  await learner.getByRole("button", { name: "Start quiz" }).click();
  await expect(learner.getByRole("timer")).toHaveText(/^1:(29|30):/);

  await page.goto(sitePath(`/manage/quiz-results?quiz=${id}`));
  await page.getByRole("button", { name: "More time" }).click();
  const moreTime = page.getByRole("dialog", { name: "More time for running attempts" });
  await moreTime.getByLabel("Time (minutes)").fill("20");
  await moreTime.getByRole("button", { name: "Give time" }).click();
  await expect(page.getByText("1 attempt has more time")).toBeVisible();
  await expect(learner.getByRole("timer")).toHaveText(/^1:(49|50):/);

  await learner.getByRole("button", { name: "Submit quiz" }).click();
  const dialog = learner.getByRole("dialog", { name: "Submit quiz" });
  await dialog.getByRole("button", { name: "Submit", exact: true }).click();
  await expect(learner.getByText("You have used all your attempts.")).toBeVisible();
  await expect(learner.getByRole("button", { name: "Restart" })).toHaveCount(0);
  await learner.context().close();
});
