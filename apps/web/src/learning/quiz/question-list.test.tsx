// @vitest-environment happy-dom
/** Questions of a quiz are reordered, duplicated and removed, each with undo; several can be typed at once. */
import { MantineProvider } from "@mantine/core";
import type { QuizQuestion } from "@parfocal/core/quiz/quiz-question.contract.ts";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import i18next from "i18next";
import type { ReactNode } from "react";
import { initReactI18next } from "react-i18next";
import { afterEach, beforeAll, expect, it, vi } from "vitest";
import { questionImportEn } from "#question-import/question-import.en.ts";
import { uiEn } from "#ui/ui.en.ts";
import { QuestionList } from "./QuestionList.tsx";
import { quizEn } from "./quiz.en.ts";

const toast = vi.hoisted(() => ({ undo: () => {}, problem: "" }));
vi.mock("#platform/session.tsx", () => ({ useSession: () => ({ site: { id: 1 }, user: { id: 2 } }) }));
vi.mock("@tanstack/react-router", async (original) => ({
  ...(await original<object>()),
  Link: ({ children }: { readonly children: ReactNode }) => <span>{children}</span>,
}));
vi.mock("#rich-text/RichTextField.tsx", () => ({ RichTextField: () => null }));
vi.mock("#ui/undo-toast.tsx", () => ({
  showUndo: (_text: string, _undo: string, take: () => void) => {
    toast.undo = take;
  },
}));
vi.mock("#platform/failure-toast.ts", () => ({
  showProblem: (text: string) => {
    toast.problem = text;
  },
  showSuccess: () => undefined,
}));

beforeAll(async () => {
  await i18next.use(initReactI18next).init({
    lng: "en",
    resources: { en: { translation: { quiz: quizEn, questionImport: questionImportEn, ui: uiEn } } },
    interpolation: { escapeValue: false },
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

interface Sent {
  readonly request: string;
  readonly body: unknown;
}

/** The pages of the list are answered with these; other calls as the test sets. */
function server(answer: (path: string, body: never) => readonly [status: number, body: unknown], count = 3): Sent[] {
  const sent: Sent[] = [];
  vi.stubGlobal("fetch", async (input: string | URL | Request, init?: RequestInit) => {
    const path = String(input instanceof Request ? input.url : input).replace(/^.*\/v2/, "/v2");
    const page = Number(/^\/v2\/quiz\/7\/questions\?page=(\d+)&parent=7$/.exec(path)?.[1] ?? 0);
    if (page > 0)
      return Response.json(
        idsTo(count)
          .map(question)
          .slice((page - 1) * 30, page * 30),
      );
    const body = init?.body ? JSON.parse(String(init.body)) : null;
    sent.push({ request: `${init?.method ?? "GET"} ${path}`, body });
    const [status, answered] = answer(path, body as never);
    return Response.json(answered, { status });
  });
  return sent;
}

const idsTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);
const question = (id: number): QuizQuestion => ({
  id,
  quizId: 7,
  parentId: 7,
  title: `Question ${id}`,
  content: "",
  type: "short-answer",
  slideId: null,
  itemId: null,
  itemType: null,
  itemTitle: null,
  thumbnail: null,
  score: null,
  correctAnswer: "",
  order: id,
  answerOptions: [],
  optionsVersion: "v",
});

function show(count = 3): void {
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient()}>
        <QuestionList
          quiz={{ id: 7, title: "Week 1", type: "Individual", slides: [] }}
          parent={{ id: 7, kind: "quiz" }}
          questionIds={idsTo(count)}
          emptyText="none"
        />
      </QueryClientProvider>
    </MantineProvider>,
  );
}

async function choose(title: string, item: string): Promise<void> {
  fireEvent.click(await screen.findByRole("button", { name: `Actions for ${title}` }));
  fireEvent.click(await screen.findByRole("menuitem", { name: item }));
}
const titles = () => screen.getAllByRole("listitem").map((row) => within(row).getByText(/^Question/).textContent);

it("moved by the menu, it is at its new position immediately; undo sends the previous order", async () => {
  let finish = () => {};
  const done = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const sent = server(() => [200, []]);
  const answered = fetch;
  vi.stubGlobal("fetch", async (...request: Parameters<typeof fetch>) => {
    if (request[1]?.method === "PUT") await done;
    return answered(...request);
  });
  show();
  await choose("Question 3", quizEn.moveToTop);
  await waitFor(() => expect(titles()).toEqual(["Question 3", "Question 1", "Question 2"]));
  expect(screen.getByText("Dropped Question 3 at position 1 of 3.")).toBeTruthy();
  finish();
  const order = (questionIds: number[]) => ({
    request: "PUT /v2/quiz/question/order",
    body: { parentId: 7, questionIds },
  });
  await waitFor(() => expect(sent).toEqual([order([3, 1, 2])]));
  await waitFor(() => expect(titles()).toEqual(["Question 1", "Question 2", "Question 3"]));
  toast.undo();
  await waitFor(() => expect(sent).toEqual([order([3, 1, 2]), order([1, 2, 3])]));
});

it("an order that another person has changed is reverted, and the server's message is shown", async () => {
  const sentence = "Someone else has changed this list. Reload it, then reorder it again.";
  server(() => [409, { message: sentence, data: ["changedMeanwhile"] }]);
  show();
  await choose("Question 1", quizEn.moveDown);
  await waitFor(() => expect(toast.problem).toBe(sentence));
  await waitFor(() => expect(titles()).toEqual(["Question 1", "Question 2", "Question 3"]));
});

it("the first question cannot be moved up, the last cannot be moved down", async () => {
  server(() => [200, []]);
  show();
  fireEvent.click(await screen.findByRole("button", { name: "Actions for Question 1" }));
  const up = await screen.findByRole("menuitem", { name: quizEn.moveUp });
  expect(up.hasAttribute("disabled") || up.getAttribute("data-disabled") === "true").toBe(true);
  expect(screen.getByRole("menuitem", { name: quizEn.moveDown }).hasAttribute("disabled")).toBe(false);
});

it("come 30 at a time, and can be moved among those that are not yet shown", async () => {
  const sent = server(() => [200, []], 45);
  show(45);
  expect((await screen.findAllByRole("listitem")).length).toBe(30);
  expect(screen.getByText("30 of 45 questions")).toBeTruthy();
  await choose("Question 2", quizEn.moveToBottom);
  const rest = idsTo(45).slice(2);
  await waitFor(() => expect(sent.at(-1)?.body).toEqual({ parentId: 7, questionIds: [1, ...rest, 2] }));
  expect(screen.getByText("Dropped Question 2 at position 45 of 45.")).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: quizEn.moreQuestions }));
  await waitFor(() => expect(screen.getAllByRole("listitem").length).toBe(45));
  expect(screen.queryByRole("button", { name: quizEn.moreQuestions })).toBeNull();
  expect(screen.getAllByRole("listitem")[30]?.contains(document.activeElement)).toBe(true);
});

it("imported with images: lost ones are listed, and undo removes the questions and their images", async () => {
  const lostImages = [{ name: "x.svg", problem: "type" }];
  const row = { line: 1, title: "Which?", type: "short-answer", notes: [], lostImages, problem: null, detail: "" };
  const read = { format: "moodleXml", rows: [row], categories: [] };
  const sent = server((path, body: { isTrial?: boolean } | null) => {
    if (!path.endsWith("/import")) return [200, {}];
    return [
      200,
      { ...read, ...(body?.isTrial ? { questionIds: [], mediaIds: [] } : { questionIds: [9], mediaIds: [31, 32] }) },
    ];
  });
  show();
  fireEvent.click(screen.getByRole("button", { name: questionImportEn.open }));
  fireEvent.change(await screen.findByLabelText(questionImportEn.text), { target: { value: "<quiz>" } });
  const lost = "The image “x.svg” is not taken over: it is not a PNG, JPEG, GIF or WebP image.";
  expect(await screen.findByText(lost)).toBeTruthy();
  expect(screen.getByText(questionImportEn.partly)).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "Add 1 question" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  toast.undo();
  await waitFor(() => expect(sent.at(-1)?.request).toBe("DELETE /v2/media/32"));
  expect(sent.slice(-3).map(({ request }) => request)).toEqual([
    "PUT /v2/quiz/question/delete",
    "DELETE /v2/media/31",
    "DELETE /v2/media/32",
  ]);
});

it("questions are removed and duplicated by the calls for questions, and both are undone", async () => {
  const sent = server((path) => {
    if (path.includes("copyToIndividualQuiz")) return [200, { ids: [9], quizId: 7 }];
    if (path.includes("/delete/")) return [200, { id: 2, quizId: 7, parentId: 7, binId: 55 }];
    return [200, {}];
  });
  show();
  await choose("Question 2", quizEn.remove);
  await waitFor(() => expect(sent).toEqual([{ request: "PUT /v2/quiz/question/delete/2", body: null }]));
  await choose("Question 2", quizEn.duplicate);
  await waitFor(() => expect(sent.at(-1)?.body).toEqual({ ids: [2], parentId: 7 }));
  await waitFor(() => {
    toast.undo();
    expect(sent.at(-1)).toEqual({ request: "PUT /v2/quiz/question/delete", body: { ids: [9] } });
  });
});

it("several questions are typed, previewed, and sent together; errors name their line", async () => {
  const sent = server((_path, { questions }: { questions: object[] }) => [
    200,
    questions.map((_, index) => question(20 + index)),
  ]);
  show();
  fireEvent.click(screen.getByRole("button", { name: quizEn.addMany }));
  const dialog = await screen.findByRole("dialog", { name: quizEn.addManyTitle });
  const field = within(dialog).getByRole("textbox", { name: quizEn.manyText });
  const add = within(dialog).getByRole("button", { name: quizEn.add }) as HTMLButtonElement;
  expect(add.disabled).toBe(true);
  fireEvent.change(field, { target: { value: "- HE" } });
  expect(await within(dialog).findByText("Line 1: There is no question above this answer.")).toBeTruthy();
  expect(add.disabled).toBe(true);
  fireEvent.change(field, { target: { value: "Which stain?\nSize < 5 µm\n- HE\n* PAS\n\nName it.\n= tuft" } });
  expect(await within(dialog).findByRole("heading", { name: "2 questions" })).toBeTruthy();
  fireEvent.click(add);
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(sent[0]).toEqual({
    request: "POST /v2/quiz/question/many",
    body: {
      parentId: 7,
      questions: [
        {
          title: "Which stain?",
          type: "multiple-choice",
          content: "<p>Size &lt; 5 µm</p>",
          correctAnswer: "",
          answerOptions: [
            { option: "HE", isCorrect: false, left: "", right: "" },
            { option: "PAS", isCorrect: true, left: "", right: "" },
          ],
        },
        { title: "Name it.", type: "short-answer", content: "", correctAnswer: "tuft", answerOptions: [] },
      ],
    },
  });
});
