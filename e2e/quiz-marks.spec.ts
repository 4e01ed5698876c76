// Slices: annotation, quiz, quiz-attempt, quiz-subject, slide, viewer
/**
 * A learner answers annotation questions with marks of every shape: undoes one, removes one of several, restores it,
 * reloads, submits, and sees their own marks and the correct regions in the review.
 */
import type { AuthoredQuiz, TakenQuiz } from "@parfocal/core/quiz/quiz.contract.ts";
import type { Locator, Page } from "@playwright/test";
import { clickAlong, dragAlong, type Share } from "./testing/annotator.ts";
import { type Api, callsOf } from "./testing/api.ts";
import { expect, signIn, sitePath, test } from "./testing/journey.ts";
import { settledBox } from "./testing/settled.ts";
import { placeOnSlide, slideOn, waitUntilSharp } from "./testing/slide-page.ts";
import { placeSlide } from "./testing/slides.ts";

/** Size of `pyramid.tif`, and the margin around a fitted slide (`viewer/src/fit/fit.ts`). */
const [WIDTH, HEIGHT] = [1300, 1100];
const MARGIN_PX = 24;

type Pixel = readonly [x: number, y: number];

const box = ([x, y]: Pixel, side: number): readonly [Pixel, Pixel, Pixel, Pixel] => [
  [x, y],
  [x + side, y],
  [x + side, y + side],
  [x, y + side],
];
const square = (corner: Pixel, side: number): string => {
  const corners = box(corner, side);
  return `POLYGON ((${[...corners, corner].map(([x, y]) => `${x} ${y}`).join(", ")}))`;
};

/** Of each question, in order; at a distance from each other. */
const CORTEX: Pixel = [100, 100];
const MEDULLA: Pixel = [800, 100];
const TUBULE: Pixel = [100, 700];
const GLOMERULUS: Pixel = [800, 700];
const SIDE = 300;
/** Of a mark within its region: beside it the region is under the pointer. */
const INSET = 30;

async function placeQuiz() {
  const { courseId, imageId } = await placeSlide({ courseTitle: "Kidney course" });
  const api = await callsOf("teacher");
  const quiz = { itemType: "course", itemId: courseId, title: "Quiz of marks" };
  const { id } = await api.call<AuthoredQuiz>("POST", "/v2/quiz", quiz);
  await api.call("PUT", `/v2/quiz/${id}`, { isAutoEvaluationEnabled: true });
  const region = (option: string, corner: Pixel) => ({ option, region: square(corner, SIDE) });
  const ask = (title: string, ...answerOptions: object[]) => ({
    title,
    type: "annotation",
    itemId: imageId,
    answerOptions,
  });
  const questions = [
    ask("Outline both", region("Cortex", CORTEX), region("Medulla", MEDULLA)),
    ask("Trace and outline", region("Tubule", TUBULE), region("Glomerulus", GLOMERULUS)),
  ];
  await api.call("POST", "/v2/quiz/question/many", { parentId: id, questions });
  return { id, path: sitePath(`/course${courseId}/q${id}/`) };
}

/** Positions of pixels of the fitted slide, in fractions of its area. */
async function sharesOf(page: Page, pixels: readonly Pixel[]): Promise<Share[]> {
  const { width, height } = await settledBox(slideOn(page));
  const slidePxPerPx = Math.max(WIDTH / (width - 2 * MARGIN_PX), HEIGHT / (height - 2 * MARGIN_PX));
  return pixels.map(([x, y]) => [
    0.5 + (x - WIDTH / 2) / slidePxPerPx / width,
    0.5 + (y - HEIGHT / 2) / slidePxPerPx / height,
  ]);
}

const tool = (page: Page, name: string): Locator => page.getByRole("button", { name, exact: true });

async function clickShape(page: Page, name: string, pixels: readonly Pixel[]): Promise<void> {
  await tool(page, name).click();
  await clickAlong(page, await sharesOf(page, pixels));
}

async function dragShape(page: Page, name: string, pixels: readonly Pixel[]): Promise<void> {
  await tool(page, name).click();
  await dragAlong(page, (await sharesOf(page, pixels)) as [Share, ...Share[]]);
}

const expectMarks = (page: Page, count: number) =>
  expect(page.getByText(count === 1 ? "1 mark" : `${count} marks`, { exact: true })).toBeVisible();

/** Marks of each question on the server: positions of points and lines, and which are areas. */
async function keptMarks(api: Api, quizId: number): Promise<string[][]> {
  const { answers } = await api.call<TakenQuiz>("GET", `/v2/quiz/${quizId}`);
  return answers.map(({ answer }) => (answer as string[]).map((wkt) => (wkt.startsWith("POLYGON") ? "POLYGON" : wkt)));
}

/** The item at a pixel of the slide, from the tooltip beside the pointer. */
async function expectTitleAt(page: Page, pixel: Pixel, title: string): Promise<void> {
  await slideOn(page).scrollIntoViewIfNeeded();
  const [share = [0, 0]] = await sharesOf(page, [pixel]);
  const { x, y } = await placeOnSlide(page, ...share);
  await page.mouse.move(x, y);
  await expect(page.locator(".slide-viewer-title-tip")).toHaveText(title);
}

test("a learner answers with marks of every shape, undoes, removes and reloads, and the review shows marks and regions", async ({
  page,
}) => {
  test.slow();
  const { id, path } = await placeQuiz();
  const learner = await callsOf("learner");
  await signIn(page, "learner");
  await page.goto(path);
  await tool(page, "Start quiz").click();
  await waitUntilSharp(page);

  // A vertex is undone, then the others are drawn, and a click on the first one closes the polygon.
  const [first, second, third, last] = box(CORTEX, SIDE);
  await clickShape(page, "Polygon", [first, second, [600, 600]]);
  await tool(page, "Undo").click();
  await clickAlong(page, await sharesOf(page, [third, last, first]));
  await expectMarks(page, 1);
  await dragShape(page, "Rectangle", [MEDULLA, box(MEDULLA, SIDE)[2]]);
  await expectMarks(page, 2);
  await clickShape(page, "Point", [[650, 900]]);
  await expectMarks(page, 3);
  await tool(page, "Undo").click();
  await expectMarks(page, 2);
  await tool(page, "Remove mark 1").click();
  await expectMarks(page, 1);
  await tool(page, "Undo").click();
  await expectMarks(page, 2);
  await expect.poll(() => keptMarks(learner, id)).toEqual([["POLYGON", "POLYGON"]]);

  await tool(page, "Next").click();
  await expect(page.getByRole("heading", { name: "Trace and outline" })).toBeVisible();
  await waitUntilSharp(page);
  await clickShape(page, "Line", [
    [150, 750],
    [250, 850],
    [350, 950],
  ]);
  await tool(page, "Finish mark").click();
  await expectMarks(page, 1);
  const inner: Pixel = [GLOMERULUS[0] + INSET, GLOMERULUS[1] + INSET];
  const [start, ...others] = box(inner, SIDE - 2 * INSET);
  await dragShape(page, "Freehand", [start, ...others, start]);
  await expectMarks(page, 2);
  await clickShape(page, "Point", [[650, 550]]);
  await expectMarks(page, 3);
  await clickShape(page, "Point", [[300, 900]]);
  await expectMarks(page, 4);
  await tool(page, "Remove mark 3").click();
  await expectMarks(page, 3);
  const drawn = [
    ["POLYGON", "POLYGON"],
    ["LINESTRING (150 750, 250 850, 350 950)", "POLYGON", "POINT (300 900)"],
  ];
  await expect.poll(() => keptMarks(learner, id)).toEqual(drawn);

  await page.reload();
  await expectMarks(page, 3);
  await waitUntilSharp(page);
  await expect(tool(page, "Undo")).toBeDisabled();
  await tool(page, "Remove mark 3").click();
  await expectMarks(page, 2);
  await tool(page, "Undo").click();
  await expectMarks(page, 3);
  await expect.poll(() => keptMarks(learner, id)).toEqual(drawn);

  await tool(page, "Submit quiz").click();
  await page.getByRole("dialog").getByRole("button", { name: "Submit", exact: true }).click();
  await expect(page.getByText("2 of 2 points")).toBeVisible();
  await page.getByRole("link", { name: "Review" }).click();
  await expect(page.getByText(/^Correct · /)).toHaveCount(2);
  const reviewed = page.getByRole("region", { name: "Question 2" });
  await expect(reviewed.getByText("3 marks")).toBeVisible();
  await reviewed.getByRole("button", { name: "Show slide" }).click();
  await waitUntilSharp(page);
  await expect(reviewed.getByText(/^With numbers: marks of the answer/)).toBeVisible();
  await expectTitleAt(page, [TUBULE[0] + SIDE - INSET, TUBULE[1] + INSET], "Tubule");
  await expectTitleAt(page, [GLOMERULUS[0] + SIDE / 2, GLOMERULUS[1] + INSET / 2], "Glomerulus");
});
