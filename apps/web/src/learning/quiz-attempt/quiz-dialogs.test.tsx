// @vitest-environment happy-dom
/** Restart and reset need confirmation; the timer counts down and is saved (spec part 2, sections 4 and 9). */
import { MantineProvider } from "@mantine/core";
import type { TakenQuiz } from "@parfocal/core/quiz/quiz.contract.ts";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, fireEvent, render, renderHook, screen, waitFor } from "@testing-library/react";
import i18next from "i18next";
import type { ReactNode } from "react";
import { initReactI18next } from "react-i18next";
import { afterEach, beforeAll, expect, it, vi } from "vitest";
import { uiEn } from "#ui/ui.en.ts";
import { quizAttemptEn } from "./quiz-attempt.en.ts";
import { ResetAnswersDialog } from "./ResetAnswersDialog.tsx";
import { RestartDialog } from "./RestartDialog.tsx";
import { SubmitDialog } from "./SubmitDialog.tsx";
import { useQuizClock } from "./useQuizClock.ts";

const toast = vi.hoisted(() => ({ undo: () => {}, success: "" }));
vi.mock("@tanstack/react-router", async (original) => ({
  ...(await original<object>()),
  useNavigate: () => () => undefined,
}));
vi.mock("#ui/undo-toast.tsx", () => ({
  showUndo: (_text: string, _undo: string, take: () => void) => {
    toast.undo = take;
  },
}));
vi.mock("#platform/failure-toast.ts", () => ({
  showProblem: () => undefined,
  showSuccess: (text: string) => {
    toast.success = text;
  },
}));

beforeAll(async () => {
  const resources = { en: { translation: { quizAttempt: quizAttemptEn, ui: uiEn } } };
  await i18next.use(initReactI18next).init({ lng: "en", resources, interpolation: { escapeValue: false } });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  localStorage.clear();
});

type Answer = readonly [status: number, body: unknown];

function server(answer: (request: string) => Answer): { readonly request: string; readonly body: unknown }[] {
  const sent: { request: string; body: unknown }[] = [];
  vi.stubGlobal("fetch", async (input: string | URL | Request, init?: RequestInit) => {
    const path = String(input instanceof Request ? input.url : input).replace(/^.*\/v2/, "/v2");
    const request = `${init?.method ?? "GET"} ${path}`;
    if (!request.startsWith("GET")) sent.push({ request, body: init?.body ? JSON.parse(String(init.body)) : null });
    const [status, body] = answer(request);
    return Response.json(body, { status });
  });
  return sent;
}

const queryClient = () => new QueryClient({ defaultOptions: { queries: { retry: false } } });
const show = (element: ReactNode, client = queryClient()) =>
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={client}>{element}</QueryClientProvider>
    </MantineProvider>,
  );

const quiz = {
  id: 7,
  title: "Week 1",
  view: "taking",
  attemptNo: 2,
  isSubmitted: false,
  timerDuration: 600,
  questions: [],
} as unknown as TakenQuiz;

it("restart removes one's own answers after confirmation, with a note on the time limit", async () => {
  const sent = server(() => [200, quiz]);
  const onClose = vi.fn();
  show(
    <RestartDialog
      quiz={quiz}
      place={{ siteId: 1, steps: [], within: [], isReview: false, isPractice: false, isPreview: false }}
      onClose={onClose}
    />,
  );
  expect(screen.getByText("All your answers will be removed. The time goes on.")).toBeTruthy();
  expect(sent).toEqual([]);
  fireEvent.click(screen.getByRole("button", { name: "Restart" }));
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(sent).toMatchObject([{ request: "PUT /v2/quiz/7/restart", body: { attemptNo: 2 } }]);
  expect(toast.success).toBe("Quiz restarted!");
});

it("reset deletes all answers once the title is typed, and undo restores them", async () => {
  const resetId = "8f7b3f0e-3a52-4c2c-9d52-7f1a3c7e1a11";
  const sent = server(() => [200, { attemptCount: 3, leftCount: 0, resetId }]);
  show(<ResetAnswersDialog quiz={{ id: 7, title: "Week 1", lastReset: null }} onClose={() => undefined} />);
  const remove = screen.getByRole("button", { name: "Remove" }) as HTMLButtonElement;
  const field = screen.getByRole("textbox");
  fireEvent.change(field, { target: { value: "Week" } });
  expect(remove.disabled).toBe(true);
  fireEvent.change(field, { target: { value: "Week 1" } });
  fireEvent.click(remove);
  await waitFor(() => expect(sent).toEqual([{ request: "PUT /v2/quiz/7/reset", body: {} }]));
  await waitFor(() => {
    toast.undo();
    expect(sent.at(-1)).toEqual({ request: "PUT /v2/quiz/7/reset", body: { undo: resetId } });
  });
});

function submit(client: QueryClient): void {
  const keeper = { flush: async () => true } as never;
  show(
    <SubmitDialog quiz={quiz} keeper={keeper} snapshot={{ answers: new Map() } as never} onClose={() => undefined} />,
    client,
  );
  fireEvent.click(screen.getByRole("button", { name: quizAttemptEn.submitNow }));
}

it("a submission reports that the answers have been saved", async () => {
  server(() => [200, { ...quiz, isSubmitted: true }]);
  submit(queryClient());
  await waitFor(() => expect(toast.success).toBe("Your answers have been saved."));
});

it("a submission that fails reloads the quiz", async () => {
  server(() => [400, { message: "You are out of time. You can't submit a quiz.", data: ["outOfTime"] }]);
  const client = queryClient();
  const stale = vi.spyOn(client, "invalidateQueries");
  submit(client);
  await waitFor(() => expect(stale).toHaveBeenCalledWith({ queryKey: ["quiz"] }));
});

it("the timer counts down each second, is saved every three seconds and at zero, and is stored in the browser", async () => {
  vi.useFakeTimers();
  const now = Date.now();
  const clock = {
    serverNow: new Date(now).toISOString(),
    deadline: new Date(now + 4_000).toISOString(),
  } as TakenQuiz["clock"];
  const sent = server(() => [503, {}]);
  const onZero = vi.fn();
  const { result } = renderHook(() => useQuizClock({ id: 7, clock } as never, onZero));
  expect(result.current).toBe(4);
  const afterS = (seconds: number) => act(() => vi.advanceTimersByTimeAsync(seconds * 1_000));
  await afterS(1);
  expect([result.current, sent.length]).toEqual([3, 0]);
  await afterS(2);
  expect([result.current, sent.at(-1)?.body]).toEqual([1, { quizId: 7, remaining: 1 }]);
  expect(localStorage.getItem("parfocal-quiz-timer-7")).toBe("1");
  await afterS(1);
  expect([result.current, sent.at(-1)?.body]).toEqual([0, { quizId: 7, remaining: 0 }]);
  expect(onZero).toHaveBeenCalledTimes(1);
});
