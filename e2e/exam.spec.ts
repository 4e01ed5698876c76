// Slices: quiz, quiz-access, quiz-attempt, quiz-consensus, quiz-results, quiz-statistics, quiz-subject, viewer, wrong-marks
/**
 * A class takes a quiz with all five types of questions over two slides and a case: one on a phone, who goes offline,
 * one with the keyboard alone, who reloads, one who runs out of time. The teacher follows it, marks, regrades,
 * exports, and reads the locations of the marks.
 */

import { readFileSync } from "node:fs";
import { ANNOTATION_TYPE_POLYGON_ID } from "@parfocal/core/annotation/annotation-types.ts";
import type { AuthoredQuiz } from "@parfocal/core/quiz/quiz.contract.ts";
import { GRACE_S } from "@parfocal/core/quiz-access/access-rules.ts";
import type { Browser, Locator, Page } from "@playwright/test";
import { type Api, callsOf } from "./testing/api.ts";
import { expectAccessible } from "./testing/expect-accessible.ts";
import { expect, signIn, sitePath, test } from "./testing/journey.ts";
import { settledBox, waitForSettledPage } from "./testing/settled.ts";
import { adoptSlide } from "./testing/sites.ts";
import { eventually, fixturePath, placeSlide } from "./testing/slides.ts";

const option = (text: string, isCorrect = false) => ({ option: text, isCorrect });
const pair = (left: string, right: string) => ({ left, right });
const square = (left: number, top: number, side: number) =>
  `POLYGON ((${left} ${top}, ${left + side} ${top}, ${left + side} ${top + side}, ${left} ${top + side}, ${left} ${top}))`;

/** Of the learner who runs out of time; the others have an hour. */
const SHORT_S = 10;
/** The time limit, the grace for late answers, the sweeper's and the table's next round, and the patience of any other step. */
const SHOWN_OVER_MS = (SHORT_S + GRACE_S + 2 + 5 + 15) * 1_000;

interface Exam {
  readonly api: Api;
  readonly quizId: number;
  readonly path: string;
  readonly questionIds: readonly number[];
}

/** Everyone marks the middle of the slide: within the expert annotation, outside of the region. */
async function placeExam(): Promise<Exam> {
  const { courseId, imageId } = await placeSlide({ courseTitle: "Kidney course" });
  const api = await callsOf("teacher");
  const otherId = await adoptSlide({ path: fixturePath("pyramid.tif"), filename: "other.tif", parentId: courseId });
  await eventually(
    () => api.getImage(otherId),
    ({ state }) => state === "ready",
  );
  const { slideInformation } = await api.getImage(imageId);
  if (!slideInformation) throw new Error("The slide is not ready.");
  const { width, height } = slideInformation;
  const geometry = square(width / 4, height / 4, width / 2);
  const drawn = { imageId, typeId: ANNOTATION_TYPE_POLYGON_ID, title: "Distal tubule", geometry };
  await (await callsOf("expert")).call("POST", "/v2/annotation", drawn);
  const { id: caseId } = await api.call<{ id: number }>("POST", "/v2/case", {
    title: "A case",
    parentId: courseId,
    imageIds: [otherId],
  });
  const { id } = await api.call<AuthoredQuiz>("POST", "/v2/quiz", {
    itemType: "course",
    itemId: courseId,
    title: "Exam",
  });
  await api.call("PUT", `/v2/quiz/${id}`, { isAutoEvaluationEnabled: true, timerDuration: SHORT_S });
  const questions = [
    {
      title: "Which organ?",
      type: "multiple-choice",
      itemId: imageId,
      answerOptions: [option("Liver", true), option("Kidney")],
    },
    {
      title: "Which stains?",
      type: "multiple-answer",
      itemId: otherId,
      answerOptions: [option("HE", true), option("PAS", true)],
    },
    { title: "Describe the case", type: "short-answer", score: 2, itemId: caseId },
    { title: "Match", type: "matching", score: 2, answerOptions: [pair("HE", "pink"), pair("PAS", "magenta")] },
    {
      title: "Mark a glomerulus",
      type: "annotation",
      itemId: imageId,
      answerOptions: [{ option: "Glomerulus", region: square(0, 0, 20) }],
    },
  ];
  await api.call("POST", "/v2/quiz/question/many", { parentId: id, questions });
  const asked = await api.call<{ id: number }[]>("GET", `/v2/quiz/${id}/questions`);
  return { api, quizId: id, path: sitePath(`/course${courseId}/q${id}/`), questionIds: asked.map((one) => one.id) };
}

const openContext = async (browser: Browser, options: Parameters<Browser["newContext"]>[0] = {}): Promise<Page> =>
  (await browser.newContext({ locale: "en-GB", reducedMotion: "reduce", ...options })).newPage();

const saved = (page: Page): Locator => page.getByRole("status").filter({ hasText: /^Saved$/ });
const heading = (page: Page, title: string): Locator => page.getByRole("heading", { name: title });

/** Presses Tab until the element has the focus. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let count = 0; count < 100; count += 1) {
    await page.keyboard.press("Tab");
    if (await target.evaluate((element) => element === document.activeElement)) return;
  }
  throw new Error(`Not reached by Tab: ${target}`);
}

async function pressAt(page: Page, target: Locator): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press("Enter");
}

const button = (page: Page, name: string): Locator => page.getByRole("button", { name, exact: true });

/** Starts, answers the first question and leaves: an open page would submit automatically. */
async function runOutOfTime(browser: Browser, path: string): Promise<Page> {
  const page = await openContext(browser);
  await signIn(page, "other-learner");
  await page.goto(path);
  await button(page, "Start quiz").click();
  await page.getByRole("radio", { name: "B. Kidney" }).check();
  await expect(saved(page)).toBeVisible();
  await page.goto("about:blank");
  return page;
}

/** By touch, at 390 px; offline for a minute in between. */
async function takeOnPhone(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await button(page, "Start quiz").tap();
  await page.getByText("B. Kidney").tap();
  await expect(saved(page)).toBeVisible();
  await page.context().setOffline(true);
  await button(page, "Next").tap();
  await expect(heading(page, "Which stains?")).toBeVisible();
  await page.getByText(/^[AB]\. HE$/).tap();
  await page.getByText(/^[AB]\. PAS$/).tap();
  await expect(page.getByText("Not saved yet")).toBeVisible();
  await page.clock.fastForward("01:00");
  await expect(page.getByText("Not saved yet")).toBeVisible();
  await page.context().setOffline(false);
  await expect(saved(page)).toBeVisible();
  await button(page, "Question 5, open").tap();
  await button(page, "Point").tap();
  const stage = await settledBox(page.locator("[data-quiz-slide] canvas").first());
  await page.touchscreen.tap(stage.x + stage.width / 2, stage.y + stage.height / 2);
  await expect(page.getByText("1 mark", { exact: true })).toBeVisible();
  await expect(saved(page)).toBeVisible();
}

/** By keyboard alone; reloaded in between. */
async function takeByKeys(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await pressAt(page, button(page, "Start quiz"));
  await expect(heading(page, "Which organ?")).toBeVisible();
  await page.keyboard.press("2");
  await page.keyboard.press("ArrowRight");
  await expect(heading(page, "Which stains?")).toBeVisible();
  await page.keyboard.press("1");
  await page.keyboard.press("ArrowRight");
  await tabTo(page, page.getByRole("textbox", { name: "Your answer" }));
  await page.keyboard.type("A kidney of a child");
  await expect(saved(page)).toBeVisible();
  await page.reload();
  await expect(page.getByRole("textbox", { name: "Your answer" })).toHaveValue("A kidney of a child");
  await pressAt(page, button(page, "Next"));
  for (const [left, right] of [
    ["HE", "pink"],
    ["PAS", "magenta"],
  ] as const) {
    await pressAt(page, page.getByRole("list", { name: "To be matched" }).getByRole("button", { name: right }));
    await pressAt(page, button(page, `${left}: Empty`));
    await expect(button(page, `${left}: ${right}`)).toBeVisible();
  }
  await pressAt(page, button(page, "Next"));
  await pressAt(page, button(page, "Point"));
  await pressAt(page, button(page, "Add at crosshair"));
  await expect(page.getByText("1 mark", { exact: true })).toBeVisible();
  await expect(saved(page)).toBeVisible();
  await pressAt(page, button(page, "Submit quiz"));
  await pressAt(page, page.getByRole("dialog").getByRole("button", { name: "Submit", exact: true }));
  await expect(page.getByText("2.5 of 5 points")).toBeVisible();
}

const rowOf = (page: Page, name: string): Locator => page.getByRole("row").filter({ hasText: name });

/** The first question had the wrong key. */
async function mendKey({ api, questionIds }: Exam): Promise<void> {
  const [id] = questionIds;
  const { answerOptions } = await api.call<{ answerOptions: { id: number; option: string }[] }>(
    "GET",
    `/v2/quiz/question/${id}`,
  );
  const changed = answerOptions.map(({ id: optionId, option: text }) => ({
    id: optionId,
    ...option(text, text === "Kidney"),
  }));
  await api.call("PUT", `/v2/quiz/question/${id}`, { answerOptions: changed });
}

/** At normal size, and with text twice as large: nothing is wider than the window. */
async function expectReadable(page: Page, name: string): Promise<void> {
  await expectAccessible(page, { name, dark: true });
  await page.evaluate(() => {
    document.documentElement.style.fontSize = "200%";
  });
  await waitForSettledPage(page);
  const overflowPx = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect.soft(overflowPx, `${name}: wider than the window`).toBeLessThanOrEqual(0);
  await page.evaluate(() => {
    document.documentElement.style.fontSize = "";
  });
}

/** From the paper of a learner to the marks of all, and on to the consensus. */
async function readFigures(page: Page): Promise<void> {
  await page.getByRole("link", { name: "Wrong marks of all learners" }).click();
  const marks = page.getByRole("region", { name: "Wrong marks" });
  await expect(marks.getByText("2 of 3 learners made a wrong mark.")).toBeVisible();
  const tubule = marks.getByRole("button", { name: "2 of 3 marked “Distal tubule”" });
  await tubule.click();
  await expect(tubule).toHaveAttribute("aria-pressed", "true");
  await expect(marks.locator("[data-sharp]")).toBeVisible();
  await expectReadable(page, "statistics");
  await page.getByRole("navigation", { name: "Pages of the results" }).getByRole("link", { name: "Consensus" }).click();
  await expect(page.getByText("3 of 3 learners answered.", { exact: false })).toBeVisible();
  await expectReadable(page, "consensus");
}

async function exportAnswers(page: Page): Promise<string> {
  await button(page, "Export CSV").click();
  const download = page.waitForEvent("download");
  await page.getByRole("dialog").getByRole("button", { name: "Export", exact: true }).click();
  return readFileSync(await (await download).path(), "utf8");
}

/** The browser's own dialog is replaced. */
async function printResults(page: Page): Promise<void> {
  await page.evaluate(() => {
    window.print = () => document.body.setAttribute("data-print-asked", "");
  });
  await button(page, "Print").click();
  await page.getByRole("menuitem", { name: "Results", exact: true }).click();
  await expect(page.locator("body[data-print-asked]")).toBeAttached();
  await page.emulateMedia({ media: "print" });
  const paper = page.locator("[data-printed-results]");
  await expect(paper.getByRole("row")).toHaveCount(1 + 3);
  await expect(paper.getByRole("row").filter({ hasText: "Eva Expert" })).toContainText("5.5 of 7");
  await expect(paper.getByRole("row").filter({ hasText: "Lou Learner" })).toContainText("Out of time");
  await expect(button(page, "Print")).toBeHidden();
  await page.emulateMedia({ media: "screen" });
  await page.evaluate(() => window.dispatchEvent(new Event("afterprint")));
  await expect(paper).toHaveCount(0);
}

test("a class takes an exam on a phone, by keyboard and out of time; the teacher follows, marks, regrades, exports, prints", async ({
  page: teacher,
  browser,
}) => {
  test.slow();
  const exam = await placeExam();
  const { api, quizId, path } = exam;
  // Checked first: the learner is in progress for only a few seconds.
  await signIn(teacher, "teacher");
  await teacher.goto(sitePath(`/manage/quiz-results?quiz=${quizId}`));
  await expect(teacher.getByText("Nobody has started this quiz yet")).toBeVisible();
  const late = await runOutOfTime(browser, path);
  await expect(rowOf(teacher, "Lou Learner").getByText("In progress")).toBeVisible();
  await api.call("PUT", `/v2/quiz/${quizId}`, { timerDuration: 3_600 });
  const phone = await openContext(browser, { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  await phone.clock.install();
  await signIn(phone, "learner");
  await takeOnPhone(phone, path);
  // The table updates itself.
  await expect(rowOf(teacher, "Leo Learner").getByText("In progress")).toBeVisible();
  await expect(rowOf(teacher, "Lou Learner").getByText("Out of time")).toBeVisible({ timeout: SHOWN_OVER_MS });
  await late.goto(path);
  await expect(late.getByText(/^Submitted at the end of the time/)).toBeVisible();
  await button(phone, "Submit quiz").tap();
  await phone.getByRole("dialog").getByRole("button", { name: "Submit", exact: true }).tap();
  await expect(phone.getByText("1 of 5 points")).toBeVisible();

  const keys = await openContext(browser);
  await signIn(keys, "expert");
  await takeByKeys(keys, path);
  await expect(rowOf(teacher, "Eva Expert").getByText("2.5 of 5")).toBeVisible();
  await expectReadable(teacher, "results");

  await teacher.getByRole("link", { name: "Eva Expert" }).click();
  const mark = teacher.getByRole("form", { name: "Mark for “Describe the case”" });
  await mark.getByLabel("Points (0 to 2)").fill("2");
  await mark.getByLabel("Comment").fill("Well seen");
  await mark.getByRole("button", { name: "Save mark" }).click();
  await expect(mark.getByText(/^Marked by Theo Teacher/)).toBeVisible();
  await readFigures(teacher);

  await mendKey(exam);
  await teacher.getByRole("link", { name: "Learners", exact: true }).click();
  await button(teacher, "Regrade").click();
  await expect(teacher.getByText("3 of 3 submitted attempts would change")).toBeVisible();
  await button(teacher, "Regrade 3 attempts").click();
  // Its table has the same learners and points.
  await expect(teacher.getByRole("dialog")).toHaveCount(0);
  await expect(rowOf(teacher, "Eva Expert").getByText("5.5 of 7")).toBeVisible();
  await expect(rowOf(teacher, "Lou Learner").getByText("1 of 5")).toBeVisible();
  const csv = await exportAnswers(teacher);
  expect(csv).toMatch(/Eva Expert.*,A kidney of a child,yes,2,2,Well seen/);
  expect(csv).toMatch(/Lou Learner.*,out of time,/);

  await printResults(teacher);

  await keys.reload();
  await pressAt(keys, keys.getByRole("link", { name: "Review" }));
  await expect(keys.getByText("Well seen")).toBeVisible();
  for (const page of [late, phone, keys]) await page.context().close();
});
