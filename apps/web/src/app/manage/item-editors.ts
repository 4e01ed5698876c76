/** Which editor and which dialog belong to a kind of content: one row for each. */
import type { ItemKind } from "@parfocal/core/item/item-kinds.ts";
import type { AddItemProps, ItemEditorProps } from "#editor/editor-props.ts";
import { laterPart } from "#ui/later-part.ts";
import type { LazyPart } from "#ui/lazy-part.ts";

interface ItemScreens {
  /** null: it is edited elsewhere, or there is nothing to edit. */
  readonly Editor: LazyPart<ItemEditorProps> | null;
  /** null: nothing of this kind is added by a dialog. */
  readonly AddDialog: LazyPart<AddItemProps> | null;
}

const NONE: ItemScreens = { Editor: null, AddDialog: null };

export const ITEM_SCREENS: Record<ItemKind, ItemScreens> = {
  course: {
    Editor: laterPart(
      () => import("./CourseEditorHere.tsx"),
      (part) => part.CourseEditorHere,
    ),
    AddDialog: null,
  },
  folder: {
    Editor: laterPart(
      () => import("./FolderEditorHere.tsx"),
      (part) => part.FolderEditorHere,
    ),
    AddDialog: null,
  },
  image: {
    Editor: laterPart(
      () => import("#image-editor/ImageEditor.tsx"),
      (part) => part.ImageEditor,
    ),
    AddDialog: null,
  },
  case: {
    Editor: laterPart(
      () => import("#case/CaseEditor.tsx"),
      (part) => part.CaseEditor,
    ),
    AddDialog: laterPart(
      () => import("./AddCaseHere.tsx"),
      (part) => part.AddCaseHere,
    ),
  },
  quiz: {
    Editor: laterPart(
      () => import("#quiz/QuizEditor.tsx"),
      (part) => part.QuizEditor,
    ),
    AddDialog: laterPart(
      () => import("#quiz/AddQuizDialog.tsx"),
      (part) => part.AddQuizDialog,
    ),
  },
  quizQuestions: NONE,
  quizSlides: NONE,
  quizQuestion: {
    Editor: laterPart(
      () => import("#quiz/QuestionEditor.tsx"),
      (part) => part.QuestionEditor,
    ),
    AddDialog: laterPart(
      () => import("#quiz/AddQuestionDialog.tsx"),
      (part) => part.AddQuestionDialog,
    ),
  },
  quizSlide: {
    Editor: laterPart(
      () => import("#quiz/QuizSlideEditor.tsx"),
      (part) => part.QuizSlideEditor,
    ),
    AddDialog: laterPart(
      () => import("#quiz/AddSubjectDialog.tsx"),
      (part) => part.AddQuizSlideDialog,
    ),
  },
  quizCase: {
    Editor: laterPart(
      () => import("#quiz/QuizSlideEditor.tsx"),
      (part) => part.QuizSlideEditor,
    ),
    AddDialog: laterPart(
      () => import("#quiz/AddSubjectDialog.tsx"),
      (part) => part.AddQuizCaseDialog,
    ),
  },
  quizAnswerOption: {
    Editor: laterPart(
      () => import("#quiz/QuestionEditor.tsx"),
      (part) => part.AnswerOptionEditor,
    ),
    AddDialog: null,
  },
  embed: {
    Editor: laterPart(
      () => import("#embed/EmbedEditor.tsx"),
      (part) => part.EmbedEditor,
    ),
    AddDialog: laterPart(
      () => import("#embed/AddEmbedDialog.tsx"),
      (part) => part.AddEmbedDialog,
    ),
  },
  page: {
    Editor: laterPart(
      () => import("#page/PageEditor.tsx"),
      (part) => part.PageEditor,
    ),
    AddDialog: laterPart(
      () => import("#page/AddPageDialog.tsx"),
      (part) => part.AddPageDialog,
    ),
  },
  radiology: {
    Editor: laterPart(
      () => import("#radiology/RadiologyEditor.tsx"),
      (part) => part.RadiologyEditor,
    ),
    AddDialog: laterPart(
      () => import("#radiology/AddRadiologyDialog.tsx"),
      (part) => part.AddRadiologyDialog,
    ),
  },
  enrollment: {
    Editor: laterPart(
      () => import("#enrollment/EnrollmentEditor.tsx"),
      (part) => part.EnrollmentEditor,
    ),
    AddDialog: laterPart(
      () => import("#enrollment/AddEnrollmentDialog.tsx"),
      (part) => part.AddEnrollmentDialog,
    ),
  },
  textbook: {
    Editor: laterPart(
      () => import("#textbook/TextbookEditor.tsx"),
      (part) => part.TextbookEditor,
    ),
    AddDialog: laterPart(
      () => import("#textbook/AddTextbookDialog.tsx"),
      (part) => part.AddTextbookDialog,
    ),
  },
  attachment: {
    Editor: laterPart(
      () => import("#attachment/AttachmentEditor.tsx"),
      (part) => part.AttachmentEditor,
    ),
    AddDialog: laterPart(
      () => import("#document/DocumentsDialog.tsx"),
      (part) => part.DocumentsDialog,
    ),
  },
};

/** All of them come in one script: with the first, all are there. */
export function prefetchItemScreens(): void {
  for (const { Editor, AddDialog } of Object.values(ITEM_SCREENS)) {
    void Editor?.prefetch();
    void AddDialog?.prefetch();
  }
}
