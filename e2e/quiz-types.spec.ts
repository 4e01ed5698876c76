// Slices: quiz, quiz-attempt, quiz-subject, viewer
/**
 * A learner takes an Auto-Generated quiz, with questions generated from the names of its slides, and a Common one,
 * with the same questions for each.
 */
import type { AuthoredQuiz } from "@parfocal/core/quiz/quiz.contract.ts";
import type { Page } from "@playwright/test";
import { type Api, callsOf } from "./testing/api.ts";
import { expect, signIn, sitePath, test } from "./testing/journey.ts";
import { adoptSlide } from "./testing/sites.ts";
import { eventually, fixturePath } from "./testing/slides.ts";

async function placeQuiz(api: Api, courseId: number, type: string, imageIds: readonly number[]): Promise<AuthoredQuiz> {
  const slides = imageIds.map((itemId) => ({ itemType: "image", itemId }));
  const where = { itemType: "course", itemId: courseId };
  const quiz = await api.call<AuthoredQuiz>("POST", "/v2/quiz", { ...where, title: `${type} quiz`, type, slides });
  await api.call("PUT", `/v2/quiz/${quiz.id}`, { isAutoEvaluationEnabled: true });
  return quiz;
}

const slideIdOf = (page: Page): number => Number(/\/i(\d+)\//.exec(page.url())?.[1]);

async function submit(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Submit quiz" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Submit", exact: true }).click();
}

test("a learner takes an Auto-Generated and a Common quiz about two slides", async ({ page }) => {
  const api = await callsOf("teacher");
  const { id: courseId } = await api.addCourse("Kidney course");
  const names = new Map<number, string>();
  for (const name of ["Kidney", "Liver"]) {
    const id = await adoptSlide({ path: fixturePath("pyramid.tif"), filename: `${name}.tif`, parentId: courseId });
    await eventually(
      () => api.getImage(id),
      ({ state }) => state === "ready",
    );
    names.set(id, name);
  }
  const generated = await placeQuiz(api, courseId, "Auto-Generated", [...names.keys()]);
  const common = await placeQuiz(api, courseId, "Common", [...names.keys()]);
  const answerOptions = [{ option: "HE", isCorrect: true }, { option: "PAS" }];
  const question = { title: "Which stain?", type: "multiple-choice", answerOptions };
  await api.call("POST", "/v2/quiz/question", { parentId: common.id, ...question });

  await signIn(page, "learner");
  await page.goto(sitePath(`/course${courseId}/q${generated.id}/`));
  await page.getByRole("button", { name: "Start quiz" }).click();
  for (const number of [1, 2]) {
    await page.getByRole("button", { name: new RegExp(`^Question ${number}, `) }).click();
    await expect(page.getByRole("region", { name: `Question ${number}` })).toBeVisible();
    await expect(page.getByRole("heading", { name: "What is shown?" })).toBeVisible();
    await expect(page.locator("[data-quiz-slide] canvas").first()).toBeVisible();
    await page.getByRole("radio", { name: new RegExp(`${names.get(slideIdOf(page))}$`) }).check();
  }
  await submit(page);
  await expect(page.getByText("2 of 2 points")).toBeVisible();

  await page.goto(sitePath(`/course${courseId}/q${common.id}/`));
  await page.getByRole("button", { name: "Start quiz" }).click();
  const seen = new Set<number>();
  for (const [number, answer] of [
    [1, "HE"],
    [2, "PAS"],
  ] as const) {
    await page.getByRole("button", { name: new RegExp(`^Question ${number}, `) }).click();
    await expect(page.getByRole("region", { name: `Question ${number}` })).toBeVisible();
    await page.getByRole("radio", { name: new RegExp(`${answer}$`) }).check();
    seen.add(slideIdOf(page));
  }
  expect(seen).toEqual(new Set(names.keys()));
  await submit(page);
  await expect(page.getByText("1 of 2 points")).toBeVisible();
});
