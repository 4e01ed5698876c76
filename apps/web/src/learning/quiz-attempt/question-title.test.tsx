// @vitest-environment happy-dom
import { MantineProvider } from "@mantine/core";
import type { TakenQuestion } from "@parfocal/core/quiz/taken-quiz.contract.ts";
import { render, screen } from "@testing-library/react";
import i18next from "i18next";
import { initReactI18next } from "react-i18next";
import { beforeAll, expect, it } from "vitest";
import { QuestionText } from "./QuestionView.tsx";
import { quizAttemptDe } from "./quiz-attempt.de.ts";

beforeAll(async () => {
  const resources = { de: { translation: { quizAttempt: quizAttemptDe } } };
  await i18next.use(initReactI18next).init({ lng: "de", resources });
});

it("a generated question is shown in the reader's language, others as they were written", () => {
  const quiz = { isAutomaticallyNumbered: true, type: "Auto-Generated" } as const;
  const question = { title: "", content: "", order: 2, maxScore: null, subject: null } as unknown as TakenQuestion;
  const { rerender } = render(<QuestionText quiz={quiz} question={question} />, { wrapper: MantineProvider });
  expect(screen.getByRole("heading").textContent).toBe("2. Was ist zu sehen?");
  rerender(<QuestionText quiz={quiz} question={{ ...question, title: "Welches Organ?" }} />);
  expect(screen.getByRole("heading").textContent).toBe("2. Welches Organ?");
});
