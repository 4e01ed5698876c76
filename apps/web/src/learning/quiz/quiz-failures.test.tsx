// @vitest-environment happy-dom
/** Messages when quizzes and questions cannot be loaded, added or saved (spec part 1, section 8; part 2, section 8). */
import { MantineProvider } from "@mantine/core";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import i18next from "i18next";
import type { ReactNode } from "react";
import { initReactI18next } from "react-i18next";
import { afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { editorEn } from "#editor/editor.en.ts";
import { AddQuestionDialog } from "./AddQuestionDialog.tsx";
import { AnswerOptionEditor, QuestionEditor } from "./QuestionEditor.tsx";
import { QuizEditor } from "./QuizEditor.tsx";
import { quizEn } from "./quiz.en.ts";

vi.mock("#platform/session.tsx", () => ({ useSession: () => ({ site: { id: 1 }, user: { id: 2 } }) }));
vi.mock("@tanstack/react-router", async (original) => ({
  ...(await original<object>()),
  useBlocker: () => ({ status: "idle" }),
  Link: ({ children }: { readonly children: ReactNode }) => <span>{children}</span>,
}));
vi.mock("#rich-text/RichTextField.tsx", () => ({ RichTextField: () => null }));
vi.mock("#quiz-access/AccessSection.tsx", () => ({ AccessSection: () => null }));
vi.mock("#ui/ButtonLink.tsx", () => ({
  ButtonLink: ({ children }: { readonly children: ReactNode }) => <span>{children}</span>,
}));
vi.mock("#box/BoxesEditor.tsx", () => ({ BoxesEditor: () => null }));

const QUIZ = {
  id: 7,
  itemId: 7,
  postId: 7,
  title: "Week 1",
  content: "",
  thumbnail: null,
  type: "Individual",
  timerDuration: null,
  isBlocked: false,
  path: [],
  questionCount: 0,
  slideCount: 0,
  view: "authoring",
  tags: [],
  thumbnailMediaId: null,
  sourceFolder: null,
  sourceFolderTitle: null,
  sourceImageCount: 0,
  isOrdered: false,
  isOnOnePage: false,
  isAutoEvaluationEnabled: false,
  isAutomaticallyNumbered: false,
  isSelftestEnabled: false,
  hideSubmittedQuestions: false,
  isAnswerOptionShuffleEnabled: false,
  notificationEmail: "",
  assignUserTo: null,
  consensusThreshold: 0.5,
  slides: [],
  questionIds: [],
  questions: [],
  userCanEdit: true,
};

beforeAll(async () => {
  await i18next.use(initReactI18next).init({
    lng: "en",
    resources: { en: { translation: { quiz: quizEn, editor: editorEn } } },
    interpolation: { escapeValue: false },
  });
});
beforeEach(() => localStorage.clear());
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

type Answer = readonly [status: number, body: unknown];

/** @param answers by lower-case method; other methods fail. @returns sent requests. */
function serverAnswers(answers: Readonly<Record<string, (path: string) => Answer>>): string[] {
  const requests: string[] = [];
  vi.stubGlobal("fetch", async (input: string | URL | Request, init?: RequestInit) => {
    const path = String(input instanceof Request ? input.url : input);
    const method = (init?.method ?? "GET").toLowerCase();
    requests.push(`${method} ${path}`);
    const [status, body] = answers[method]?.(path) ?? [500, { message: "no", data: [] }];
    return Response.json(body, { status });
  });
  return requests;
}

function show(children: ReactNode): void {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={client}>{children}</QueryClientProvider>
    </MantineProvider>,
  );
}

const PLACE = { parentId: 7, steps: [] };

for (const [name, editor] of [
  ["a question", <QuestionEditor key="question" id={9} kind="quizQuestion" {...PLACE} />],
  ["an answer option", <AnswerOptionEditor key="option" id={10} kind="quizAnswerOption" {...PLACE} />],
] as const)
  it(`${name} that cannot be loaded: Could not load question, and it can be requested again`, async () => {
    const requests = serverAnswers({});
    show(editor);
    expect((await screen.findByRole("alert")).textContent).toContain("Could not load question");
    const before = requests.length;
    fireEvent.click(screen.getByRole("button", { name: quizEn.retry }));
    await waitFor(() => expect(requests.length).toBeGreaterThan(before));
  });

/** The answer of the server about question 9. */
const question = (optionsVersion: string, options: readonly string[]) => ({
  id: 9,
  quizId: 7,
  parentId: 7,
  title: "Which stain?",
  content: "",
  type: "multiple-choice",
  slideId: null,
  itemId: null,
  itemType: null,
  itemTitle: null,
  thumbnail: null,
  score: null,
  correctAnswer: "",
  order: 1,
  answerOptions: options.map((option, index) => ({
    id: 20 + index,
    label: "ABC"[index],
    option,
    isCorrect: false,
    left: "",
    right: "",
    region: null,
  })),
  optionsVersion,
});

it("a question that could not be loaded is shown once it can be", async () => {
  let isUp = false;
  serverAnswers({
    get: (path) => (isUp ? [200, path.includes("/question/9") ? question("v1", ["HE"]) : QUIZ] : [500, {}]),
  });
  show(<QuestionEditor id={9} kind="quizQuestion" {...PLACE} />);
  expect((await screen.findByRole("alert")).textContent).toContain("Could not load question");
  isUp = true;
  fireEvent.click(screen.getByRole("button", { name: quizEn.retry }));
  expect(((await screen.findByLabelText(/^Title/)) as HTMLInputElement).value).toBe("Which stain?");
});

async function addQuestion(): Promise<void> {
  show(<AddQuestionDialog parentId={7} parentKind="quiz" onAdded={() => undefined} onClose={() => undefined} />);
  const title = await screen.findByLabelText(/^Title/);
  fireEvent.change(title, { target: { value: "Which stain?" } });
  fireEvent.click(screen.getByRole("button", { name: quizEn.add }));
}

it("a question that cannot be added: Error while adding question. Please try again later.", async () => {
  serverAnswers({ get: () => [200, { nodes: [], places: [] }] });
  await addQuestion();
  expect(await screen.findByText("Error while adding question. Please try again later.")).toBeTruthy();
  expect((screen.getByLabelText(/^Title/) as HTMLInputElement).value).toBe("Which stain?");
});

it("a question that was rejected: the server's message", async () => {
  const sentence = "An Auto-Generated quiz creates its own questions. Delete the questions of this quiz first.";
  serverAnswers({ post: () => [400, { message: sentence, data: ["ownQuestions"] }] });
  await addQuestion();
  expect(await screen.findByText(sentence)).toBeTruthy();
});

it("a question without a title is not sent: Give the question a title.", async () => {
  const requests = serverAnswers({});
  show(<AddQuestionDialog parentId={7} parentKind="quiz" onAdded={() => undefined} onClose={() => undefined} />);
  await screen.findByLabelText(/^Title/);
  fireEvent.click(screen.getByRole("button", { name: quizEn.add }));
  expect(await screen.findByText("Enter a title.")).toBeTruthy();
  expect(requests.filter((request) => request.startsWith("post"))).toEqual([]);
});

it("does not overwrite answer options that someone else has changed, even with a draft from before a reload", async () => {
  const sentence = "Someone else changed the answer options, so your changes were not saved.";
  let now = question("v1", ["HE"]);
  const sent: unknown[] = [];
  serverAnswers({
    get: (path) => [200, path.includes("/question/9") ? now : QUIZ],
    put: () => [409, { message: sentence, data: ["changedMeanwhile"] }],
  });
  const answered = fetch;
  vi.stubGlobal("fetch", (input: string | URL | Request, init?: RequestInit) => {
    if (init?.method === "PUT") sent.push(JSON.parse(String(init.body)));
    return answered(input, init);
  });
  show(<QuestionEditor id={9} kind="quizQuestion" {...PLACE} />);
  fireEvent.change(await screen.findByLabelText("Option A"), { target: { value: "PAS" } });
  cleanup();
  now = question("v2", ["HE", "Giemsa"]);
  show(<QuestionEditor id={9} kind="quizQuestion" {...PLACE} />);
  fireEvent.click(await screen.findByRole("button", { name: editorEn.save }));
  expect(await screen.findByText(sentence)).toBeTruthy();
  expect(sent).toEqual([
    { optionsVersion: "v1", seen: {}, answerOptions: [expect.objectContaining({ id: 20, option: "PAS" })] },
  ]);
  fireEvent.click(screen.getByRole("button", { name: editorEn.discard }));
  expect(((await screen.findByLabelText("Option B")) as HTMLInputElement).value).toBe("Giemsa");
});

it("a quiz that cannot be saved: the server's message, and the input stays", async () => {
  const sentence = "User group 12 not found. Choose another one.";
  serverAnswers({
    get: (path) => [200, path.includes("/quiz/7") ? QUIZ : []],
    put: () => [400, { message: sentence, data: ["assignUserTo"] }],
  });
  show(<QuizEditor id={7} kind="quiz" {...PLACE} />);
  fireEvent.change(await screen.findByLabelText(/^Title/), { target: { value: "Week 2" } });
  fireEvent.click(screen.getByRole("button", { name: editorEn.save }));
  expect(await screen.findByText(sentence)).toBeTruthy();
  expect((screen.getByLabelText(/^Title/) as HTMLInputElement).value).toBe("Week 2");
});
