// Slices: annotation, quiz, quiz-attempt, quiz-subject, search, slide
/**
 * SEC-03 in the browser: the key of a quiz is in nothing that a learner's browser receives or stores, before the quiz,
 * during it, and afterwards until the quiz shows it. Secret data contains a word or a coordinate that is nowhere else
 * (quiz-secrecy.test.ts checks all calls).
 */
import { ANNOTATION_TYPE_POLYGON_ID } from "@parfocal/core/annotation/annotation-types.ts";
import type { AuthoredQuiz } from "@parfocal/core/quiz/quiz.contract.ts";
import type { BrowserContext, Page } from "@playwright/test";
import { callsOf } from "./testing/api.ts";
import { expect, signIn, sitePath, test } from "./testing/journey.ts";
import { waitUntilSharp } from "./testing/slide-page.ts";
import { type PlacedSlide, placeSlide } from "./testing/slides.ts";

/** Only in the key. */
const KEYS = ["qzanswer", "qzexplanation", "qzregion", "73.375"];
const KEY_NAMES = ['"isCorrect"', '"correctAnswer"'];
/** In an expert annotation on the slide of a question. */
const EXPERT = ["qzexpert", "71.125"];
const PROBE = "qzprobe";

const square = (left: string) => `POLYGON ((${left} 20, 300 20, 300 300, ${left} 300, ${left} 20))`;
const option = (text: string, isCorrect = false) => ({ option: text, isCorrect });
const pair = (left: string, right: string) => ({ left, right });

async function placeSecretQuiz({ courseId, imageId }: PlacedSlide) {
  const [api, expert] = [await callsOf("teacher"), await callsOf("expert")];
  const drawn = { imageId, typeId: ANNOTATION_TYPE_POLYGON_ID, title: "qzexpert outline", geometry: square("71.125") };
  await expert.call("POST", "/v2/annotation", drawn);
  const { id } = await api.call<AuthoredQuiz>("POST", "/v2/quiz", {
    itemType: "course",
    itemId: courseId,
    title: "Secret quiz",
  });
  const settle = (settings: object) => api.call("PUT", `/v2/quiz/${id}`, settings);
  await settle({ isAutoEvaluationEnabled: false, timerDuration: 3_600 });
  const explanation = "<p>A kidney, qzexplanation</p>";
  const itemId = imageId;
  const region = { option: "qzregion", region: square("73.375") };
  const questions = [
    {
      title: "Which organ?",
      type: "multiple-choice",
      explanation,
      answerOptions: [option("Liver"), option("Kidney", true)],
    },
    { title: "Which stains?", type: "multiple-answer", itemId, answerOptions: [option("HE", true), option("Blue")] },
    { title: "Name the tuft", type: "short-answer", correctAnswer: "qzanswer", explanation },
    { title: "Match", type: "matching", answerOptions: [pair("HE", "pink"), pair("PAS", "magenta")] },
    { title: "Mark the tissue", type: "annotation", itemId, explanation, answerOptions: [region] },
  ];
  await api.call("POST", "/v2/quiz/question/many", { parentId: id, questions });
  return { path: sitePath(`/course${courseId}/q${id}/`), settle };
}

interface Heard {
  /** Bodies of all responses since the last call, also those of workers. */
  take(): Promise<string>;
}

function hearAll(context: BrowserContext): Heard {
  let bodies: Promise<string>[] = [];
  context.on("response", (response) => {
    // A redirect has no body, and that of a page that was left is no longer available.
    const body = response.body().then(
      (bytes) => `${response.url()} ${bytes.toString("latin1")}`,
      () => "",
    );
    bodies.push(body);
  });
  return {
    async take() {
      const texts = await Promise.all(bodies);
      bodies = [];
      return texts.join("\n");
    },
  };
}

/** The content of the page, and all data that the browser stores for this origin. */
const keptBy = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const texts = [document.documentElement.outerHTML, document.body.textContent ?? ""];
    for (const storage of [localStorage, sessionStorage]) texts.push(JSON.stringify({ ...storage }));
    const finished = <Result>(request: IDBRequest<Result>) =>
      new Promise<Result>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    for (const { name = "" } of await indexedDB.databases()) {
      const database = await finished(indexedDB.open(name));
      for (const store of database.objectStoreNames) {
        const rows = database.transaction(store).objectStore(store);
        texts.push(JSON.stringify(await finished(rows.getAll())), JSON.stringify(await finished(rows.getAllKeys())));
      }
      database.close();
    }
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys())
        texts.push(request.url, (await (await cache.match(request))?.text()) ?? "");
    }
    return texts.join("\n");
  });

/** Stores a word in each storage of the browser: the search for the secrets must find it in all of them. */
const putProbes = (page: Page, probe: string): Promise<void> =>
  page.evaluate(async (word) => {
    document.body.dataset.probe = word;
    localStorage.setItem(word, "");
    sessionStorage.setItem(word, "");
    await (await caches.open("probe")).put("/probe", new Response(word));
    await new Promise<void>((resolve, reject) => {
      const request = indexedDB.open("probe");
      request.onupgradeneeded = () => request.result.createObjectStore("probe").put(word, 1);
      request.onsuccess = () => {
        request.result.close();
        resolve();
      };
      request.onerror = () => reject(request.error);
    });
  }, probe);

/** By the beginning of a word, so that the word is in no URL and no field. */
async function searchFor(page: Page, word = ""): Promise<void> {
  await page.goto(sitePath(`/search?q=${word.slice(0, 5)}`));
  await expect(page.getByText(/^No results for/).first()).toBeVisible();
}

test("the key of a quiz is in no page, response or storage of a learner's browser until they are allowed to see it", async ({
  page,
  context,
}) => {
  test.slow();
  const slide = await placeSlide({ courseTitle: "Kidney course" });
  const { path, settle } = await placeSecretQuiz(slide);
  const heard = hearAll(context);
  await signIn(page, "learner");
  const expectNone = async (words: readonly string[], where: string) => {
    const all = `${await keptBy(page)}\n${await heard.take()}`;
    expect(
      words.filter((word) => all.includes(word)),
      where,
    ).toEqual([]);
  };

  const secrets = [...KEYS, ...KEY_NAMES];
  await searchFor(page, KEYS[0]);
  await page.goto(path);
  await expect(page.getByRole("button", { name: "Start quiz" })).toBeVisible();
  await putProbes(page, PROBE);
  expect((await keptBy(page)).split(PROBE).length - 1, "places where a browser keeps something").toBe(5);
  await expectNone(secrets, "before the start");

  await page.getByRole("button", { name: "Start quiz" }).click();
  const during = [...secrets, ...EXPERT];
  for (const [index, title] of [
    "Which organ?",
    "Which stains?",
    "Name the tuft",
    "Match",
    "Mark the tissue",
  ].entries()) {
    await page.getByRole("button", { name: `Question ${index + 1}, open` }).click();
    await expect(page.getByRole("heading", { name: title })).toBeVisible();
    if (title === "Which organ?") await page.getByRole("radio", { name: /Liver/ }).check();
    if (title === "Name the tuft") await page.getByRole("textbox", { name: "Your answer" }).fill("liver");
    if (title === "Mark the tissue") await expect(page.locator("[data-quiz-slide] [data-sharp]")).toBeVisible();
    await expectNone(during, `question ${index + 1}`);
  }
  await page.getByRole("button", { name: "Point", exact: true }).click();
  await page.getByRole("button", { name: "Add at crosshair" }).click();
  await expect(page.getByText("1 mark", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Submit quiz" }).click();
  await expect(page.getByText("3 of 5 questions answered")).toBeVisible();
  await expect(page.getByRole("status").filter({ hasText: "Saved" })).toBeVisible();
  await expectNone(during, "the question before the submission");
  await page.goto(slide.path);
  await waitUntilSharp(page);
  await expectNone(during, "the page of the slide");
  await searchFor(page, EXPERT[0]);
  await expectNone(during, "the search");

  await page.goto(path);
  await page.getByRole("link", { name: "Resume" }).click();
  await page.getByRole("button", { name: "Submit quiz" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Submit", exact: true }).click();
  await page.getByRole("link", { name: "Review" }).click();
  await expect(page.getByText("liver").first()).toBeVisible();
  await expectNone(secrets, "the review of a quiz that does not evaluate");

  await settle({ isAutoEvaluationEnabled: true, hideSubmittedQuestions: true });
  await page.goto(path);
  await expect(page.getByText("of 5 points")).toBeVisible();
  await expect(page.getByRole("link", { name: "Review" })).toBeHidden();
  await expectNone(secrets, "a quiz that hides what was submitted");

  await settle({ hideSubmittedQuestions: false });
  await page.reload();
  await page.getByRole("link", { name: "Review" }).click();
  await expect(page.getByText("A kidney, qzexplanation").first()).toBeVisible();
  await expect(page.getByText("qzanswer")).toBeVisible();
  await page.goto(slide.path);
  await waitUntilSharp(page);
  const shown = `${await keptBy(page)}\n${await heard.take()}`;
  expect(
    [...KEYS, ...EXPERT].filter((word) => !shown.includes(word)),
    "after the submission",
  ).toEqual([]);
});
