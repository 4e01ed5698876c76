// @vitest-environment happy-dom
/** A question on its own page: which question the URL means, its neighbours, and its key behind a switch. */
import { MantineProvider } from "@mantine/core";
import type { PathStep } from "@parfocal/core/item/public-path.ts";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import i18next from "i18next";
import type { ReactNode } from "react";
import { initReactI18next } from "react-i18next";
import { afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { quizEn } from "#quiz/quiz.en.ts";
import { quizAttemptEn } from "#quiz-attempt/quiz-attempt.en.ts";
import { QuestionPage } from "./QuestionPage.tsx";
import { questionPageEn } from "./question-page.en.ts";

const went = vi.hoisted(() => ({ to: "" }));
vi.mock("#platform/session.tsx", () => ({ useSession: () => ({ site: { id: 1 }, user: { id: 2 } }) }));
vi.mock("@tanstack/react-router", async (original) => ({
  ...(await original<object>()),
  Navigate: ({ to }: { readonly to: string }) => <p>to {to}</p>,
  useNavigate:
    () =>
    ({ to }: { readonly to: string }) => {
      went.to = to;
    },
}));
vi.mock("#ui/ButtonLink.tsx", () => ({
  ButtonLink: ({ to, children }: { readonly to: string; readonly children: ReactNode }) => <a href={to}>{children}</a>,
}));
vi.mock("#ui/page-place.ts", () => ({ usePagePlace: () => undefined }));
vi.mock("#ui/NotFoundPage.tsx", () => ({ NotFoundPage: () => <p>not found</p> }));
vi.mock("#quiz-attempt/question-stage-part.ts", () => ({
  LaterQuestionStage: ({ subjectId, regions }: { readonly subjectId: number; readonly regions: readonly object[] }) => (
    <p>
      slide {subjectId}, {regions.length} regions
    </p>
  ),
}));

const question = (id: number, change: object) => ({
  id,
  quizId: 5,
  parentId: 5,
  title: `Title ${id}`,
  content: "",
  explanation: "",
  type: "multiple-choice",
  slideId: null,
  itemId: null,
  itemType: null,
  itemTitle: null,
  thumbnail: null,
  score: null,
  correctAnswer: "",
  order: 1,
  answerOptions: [],
  optionsVersion: "v",
  ...change,
});
const option = (id: number, change: object) => ({
  id,
  label: id === 21 ? "A" : "B",
  option: "",
  isCorrect: false,
  left: "",
  right: "",
  region: null,
  ...change,
});
const region = option(20, { option: "cortex", region: "POLYGON ((0 0, 1 0, 1 1, 0 0))" });
const quiz = {
  id: 5,
  itemId: 5,
  postId: 5,
  title: "Week 1",
  content: "",
  thumbnail: null,
  type: "Individual",
  timerDuration: null,
  isBlocked: false,
  path: [{ type: "quiz", id: 5, title: "Week 1" }],
  questionCount: 2,
  slideCount: 1,
  view: "authoring",
  isAutomaticallyNumbered: false,
  slides: [
    {
      id: 8,
      type: "quizSlide",
      title: "HE",
      itemId: 80,
      itemType: "image",
      itemTitle: "HE",
      thumbnail: null,
      order: 1,
      isActive: true,
      questions: [question(11, { slideId: 8, parentId: 8, type: "annotation", answerOptions: [region] })],
    },
  ],
  questions: [
    question(12, {
      answerOptions: [option(21, { option: "Liver" }), option(22, { option: "Kidney", isCorrect: true })],
    }),
  ],
};

beforeAll(async () => {
  await i18next.use(initReactI18next).init({
    lng: "en",
    resources: { en: { translation: { quiz: quizEn, quizAttempt: quizAttemptEn, questionPage: questionPageEn } } },
    interpolation: { escapeValue: false },
  });
});
beforeEach(() => vi.stubGlobal("fetch", async () => Response.json(quiz)));
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function show(within: readonly PathStep[]): void {
  const steps = [{ kind: "course", id: 2 } as const, { kind: "quiz", id: 5 } as const];
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <QuestionPage place={{ siteId: 1, steps, within, isReview: false, isPractice: false, isPreview: false }} />
      </QueryClientProvider>
    </MantineProvider>,
  );
}

it("a question directly in the quiz: nothing is selected, its key is shown on demand, and keys go to the previous one", async () => {
  show([{ kind: "quizQuestion", id: 12 }]);
  expect(await screen.findByRole("heading", { name: "Question 2 of 2: Week 1" })).toBeTruthy();
  expect((screen.getByRole("radio", { name: "B. Kidney" }) as HTMLInputElement).checked).toBe(false);
  expect(screen.queryByText("Correct answer:")).toBeNull();
  fireEvent.click(screen.getByRole("switch", { name: questionPageEn.showKey }));
  expect(screen.getByText("Correct answer:")).toBeTruthy();
  expect(screen.getByText("B. Kidney", { selector: "li" })).toBeTruthy();
  fireEvent.keyDown(document.body, { key: "ArrowLeft" });
  expect(went.to).toBe("/s1/course2/q5/i80/qs11/");
});

it("the URL of a slide means its first question; its regions are part of the key", async () => {
  show([{ kind: "image", id: 80 }]);
  expect(await screen.findByRole("heading", { name: "Question 1 of 2: Week 1" })).toBeTruthy();
  expect(screen.getByText("slide 80, 0 regions")).toBeTruthy();
  fireEvent.click(screen.getByRole("switch", { name: questionPageEn.showKey }));
  expect(screen.getByText("slide 80, 1 regions")).toBeTruthy();
  expect(screen.getByRole("link", { name: quizAttemptEn.next }).getAttribute("href")).toBe("/s1/course2/q5/qs12/");
});

it("a question that the quiz does not have is not found", async () => {
  show([{ kind: "quizQuestion", id: 99 }]);
  expect(await screen.findByText("not found")).toBeTruthy();
});

it("a slide without questions links to the quiz", async () => {
  show([{ kind: "image", id: 81 }]);
  expect(await screen.findByText("to /s1/course2/q5/")).toBeTruthy();
});
