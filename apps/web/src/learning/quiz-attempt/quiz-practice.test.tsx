// @vitest-environment happy-dom
/** Practice of wrong answers: graded immediately, the key only after the check, and nothing is sent. */
import { MantineProvider } from "@mantine/core";
import type { TakenQuiz } from "@parfocal/core/quiz/quiz.contract.ts";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import i18next from "i18next";
import type { ReactNode } from "react";
import { initReactI18next } from "react-i18next";
import { afterEach, beforeAll, expect, it, vi } from "vitest";
import { quizKeys } from "#quiz/quiz.api.ts";
import { QuizPractice } from "./QuizPractice.tsx";
import { quizAttemptEn } from "./quiz-attempt.en.ts";

vi.mock("#ui/ButtonLink.tsx", () => ({
  ButtonLink: ({ to, children }: { readonly to: string; readonly children: ReactNode }) => <a href={to}>{children}</a>,
}));
vi.mock("./question-stage-part.ts", () => ({
  LaterQuestionStage: ({ regions, onDraw }: { readonly regions: readonly object[]; readonly onDraw: unknown }) => (
    <button type="button" onClick={() => (onDraw as ((marks: string[]) => void) | null)?.(["POINT (100.5 50)"])}>
      {regions.length} regions
    </button>
  ),
}));

const SQUARE = "POLYGON ((0 0, 100 0, 100 100, 0 100, 0 0))";
const NOTHING = { texts: [], options: [], pairs: [], regions: [] };
const question = (id: number, fields: object) => ({
  ...{ id, itemId: null, slideId: null, order: id, title: `Question ${id}?`, content: "", maxScore: 1 },
  ...{ quizAnswerOptions: [], lefts: [], rights: [], subject: null },
  ...fields,
});
const answer = (questionId: number, questionType: string, solution: object, isRight = false) => ({
  ...{ questionId, itemId: null, questionType, answer: null, isMarked: false, isChecked: false, isSubmitted: true },
  ...{ rev: 1, verdict: { isRight, score: 0, maxScore: 1 }, solution: { ...NOTHING, ...solution } },
});
const choice = question(1, {
  questionType: "multiple-choice",
  quizAnswerOptions: [
    { id: "a", label: "A", option: "Liver" },
    { id: "b", label: "B", option: "Kidney" },
  ],
});
const drawn = question(2, {
  questionType: "annotation",
  subject: { id: 9, kind: "image", title: "HE", thumbnail: null },
});
const choiceAnswer = { options: ["b"], explanation: "<p>Glomeruli.</p>" };
const quiz = {
  id: 5,
  title: "Week 1",
  type: "Individual",
  isSubmitted: true,
  isAutomaticallyNumbered: false,
  questions: [choice, drawn],
  answers: [
    answer(1, "multiple-choice", choiceAnswer),
    answer(2, "annotation", { regions: [{ title: "Tissue", wkt: SQUARE }] }),
  ],
};
const place = { siteId: 1, steps: [{ kind: "quiz" as const, id: 5 }], within: [] };
const slideInformation = { micronsPerPixel: 1, micronsPerPixelY: 1 };
const slide = { id: 9, title: "HE", center: null, zoom: null, rotation: 0, slideInformation };
const subject = { id: 9, kind: "image", title: "HE", slides: [slide] };
const requests: string[] = [];

beforeAll(async () => {
  const resources = { en: { translation: { quizAttempt: quizAttemptEn } } };
  await i18next.use(initReactI18next).init({ lng: "en", resources, interpolation: { escapeValue: false } });
  vi.stubGlobal("fetch", async (url: string, { method = "GET" }: RequestInit = {}) => {
    requests.push(`${method} ${url}`);
    return Response.json(subject);
  });
});
afterEach(() => {
  cleanup();
  requests.length = 0;
});

function show(change: object = {}): void {
  const client = new QueryClient({
    defaultOptions: { queries: { retry: false, staleTime: Number.POSITIVE_INFINITY } },
  });
  client.setQueryData([...quizKeys.all, "subject", 5, 9, false], subject);
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={client}>
        <QuizPractice
          quiz={{ ...quiz, ...change } as unknown as TakenQuiz}
          place={{ ...place, isReview: false, isPractice: true, isPreview: false }}
        />
      </QueryClientProvider>
    </MantineProvider>,
  );
}

const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));

it("grades a wrong and then a right choice, and shows the explanation after the check", () => {
  show();
  expect(screen.queryByText("Glomeruli.")).toBeNull();
  expect((screen.getByRole("button", { name: "Check answer" }) as HTMLButtonElement).disabled).toBe(true);
  fireEvent.click(screen.getByRole("radio", { name: "A. Liver" }));
  press("Check answer");
  expect(screen.getByText("Not correct")).toBeTruthy();
  expect(screen.getByText("B. Kidney", { selector: "li" })).toBeTruthy();
  expect(screen.getByText("Glomeruli.")).toBeTruthy();
  press("Try again");
  expect(screen.queryByText("Glomeruli.")).toBeNull();
  fireEvent.click(screen.getByRole("radio", { name: "B. Kidney" }));
  press("Check answer");
  expect(screen.getByText("Correct")).toBeTruthy();
  expect(requests).toEqual([]);
});

it("shows a region after the check, counts right answers, and practises the rest again", () => {
  show();
  press("Next");
  // Half a micrometre beside the outline: right by the scale of the slide.
  press("0 regions");
  press("Check answer");
  expect(screen.getByText("Correct")).toBeTruthy();
  expect(screen.getByRole("button", { name: "1 regions" })).toBeTruthy();
  press("Finish");
  expect(screen.getByText("1 of 2 questions correct")).toBeTruthy();
  press("Practise the question that is left");
  expect(screen.getByRole("heading", { name: "Question 1?" })).toBeTruthy();
  expect(screen.getByText(/^Question 1 of 1\./)).toBeTruthy();
  expect(requests).toEqual([]);
});

it("reports that there is nothing to practise if everything was right", () => {
  show({ answers: [answer(1, "multiple-choice", choiceAnswer, true)] });
  expect(screen.getByText(quizAttemptEn.nothingToPractise)).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Check answer" })).toBeNull();
  expect(screen.getByRole("link", { name: "Back to review" }).getAttribute("href")).toBe("/s1/q5/review/");
});
