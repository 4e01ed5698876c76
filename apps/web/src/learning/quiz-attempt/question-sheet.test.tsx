// @vitest-environment happy-dom
import { MantineProvider } from "@mantine/core";
import type { TakenQuiz } from "@parfocal/core/quiz/quiz.contract.ts";
import type { TakenQuestion } from "@parfocal/core/quiz/taken-quiz.contract.ts";
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import i18next from "i18next";
import { initReactI18next } from "react-i18next";
import { afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import type { AttemptKeeper, KeeperSnapshot } from "./attempt-keeper.ts";
import { QuestionSheet } from "./QuestionSheet.tsx";
import { quizAttemptEn } from "./quiz-attempt.en.ts";

beforeAll(async () => {
  const resources = { en: { translation: { quizAttempt: quizAttemptEn } } };
  await i18next.use(initReactI18next).init({ lng: "en", resources });
});

const scrolledTo: string[] = [];
beforeEach(() => {
  scrolledTo.length = 0;
  // A growing text field waits for fonts, which do not exist here.
  Object.defineProperty(document, "fonts", { value: new EventTarget(), configurable: true });
  vi.spyOn(Element.prototype, "scrollIntoView").mockImplementation(function scroll(this: Element) {
    scrolledTo.push(this.querySelector("h2")?.textContent ?? "");
  });
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  Reflect.deleteProperty(document, "fonts");
});

const questions = [1, 2, 3].map(
  (order) =>
    ({
      ...{ id: order, itemId: null, order, title: `Question ${order}`, content: "", questionType: "short-answer" },
      ...{ quizAnswerOptions: [], maxScore: null, subject: null },
    }) as unknown as TakenQuestion,
);
const quiz = { id: 9, type: "Individual", isAutomaticallyNumbered: false, questions } as unknown as TakenQuiz;
const snapshot = { answers: new Map(), problems: new Map() } as unknown as KeeperSnapshot;

function renderSheet() {
  const [change, onEnter] = [vi.fn(), vi.fn()];
  const keeper = { change } as unknown as AttemptKeeper;
  const at = (current: number) => <QuestionSheet {...{ quiz, keeper, snapshot, current, onEnter }} />;
  const { rerender } = render(at(0), { wrapper: MantineProvider });
  return { change, onEnter, go: (place: number) => rerender(at(place)) };
}

it("shows all questions on one page, each with its own answer, without a Next button", () => {
  const { change } = renderSheet();
  expect(screen.getAllByRole("heading").map(({ textContent }) => textContent)).toEqual([
    "Question 1",
    "Question 2",
    "Question 3",
  ]);
  expect(screen.queryByRole("button", { name: "Next" })).toBeNull();
  const third = screen.getAllByRole("textbox")[2] as HTMLElement;
  fireEvent.change(third, { target: { value: "kidney" } });
  expect(change.mock.lastCall).toEqual([questions[2], { answer: "kidney" }]);
});

it("the current question follows the focus, without scrolling; a chosen question is scrolled to and gets the focus", () => {
  const { onEnter, go } = renderSheet();
  act(() => screen.getAllByRole("textbox")[1]?.focus());
  expect(onEnter.mock.calls).toEqual([[1]]);
  go(1);
  expect(scrolledTo).toEqual([]);
  go(2);
  expect(scrolledTo).toEqual(["Question 3"]);
  expect(document.activeElement?.getAttribute("aria-label")).toBe("Question 3");
  expect(onEnter).toHaveBeenCalledTimes(1);
});
