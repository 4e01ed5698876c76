// @vitest-environment happy-dom
/** Two people change the same text in the editors of the content manager: both versions are shown, none is lost. */
import { MantineProvider } from "@mantine/core";
import { fieldVersion } from "@parfocal/core/item/field-version.ts";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen, within } from "@testing-library/react";
import i18next from "i18next";
import type { ComponentType, ReactNode } from "react";
import { initReactI18next } from "react-i18next";
import { afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { CourseEditor } from "#course/CourseEditor.tsx";
import { courseEn } from "#course/course.en.ts";
import { editorEn } from "#editor/editor.en.ts";
import type { ItemEditorProps } from "#editor/editor-props.ts";
import { EmbedEditor } from "#embed/EmbedEditor.tsx";
import { embedEn } from "#embed/embed.en.ts";
import { FolderEditor } from "#folder/FolderEditor.tsx";
import { folderEn } from "#folder/folder.en.ts";
import { imageEn } from "#image/image.en.ts";
import { ImageEditor } from "#image-editor/ImageEditor.tsx";
import { pageEn } from "#page/page.en.ts";
import { QuestionEditor } from "#quiz/QuestionEditor.tsx";
import { QuizEditor } from "#quiz/QuizEditor.tsx";
import { quizEn } from "#quiz/quiz.en.ts";
import { RadiologyEditor } from "#radiology/RadiologyEditor.tsx";
import { radiologyEn } from "#radiology/radiology.en.ts";
import { TextbookEditor } from "#textbook/TextbookEditor.tsx";
import { textbookEn } from "#textbook/textbook.en.ts";

vi.mock("#platform/session.tsx", () => ({ useSession: () => ({ site: { id: 1, embedHosts: [] }, user: { id: 2 } }) }));
vi.mock("@tanstack/react-router", async (original) => ({
  ...(await original<object>()),
  useBlocker: () => ({ status: "idle" }),
  Link: ({ children }: { readonly children: ReactNode }) => <span>{children}</span>,
}));
const nothing = vi.hoisted(() => () => null);
vi.mock("#rich-text/RichTextField.tsx", () => ({ RichTextField: nothing }));
vi.mock("#quiz-access/AccessSection.tsx", () => ({ AccessSection: nothing }));
vi.mock("#ui/ButtonLink.tsx", () => ({ ButtonLink: nothing }));
vi.mock("#box/BoxesEditor.tsx", () => ({ BoxesEditor: nothing }));
vi.mock("#custom-field/FieldValues.tsx", () => ({ FieldValues: nothing }));
vi.mock("#editor/AppearanceFields.tsx", () => ({ AppearanceFields: nothing }));
vi.mock("#editor/ThumbnailField.tsx", () => ({ ThumbnailField: nothing }));
vi.mock("#editor/TagsField.tsx", () => ({ TagsField: nothing }));
vi.mock("#embed/EmbedUrlField.tsx", () => ({ EmbedUrlField: nothing, useIsEmbeddable: () => true }));
vi.mock("#image-editor/LiveSlide.tsx", () => ({ LiveSlide: nothing }));
vi.mock("#image-editor/ThumbnailChoice.tsx", () => ({ ThumbnailChoice: nothing }));
vi.mock("#image-editor/ImageFileFacts.tsx", () => ({ ImageFileFacts: nothing }));
vi.mock("#image-editor/ReplaceFile.tsx", () => ({ ReplaceFile: nothing }));
vi.mock("#attachment/Attachments.tsx", () => ({ Attachments: nothing }));
vi.mock("#quiz/QuizContents.tsx", () => ({ QuizContents: nothing }));
vi.mock("#quiz/QuizSettings.tsx", () => ({ QuizSettings: nothing }));

/** All fields that the editors read; each reads its own. */
const ITEM = {
  id: 3,
  subtitle: "",
  summary: "",
  description: "",
  diagnosis: "",
  content: "",
  explanation: "",
  correctAnswer: "",
  url: "https://example.org/",
  type: "multiple-choice",
  score: null,
  itemId: 3,
  itemType: null,
  tags: [],
  userRoles: [],
  slides: [],
  questions: [],
  attachments: [],
  series: [],
  answerOptions: [
    { id: 8, option: "Kidney", isCorrect: true, left: "", right: "", region: null },
    { id: 9, option: "Liver", isCorrect: false, left: "", right: "", region: null },
  ],
  slideInformation: null,
  state: "ready",
  seriesCount: 0,
  version: 1,
  attachmentFilename: "",
};

const EDITORS: readonly (readonly [name: string, editor: ComponentType<ItemEditorProps>, more?: object])[] = [
  ["course", ({ id }) => <CourseEditor id={id} AccessSection={nothing} />],
  ["folder", ({ id, steps }) => <FolderEditor id={id} steps={steps} AccessSection={nothing} />],
  ["textbook", TextbookEditor],
  ["embed", EmbedEditor],
  ["radiology", RadiologyEditor],
  ["image", ImageEditor],
  ["quiz", QuizEditor, { type: "Individual", view: "authoring", notificationEmail: "", slides: [], questionIds: [] }],
  ["quizQuestion", QuestionEditor],
];

beforeAll(async () => {
  Object.defineProperty(document, "fonts", { value: new EventTarget(), configurable: true });
  const translation = {
    course: courseEn,
    folder: folderEn,
    embed: embedEn,
    editor: editorEn,
    image: imageEn,
    page: pageEn,
    quiz: quizEn,
    radiology: radiologyEn,
    textbook: textbookEn,
  };
  await i18next.use(initReactI18next).init({ lng: "en", resources: { en: { translation } } });
});
beforeEach(() => localStorage.clear());
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

/** Stores one item, and rejects a title that was changed from another version. */
function keepItem(more: object) {
  const item = { ...ITEM, ...more, title: "Old" };
  vi.stubGlobal("fetch", async (_input: string | URL | Request, init?: RequestInit) => {
    if (init?.method !== "PUT") return Response.json(item);
    const { title, seen } = JSON.parse(String(init.body)) as { title: string; seen?: { title?: string } };
    if (seen?.title !== undefined && seen.title !== fieldVersion(item.title))
      return Response.json(
        { message: "Someone else changed this.", data: ["changedMeanwhile", "title"] },
        { status: 409 },
      );
    item.title = title;
    return Response.json(item);
  });
  return item;
}

for (const [kind, Editor, more = {}] of EDITORS)
  it(`${kind}: the text of another person is not overwritten unseen, and is shown beside one's own`, async () => {
    const item = keepItem(more);
    const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
    render(
      <MantineProvider env="test">
        <QueryClientProvider client={client}>
          <Editor id={3} kind={kind as ItemEditorProps["kind"]} parentId={2} steps={[]} />
        </QueryClientProvider>
      </MantineProvider>,
    );
    fireEvent.change(await screen.findByLabelText(/^Title/), { target: { value: "Mine" } });
    item.title = "Theirs";
    fireEvent.click(screen.getByRole("button", { name: editorEn.save }));
    const pair = within(await screen.findByRole("region", { name: "Title" }));
    expect(item.title).toBe("Theirs");
    expect(pair.getByText("Theirs")).toBeTruthy();
    fireEvent.click(pair.getByRole("button", { name: editorEn.keepMine }));
    fireEvent.click(screen.getByRole("button", { name: editorEn.save }));
    await vi.waitFor(() => expect(item.title).toBe("Mine"));
  });
