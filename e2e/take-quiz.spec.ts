// Slices: quiz, quiz-attempt, slide, viewer
/** A learner takes a quiz with four types of questions over a slide, reloads in between, submits, and sees the review. */
import type { AuthoredQuiz } from "@parfocal/core/quiz/quiz.contract.ts";
import type { Page } from "@playwright/test";
import { callsOf } from "./testing/api.ts";
import { expectAccessible } from "./testing/expect-accessible.ts";
import { expect, signIn, sitePath, test } from "./testing/journey.ts";
import { settledBox } from "./testing/settled.ts";
import { placeSlide } from "./testing/slides.ts";

const option = (text: string, isCorrect = false) => ({ option: text, isCorrect });
const pair = (left: string, right: string) => ({ left, right });
/** The whole slide. */
const EVERYWHERE = "POLYGON ((0 0, 100000 0, 100000 100000, 0 100000, 0 0))";

async function placeQuiz() {
  const slide = await placeSlide();
  const api = await callsOf("teacher");
  const { id } = await api.call<AuthoredQuiz>("POST", "/v2/quiz", {
    itemType: "course",
    itemId: slide.courseId,
    title: "Quiz of a journey",
  });
  await api.call("PUT", `/v2/quiz/${id}`, { isAutoEvaluationEnabled: true, timerDuration: 3_600 });
  const questions = [
    { title: "Which organ?", type: "multiple-choice", answerOptions: [option("Liver"), option("Kidney", true)] },
    { title: "Name the tuft", type: "short-answer", score: 2, correctAnswer: "Glomerulus|tuft" },
    { title: "Match", type: "matching", score: 2, answerOptions: [pair("HE", "pink"), pair("PAS", "magenta")] },
    {
      title: "Mark the tissue",
      type: "annotation",
      score: 3,
      itemId: slide.imageId,
      answerOptions: [{ option: "Tissue", region: EVERYWHERE }],
    },
  ];
  await api.call("POST", "/v2/quiz/question/many", { parentId: id, questions });
  return { slide, path: sitePath(`/course${slide.courseId}/q${id}/`) };
}

/** The browser's dialog is replaced: the printed content is on the page until the end of printing. */
async function expectPrintedReview(page: Page): Promise<void> {
  await page.evaluate(() => {
    window.print = () => document.body.setAttribute("data-print-asked", "");
  });
  await page.getByRole("button", { name: "Print", exact: true }).click();
  await expect(page.locator("body[data-print-asked]")).toBeAttached({ timeout: 30_000 });
  await page.emulateMedia({ media: "print" });
  const paper = page.locator("[data-printed-answers]");
  await expect(paper.getByRole("heading", { name: "Quiz of a journey" })).toBeVisible();
  await expect(paper.getByText("☒ B. Kidney")).toBeVisible();
  await expect(paper.getByText("Answer: glomerulus")).toBeVisible();
  await expect(paper.getByText("PAS – magenta")).toBeVisible();
  await expect(paper.getByText("Correct · 3 of 3 points")).toBeVisible();
  const picture = paper.locator("[data-printed-slide]");
  await expect(picture.locator("img")).toHaveJSProperty("naturalWidth", 960);
  await expect(picture.locator("circle").first()).toBeVisible();
  await expect(page.getByRole("button", { name: "Show slide" })).toBeHidden();
  await page.emulateMedia({ media: "screen" });
  await page.evaluate(() => window.dispatchEvent(new Event("afterprint")));
  await expect(paper).toHaveCount(0);
}

test("a learner takes a quiz by keyboard and pointer, reloads, marks the slide, submits and sees the right answers", async ({
  page,
}) => {
  test.slow();
  const { slide, path } = await placeQuiz();
  await signIn(page, "learner");
  await page.goto(path);
  await expect(page.getByText("60 minutes")).toBeVisible();
  await page.getByRole("button", { name: "Start quiz" }).click();
  await expect(page.getByRole("heading", { name: "Which organ?" })).toBeVisible();
  await expect(page.getByRole("timer")).toHaveText(/^(59|60|1:00):/);

  await page.keyboard.press("2");
  await expect(page.getByRole("radio", { name: "B. Kidney" })).toBeChecked();
  await page.keyboard.press("m");
  await expect(page.getByRole("button", { name: "Question 1, answered, marked" })).toBeVisible();
  await page.keyboard.press("ArrowRight");

  const saved = page.waitForResponse(
    (answer) => answer.url().endsWith("/answer") && (answer.request().postData() ?? "").includes("glomerulus"),
  );
  await page.getByRole("textbox", { name: "Your answer" }).fill(" glomerulus");
  await saved;
  await page.reload();
  await expect(page.getByRole("textbox", { name: "Your answer" })).toHaveValue(" glomerulus");
  await expect(page.getByRole("button", { name: "Question 1, answered, marked" })).toBeVisible();

  await page.getByRole("button", { name: "Next" }).click();
  const free = page.getByRole("list", { name: "To be matched" });
  await free.getByRole("button", { name: "magenta" }).press("Enter");
  await page.getByRole("button", { name: "PAS: Empty" }).press("Enter");
  await expect(page.getByRole("button", { name: "PAS: magenta" })).toBeVisible();
  const chip = await settledBox(free.getByRole("button", { name: "pink" }));
  const slot = await settledBox(page.getByRole("button", { name: "HE: Empty" }));
  await page.mouse.move(chip.x + chip.width / 2, chip.y + chip.height / 2);
  await page.mouse.down();
  await page.mouse.move(slot.x + slot.width / 2, slot.y + slot.height / 2, { steps: 4 });
  await expect(page.locator("[data-over]")).toBeVisible();
  await page.mouse.up();
  await expect(page.getByRole("button", { name: "HE: pink" })).toBeVisible();

  // By its key: for 50 ms after a drop, longer on a busy machine, dnd-kit treats a click as a part of the drag.
  await page.keyboard.press("ArrowRight");
  await expect(page).toHaveURL(new RegExp(`/i${slide.imageId}/qs\\d+/$`));
  await page.getByRole("button", { name: "Colour" }).click();
  await page.getByRole("slider", { name: "Brightness" }).press("ArrowRight");
  await page.getByRole("button", { name: "Reset all" }).click();
  await expect(page.getByRole("button", { name: "Reset all" })).toBeDisabled();
  await page.getByRole("button", { name: "Colour" }).click();
  await page.getByRole("button", { name: "Measure length" }).click();
  await expect(page.getByRole("button", { name: "Measure length" })).toHaveAttribute("aria-pressed", "true");
  await page.getByRole("button", { name: "Point", exact: true }).click();
  await expect(page.getByRole("button", { name: "Measure length" })).toHaveAttribute("aria-pressed", "false");
  const stage = await settledBox(page.locator("[data-quiz-slide] canvas").first());
  await page.mouse.click(stage.x + stage.width / 2, stage.y + stage.height / 2);
  await expect(page.getByText("1 mark", { exact: true })).toBeVisible();
  await expectAccessible(page);

  await page.getByRole("button", { name: "Submit quiz" }).click();
  const dialog = page.getByRole("dialog", { name: "Submit quiz" });
  await expect(dialog.getByText("4 of 4 questions answered")).toBeVisible();
  await expect(dialog.getByText("1 question is marked for review.")).toBeVisible();
  await dialog.getByRole("button", { name: "Submit", exact: true }).click();
  await expect(page.getByText("8 of 8 points")).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`${path}$`));

  await page.getByRole("link", { name: "Review" }).click();
  await expect(page).toHaveURL(new RegExp(`${path}review/$`));
  await expect(page.getByText(/^Correct · /)).toHaveCount(4);
  await page.getByRole("button", { name: "Show slide" }).click();
  await expect(page.locator("[data-quiz-slide] canvas").first()).toBeVisible();
  await expectAccessible(page);
  await expectPrintedReview(page);
});

test("an answer given offline in a page that is then closed is sent from another page of the site", async ({
  page,
  context,
}) => {
  const { path } = await placeQuiz();
  await signIn(page, "learner");
  await page.goto(path);
  await page.getByRole("button", { name: "Start quiz" }).click();
  await expect(page.getByRole("heading", { name: "Which organ?" })).toBeVisible();
  await context.setOffline(true);
  await page.keyboard.press("2");
  await expect(page.getByText("Not saved yet", { exact: false })).toBeVisible();
  await page.close();
  await context.setOffline(false);

  const other = await context.newPage();
  const sent = other.waitForResponse((answer) => answer.url().endsWith("/answer") && answer.ok());
  await other.goto(sitePath("/"));
  await sent;
  await expect
    .poll(() => other.evaluate(() => Object.keys(localStorage).filter((key) => key.includes("quiz"))))
    .toEqual([]);
  await other.goto(path);
  await other.getByRole("link", { name: "Resume" }).click();
  await expect(other.getByRole("button", { name: "Question 1, answered" })).toBeVisible();
});
