// @vitest-environment happy-dom
/** Slides are inserted into a quiz by sending the whole list, and a question is copied to several slides. */
import { MantineProvider } from "@mantine/core";
import type { QuizSlide } from "@parfocal/core/quiz/quiz.contract.ts";
import type { QuizQuestion } from "@parfocal/core/quiz/quiz-question.contract.ts";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, fireEvent, render, renderHook, screen, waitFor } from "@testing-library/react";
import i18next from "i18next";
import type { ReactNode } from "react";
import { initReactI18next } from "react-i18next";
import { afterEach, beforeAll, expect, it, vi } from "vitest";
import { CopyQuestionDialog } from "./CopyQuestionDialog.tsx";
import { quizEn } from "./quiz.en.ts";
import { useInsertQuizSlides } from "./quiz-order.api.ts";

const toast = vi.hoisted(() => ({ text: "", problem: "" }));
vi.mock("#ui/undo-toast.tsx", () => ({
  showUndo: (text: string) => {
    toast.text = text;
  },
}));
vi.mock("#platform/failure-toast.ts", () => ({
  showProblem: (text: string) => {
    toast.problem = text;
  },
  showSuccess: () => undefined,
}));

beforeAll(async () => {
  const resources = { en: { translation: { quiz: quizEn } } };
  await i18next.use(initReactI18next).init({ lng: "en", resources, interpolation: { escapeValue: false } });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const slide = (id: number, itemId: number): QuizSlide => ({
  id,
  type: "quizSlide",
  title: `Slide ${id}`,
  itemId,
  itemType: "image",
  itemTitle: "",
  thumbnail: null,
  order: 1,
  isActive: true,
  questionIds: [],
  questions: [],
});
const SLIDES = [slide(1, 10), slide(2, 20), slide(3, 30)];

function wrapper({ children }: { readonly children: ReactNode }) {
  return (
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient()}>{children}</QueryClientProvider>
    </MantineProvider>
  );
}

it("they are sent between the others, with the known slides; the added ones are returned", async () => {
  const sent: unknown[] = [];
  vi.stubGlobal("fetch", async (_url: string, init: RequestInit) => {
    sent.push(JSON.parse(String(init.body)));
    return Response.json({ slides: [...SLIDES, slide(4, 40)] });
  });
  const { result } = renderHook(() => useInsertQuizSlides({ id: 7, slides: SLIDES }), { wrapper });
  let added: readonly { id: number }[] = [];
  await act(async () => {
    added = await result.current({ subjects: [{ id: 40, kind: "case" }], afterId: 2 });
  });
  expect(sent).toEqual([
    {
      slides: [
        { itemType: "image", itemId: 10 },
        { itemType: "image", itemId: 20 },
        { itemType: "case", itemId: 40 },
        { itemType: "image", itemId: 30 },
      ],
      knownSlideIds: [1, 2, 3],
    },
  ]);
  expect(added.map(({ id }) => id)).toEqual([4]);
});

const question = { id: 5, title: "What?", type: "short-answer", slideId: 2 } as QuizQuestion;

it("a question is copied to all other slides of the quiz, in order", async () => {
  const sent: unknown[] = [];
  vi.stubGlobal("fetch", async (_url: string, init: RequestInit) => {
    sent.push(JSON.parse(String(init.body)));
    return Response.json({ ids: [90 + sent.length], quizId: 7 });
  });
  const close = vi.fn();
  render(<CopyQuestionDialog quiz={{ slides: SLIDES }} question={question} onClose={close} />, { wrapper });
  expect(screen.queryByRole("checkbox", { name: "Slide 2" })).toBeNull();
  fireEvent.click(await screen.findByRole("checkbox", { name: quizEn.allSlides }));
  fireEvent.click(screen.getByRole("button", { name: quizEn.copyNow }));
  await waitFor(() => expect(close).toHaveBeenCalled());
  expect(sent).toEqual([
    { ids: [5], parentId: 1 },
    { ids: [5], parentId: 3 },
  ]);
  expect(toast.text).toBe("2 copies added");
});

it("if one copy fails, earlier ones can be undone, and the dialog stays with the remaining slides", async () => {
  let calls = 0;
  vi.stubGlobal("fetch", async () => {
    calls += 1;
    return calls === 1
      ? Response.json({ ids: [91], quizId: 7 })
      : Response.json({ message: "no", data: [] }, { status: 500 });
  });
  const close = vi.fn();
  render(<CopyQuestionDialog quiz={{ slides: SLIDES }} question={question} onClose={close} />, { wrapper });
  fireEvent.click(await screen.findByRole("checkbox", { name: quizEn.allSlides }));
  fireEvent.click(screen.getByRole("button", { name: quizEn.copyNow }));
  await waitFor(() => expect(toast.problem).toBe(quizEn.copyFailed));
  expect(toast.text).toBe("Question copied");
  expect(close).not.toHaveBeenCalled();
  await waitFor(() =>
    expect((screen.getByRole("checkbox", { name: "Slide 1" }) as HTMLInputElement).checked).toBe(false),
  );
  expect((screen.getByRole("checkbox", { name: "Slide 3" }) as HTMLInputElement).checked).toBe(true);
});
