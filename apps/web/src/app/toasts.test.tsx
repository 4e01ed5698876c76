// @vitest-environment happy-dom
/** Source: spec part 2, section 8 (400, any other failure) and section 9 (3000 ms); decisions, "Quizzes" (out of time). */
import { MantineProvider } from "@mantine/core";
import { Notifications, notifications } from "@mantine/notifications";
import type { TakenQuiz } from "@parfocal/core/quiz/quiz.contract.ts";
import { QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import i18next from "i18next";
import { initReactI18next } from "react-i18next";
import { afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { platformEn } from "#platform/platform.en.ts";
import { quizAttemptEn } from "#quiz-attempt/quiz-attempt.en.ts";
import { SubmitDialog } from "#quiz-attempt/SubmitDialog.tsx";
import { uiEn } from "#ui/ui.en.ts";
import { createQueryClient } from "./query-client.ts";

vi.mock("#platform/session.tsx", () => ({ useSession: () => ({ site: { id: 1 }, user: { id: 2 } }) }));

beforeAll(async () => {
  const resources = { en: { translation: { platform: platformEn, quizAttempt: quizAttemptEn, ui: uiEn } } };
  await i18next.use(initReactI18next).init({ lng: "en", resources, interpolation: { escapeValue: false } });
  // Imported on first use, which must not count as elapsed time.
  await import("@mantine/notifications");
});
beforeEach(() => {
  // Test files share the library: a toast of an earlier one may still be open.
  notifications.clean();
  vi.useFakeTimers();
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const OUT_OF_TIME = "You are out of time. You can't submit a quiz.";
const FAILURES: [status: number, message: string, title: string, text: string][] = [
  [400, OUT_OF_TIME, "Error", OUT_OF_TIME],
  [500, "no", "Sorry!", "Something went wrong. Please try again."],
];
for (const [status, message, title, text] of FAILURES)
  it(`a submission that fails with ${status} shows “${title}” and “${text}” for 3000 ms`, async () => {
    vi.stubGlobal("fetch", async () => Response.json({ message, data: [] }, { status }));
    const quiz = { id: 7, title: "Week 1", view: "taking", attemptNo: 2, questions: [] } as unknown as TakenQuiz;
    render(
      <MantineProvider env="test">
        <Notifications transitionDuration={0} />
        <QueryClientProvider client={createQueryClient()}>
          <SubmitDialog
            quiz={quiz}
            keeper={{ flush: async () => true } as never}
            snapshot={{ answers: new Map() } as never}
            onClose={() => undefined}
          />
        </QueryClientProvider>
      </MantineProvider>,
    );
    fireEvent.click(screen.getByRole("button", { name: quizAttemptEn.submitNow }));
    await act(() => vi.advanceTimersByTimeAsync(100));
    expect(screen.getByRole("alert").textContent).toBe(`${title}${text}`);
    await act(() => vi.advanceTimersByTimeAsync(2800));
    expect(screen.getByRole("alert").textContent).toBe(`${title}${text}`);
    await act(() => vi.advanceTimersByTimeAsync(200));
    expect(screen.queryByRole("alert")).toBeNull();
  });
