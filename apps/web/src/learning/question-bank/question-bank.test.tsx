// @vitest-environment happy-dom
/** The question bank: pages of 30; selected questions are copied, and the copies can be removed. */
import { MantineProvider } from "@mantine/core";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import i18next from "i18next";
import type { ReactNode } from "react";
import { initReactI18next } from "react-i18next";
import { afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { quizEn } from "#quiz/quiz.en.ts";
import { uiEn } from "#ui/ui.en.ts";
import { QuestionBankScreen } from "./QuestionBankScreen.tsx";
import { questionBankEn } from "./question-bank.en.ts";

const address = vi.hoisted(() => ({ search: {} as Record<string, string> }));
const undo = vi.hoisted(() => ({ latest: () => {} }));
vi.mock("#platform/session.tsx", () => ({ useSession: () => ({ site: { id: 1 }, user: { id: 2 } }) }));
vi.mock("@tanstack/react-router", async (original) => ({
  ...(await original<object>()),
  useNavigate: () => () => undefined,
  useSearch: () => address.search,
  Link: ({ children }: { readonly children: ReactNode }) => <span>{children}</span>,
}));
vi.mock("#ui/ButtonLink.tsx", () => ({
  ButtonLink: ({ children }: { readonly children: ReactNode }) => <span>{children}</span>,
}));
vi.mock("./QuestionPreview.tsx", () => ({ QuestionPreview: () => null }));
vi.mock("#ui/undo-toast.tsx", () => ({
  showUndo: (_text: string, _undo: string, take: () => void) => {
    undo.latest = take;
  },
}));

beforeAll(async () => {
  await i18next.use(initReactI18next).init({
    lng: "en",
    resources: { en: { translation: { quiz: quizEn, questionBank: questionBankEn, ui: uiEn } } },
    interpolation: { escapeValue: false },
  });
});
beforeEach(() => {
  address.search = {};
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const found = (id: number) => ({
  id,
  title: `Question ${id}`,
  type: "multiple-choice",
  quizId: 7,
  quizTitle: "Week 1",
  thumbnail: null,
});
const numbers = (from: number, count: number) => Array.from({ length: count }, (_, index) => from + index);

interface Sent {
  readonly method: string;
  readonly path: string;
  readonly body: unknown;
}

/** @param pages of questions, each a list of ids. @returns what was sent. */
function serverHas(pages: readonly (readonly number[])[]): Sent[] {
  const sent: Sent[] = [];
  vi.stubGlobal("fetch", async (input: string | URL | Request, init?: RequestInit) => {
    const path = String(input instanceof Request ? input.url : input);
    const body = init?.body ? JSON.parse(String(init.body)) : null;
    sent.push({ method: init?.method ?? "GET", path, body });
    if (path.includes("/question/search")) return Response.json((pages[body.page - 1] ?? []).map(found));
    if (path.includes("copyToIndividualQuiz")) return Response.json({ ids: numbers(100, body.ids.length), quizId: 9 });
    if (path.includes("/question/delete/")) {
      const id = Number(path.split("/").at(-1));
      return Response.json({ id, quizId: 9, parentId: 9, binId: id });
    }
    if (path.includes("/v2/quiz?"))
      return Response.json([{ id: 9, title: "Exam", type: "Individual", questionCount: 0 }]);
    return Response.json({ nodes: [], places: [] });
  });
  return sent;
}

function show(): void {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={client}>
        <QuestionBankScreen />
      </QueryClientProvider>
    </MantineProvider>,
  );
}

const rows = async () =>
  within(await screen.findByRole("list", { name: questionBankEn.list })).getAllByRole("listitem");

it("a full page of 30 is followed by another; a shorter one is the last", async () => {
  const sent = serverHas([numbers(1, 30), numbers(31, 2)]);
  show();
  expect(await rows()).toHaveLength(30);
  fireEvent.click(screen.getByRole("button", { name: questionBankEn.more }));
  await waitFor(async () => expect(await rows()).toHaveLength(32));
  expect(screen.queryByRole("button", { name: questionBankEn.more })).toBeNull();
  expect(screen.getByText("32 questions")).toBeTruthy();
  expect(sent.filter(({ path }) => path.includes("search")).map(({ body }) => body)).toEqual([
    { page: 1, q: "", type: null, folder: null },
    { page: 2, q: "", type: null, folder: null },
  ]);
});

it("an empty site links to its content; a search without results can be cleared", async () => {
  serverHas([]);
  show();
  expect(await screen.findByText(questionBankEn.emptyTitle)).toBeTruthy();
  cleanup();
  address.search = { q: "nephron", type: "matching" };
  show();
  expect(await screen.findByRole("button", { name: questionBankEn.showAll })).toBeTruthy();
  expect((screen.getByLabelText(questionBankEn.search) as HTMLInputElement).value).toBe("nephron");
});

it("selected questions are copied in the order of selection; undo removes the copies, the last first", async () => {
  const sent = serverHas([[3, 2, 1]]);
  show();
  fireEvent.click(await screen.findByRole("checkbox", { name: "Select Question 1" }));
  fireEvent.click(screen.getByRole("checkbox", { name: "Select Question 3" }));
  fireEvent.click(screen.getByRole("button", { name: questionBankEn.copy }));
  const dialog = await screen.findByRole("dialog", { name: questionBankEn.copy });
  const quiz = within(dialog).getByRole("combobox", { name: /^Individual quiz/ });
  fireEvent.click(quiz);
  fireEvent.click(await screen.findByRole("option", { name: "Exam" }));
  fireEvent.click(within(dialog).getByRole("button", { name: questionBankEn.copyQuestions }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(sent.find(({ path }) => path.includes("copyTo"))?.body).toEqual({ ids: [1, 3], parentId: 9 });
  expect(screen.queryByRole("button", { name: questionBankEn.clear })).toBeNull();
  undo.latest();
  await waitFor(() => expect(sent.filter(({ path }) => path.includes("delete"))).toHaveLength(2));
  expect(sent.filter(({ path }) => path.includes("delete")).map(({ path }) => path.split("/").at(-1))).toEqual([
    "101",
    "100",
  ]);
});
