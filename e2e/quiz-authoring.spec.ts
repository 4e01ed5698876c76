// Slices: course, editor, picker, quiz, rich-text, tree
/** A teacher creates a quiz: settings, slides, questions of several types; a learner sees the quiz, and no answer. */
import type { AuthoredQuiz } from "@parfocal/core/quiz/quiz.contract.ts";
import type { QuizQuestion } from "@parfocal/core/quiz/quiz-question.contract.ts";
import type { Locator } from "@playwright/test";
import { callsOf } from "./testing/api.ts";
import { expectAccessible } from "./testing/expect-accessible.ts";
import { expect, forgetCookies, signIn, sitePath, test } from "./testing/journey.ts";
import { moveUpByKeys } from "./testing/order-by-keys.ts";
import { settledBox } from "./testing/settled.ts";
import { placeSlide } from "./testing/slides.ts";

test.beforeEach(() => test.slow());

test("a quiz is added in the tree, configured, given a slide, previewed; a learner sees its topic and no answer", async ({
  page,
}) => {
  const slide = await placeSlide();
  const api = await callsOf("teacher");
  await signIn(page, "teacher");
  await page.goto(sitePath(`/manage?item=${slide.courseId}`));
  await expect(page.getByRole("treeitem", { selected: true })).toBeVisible({ timeout: 30_000 });
  await page.getByRole("button", { name: "Add", exact: true }).first().click();
  await page.getByRole("menuitem", { name: "Quiz…" }).click();
  const dialog = page.getByRole("dialog", { name: "Add quiz" });
  await dialog.getByRole("button", { name: "Add", exact: true }).click();
  await expect(dialog.getByText("Enter a title.")).toBeVisible();
  await dialog.getByLabel("Title").fill("Quiz of a journey");
  await dialog.getByRole("button", { name: "Add", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Quiz of a journey" })).toBeVisible();

  await page.getByLabel("Notification email").fill("nobody");
  await expect(page.getByText(/Enter a valid email address/)).toBeVisible();
  await expect(page.getByRole("button", { name: "Save", exact: true })).toBeDisabled();
  await page.getByLabel("Notification email").fill("teacher@example.org");
  await expect(page.getByRole("switch", { name: "Self-test" })).toBeDisabled();
  await page.getByRole("switch", { name: /^Automatic evaluation/ }).click({ force: true });
  await page.getByRole("switch", { name: "Self-test" }).click({ force: true });
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("Quiz updated!")).toBeVisible();

  await page.getByRole("button", { name: "Add slides or cases" }).click();
  const picker = page.getByRole("dialog", { name: "Add slides or cases" });
  await picker.getByRole("option", { name: slide.title }).first().click();
  await expect(picker.getByText("1 selected")).toBeVisible();
  await expectAccessible(page);
  await picker.getByRole("button", { name: "Add", exact: true }).click();
  await expect(page.getByRole("region", { name: "Quiz content" }).getByText(slide.title)).toBeVisible();

  const [{ id }] = await api.call<[{ id: number }]>("GET", "/v2/quiz?q=Quiz%20of%20a%20journey");
  const quiz = await api.call<AuthoredQuiz>("GET", `/v2/quiz/${id}`);
  expect(quiz).toMatchObject({ isSelftestEnabled: true, notificationEmail: "teacher@example.org" });
  expect(quiz.slides).toHaveLength(1);
  await api.call("POST", "/v2/quiz/question", {
    parentId: id,
    title: "Which organ is it?",
    type: "multiple-choice",
    answerOptions: [{ option: "Secret kidney", isCorrect: true }, { option: "Liver" }],
  });
  await page.reload();
  await page.getByRole("button", { name: "Preview", exact: true }).click();
  const preview = page.getByRole("dialog", { name: "Preview: Quiz of a journey" });
  await expect(preview.getByRole("radio", { name: "A. Secret kidney" })).not.toBeChecked();
  await preview.getByRole("button", { name: "Show slide" }).click();
  await expect(preview.getByRole("application")).toBeVisible();

  await expectAccessible(page);

  await forgetCookies(page.context());
  await signIn(page, "learner");
  await page.goto(sitePath(`/course${slide.courseId}/q${id}/`));
  await expect(page.getByRole("heading", { name: "Quiz of a journey" })).toBeVisible();
  await expect(page.getByText("1 question", { exact: true })).toBeVisible();
  await expect(page.getByText("Secret kidney")).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Preview", exact: true })).toHaveCount(0);
});

test("a question is changed: options added, marked, reordered by keyboard, removed; another type clears the marks", async ({
  page,
}) => {
  const api = await callsOf("teacher");
  const course = await api.addCourse("Course of a question");
  const { id: quizId } = await api.call<AuthoredQuiz>("POST", "/v2/quiz", {
    itemType: "course",
    itemId: course.id,
    title: "Quiz of a question",
  });
  const { id } = await api.call<QuizQuestion>("POST", "/v2/quiz/question", {
    parentId: quizId,
    title: "Which stain?",
    type: "multiple-choice",
    answerOptions: [{ option: "HE" }, { option: "PAS" }],
  });
  const read = () => api.call<QuizQuestion>("GET", `/v2/quiz/question/${id}`);
  const optionsNow = async () => (await read()).answerOptions.map(({ option, isCorrect }) => [option, isCorrect]);
  await signIn(page, "teacher");
  await page.goto(sitePath(`/manage?item=${id}&in=${quizId}`));
  await expect(page.getByLabel("Option B", { exact: true })).toHaveValue("PAS", { timeout: 30_000 });
  await expectAccessible(page);
  await page.getByRole("button", { name: "Add option" }).click();
  await page.getByLabel("Option C", { exact: true }).fill("Giemsa");
  await page.getByRole("button", { name: "Add option" }).click();
  await page.getByRole("radio", { name: "Option A is correct" }).check();
  await page.getByRole("radio", { name: "Option C is correct" }).check();
  await page.getByLabel("Points").fill("1.255");
  await expect(page.getByText(/up to 2 decimals, e\.g\./)).toBeVisible();
  await page.getByLabel("Points").fill("1.25");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("Question updated!")).toBeVisible();
  expect(await optionsNow()).toEqual([
    ["HE", false],
    ["PAS", false],
    ["Giemsa", true],
  ]);
  expect((await read()).score).toBe(1.25);

  await moveUpByKeys(page, page.getByRole("button", { name: "Move option C", exact: true }), {
    picked: /Picked up Option C, position 3 of \d\./,
    over: /^Option C: position 2 of \d\.$/,
  });
  await expect(page.getByLabel("Option B", { exact: true })).toHaveValue("Giemsa");
  await page.getByRole("button", { name: "Remove option A" }).click();
  await page.reload();
  await expect(page.getByText("Your unsaved changes were restored.")).toBeVisible({ timeout: 30_000 });
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect.poll(optionsNow).toEqual([
    ["Giemsa", true],
    ["PAS", false],
  ]);

  await page.getByRole("combobox", { name: "Question type" }).click();
  await page.getByRole("option", { name: "Multiple answer" }).click();
  await expect(page.getByRole("checkbox", { name: "Option A is correct" })).not.toBeChecked();
});

test("an annotation question gets its region by drawing on the slide", async ({ page }) => {
  const slide = await placeSlide();
  const api = await callsOf("teacher");
  const quiz = await api.call<AuthoredQuiz>("POST", "/v2/quiz", {
    itemType: "course",
    itemId: slide.courseId,
    title: "Quiz of a region",
    slides: [{ itemType: "image", itemId: slide.imageId }],
  });
  const slideId = quiz.slides[0]?.id;
  await signIn(page, "teacher");
  await page.goto(sitePath(`/manage?item=${slideId}&in=${quiz.id}`));
  await page.getByLabel("Title in the quiz").fill("The first slide");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByRole("treeitem", { name: /The first slide/ })).toBeVisible();
  await page.getByRole("button", { name: "Add question" }).click({ timeout: 30_000 });
  const dialog = page.getByRole("dialog", { name: "Add question" });
  await dialog.getByLabel("Title").fill("Where is the glomerulus?");
  await dialog.getByRole("combobox", { name: "Question type" }).click();
  await page.getByRole("option", { name: "Annotation" }).click();
  await dialog.getByRole("button", { name: "Add", exact: true }).click();
  await expect(dialog.getByText(/needs at least one answer option/)).toBeVisible();
  await dialog.getByRole("button", { name: "Draw rectangle" }).click();
  const drawOn = async (stage: Locator, from: number, to: number) => {
    await stage.scrollIntoViewIfNeeded();
    const box = await settledBox(stage);
    await page.mouse.move(box.x + box.width * from, box.y + box.height * from);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width * to, box.y + box.height * to, { steps: 5 });
    await page.mouse.up();
  };
  await drawOn(dialog.getByRole("application"), 0.4, 0.5);
  await dialog.getByLabel("Name of region A").fill("Glomerulus");
  await dialog.getByRole("button", { name: "Whole screen" }).click();
  const whole = page.getByRole("dialog", { name: "Draw region" });
  await expect(whole.getByLabel("Name of region A")).toHaveValue("Glomerulus");
  await whole.getByRole("button", { name: "Draw rectangle" }).click();
  await drawOn(whole.getByRole("application"), 0.55, 0.65);
  await whole.getByLabel("Name of region B").fill("Tubule");
  await whole.getByRole("button", { name: "Close" }).click();
  await expect(dialog.getByRole("button", { name: "Whole screen" })).toBeFocused();
  await expect(dialog.getByLabel("Name of region B")).toHaveValue("Tubule");
  await dialog.getByRole("button", { name: "Add", exact: true }).click();
  await expect(dialog).toBeHidden();
  await page.getByRole("link", { name: "Where is the glomerulus?" }).click();
  await expect(page.getByLabel("Name of region A")).toHaveValue("Glomerulus");
  const after = await api.call<AuthoredQuiz>("GET", `/v2/quiz/${quiz.id}`);
  expect(after.slides[0]?.title).toBe("The first slide");
  expect(after.slides[0]?.questions).toMatchObject([
    {
      type: "annotation",
      answerOptions: [
        { option: "Glomerulus", region: expect.stringMatching(/^POLYGON/) },
        { option: "Tubule", region: expect.stringMatching(/^POLYGON/) },
      ],
    },
  ]);
});
