// @vitest-environment happy-dom
/** The timer of a quiz: its display, and its announcements by a screen reader. */
import { cleanup, render, screen } from "@testing-library/react";
import i18next from "i18next";
import { initReactI18next } from "react-i18next";
import { afterEach, beforeAll, expect, it, vi } from "vitest";
import { QuizTimer } from "./QuizTimer.tsx";
import { quizAttemptEn } from "./quiz-attempt.en.ts";

const clock = vi.hoisted(() => ({ remaining: null as number | null }));
vi.mock("./useQuizClock.ts", () => ({ useQuizClock: () => clock.remaining }));

beforeAll(async () => {
  await i18next.use(initReactI18next).init({
    lng: "en",
    resources: { en: { translation: { quizAttempt: quizAttemptEn } } },
    interpolation: { escapeValue: false },
  });
});
afterEach(cleanup);

/** @param remaining seconds; null: no limit. */
function show(remaining: number | null) {
  cleanup();
  clock.remaining = remaining;
  const { container } = render(<QuizTimer quiz={{} as never} onZero={() => undefined} />);
  const isLarge = container.querySelector("[data-warning]") !== null;
  return {
    shown: screen.queryByRole("timer")?.textContent,
    announced: screen.queryByRole("status")?.textContent,
    isLarge,
  };
}

it("is silent until five minutes are left; then it is large, and five minutes, one and the end are announced", () => {
  expect(show(3_600)).toEqual({ shown: "1:00:00", announced: "", isLarge: false });
  expect(show(301)).toMatchObject({ announced: "", isLarge: false });
  const [five, four, one] = [show(300), show(240), show(60)];
  expect(five).toMatchObject({ shown: "5:00", isLarge: true });
  expect(five.announced).toMatch(/5 minutes/);
  // The same text is not announced again.
  expect(four.announced).toBe(five.announced);
  expect(one.announced).toMatch(/1 minute\b/);
  expect(show(0).announced).toBe(quizAttemptEn.timeOver);
});

it("is hidden without a time limit, and for a quiz that closes in some weeks", () => {
  expect(show(null).shown).toBeUndefined();
  expect(show(30 * 86_400).shown).toBeUndefined();
});
