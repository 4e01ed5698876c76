/** The editor and the dialog of each content type: one row each. */
import type { ItemKind } from "@parfocal/core/item/item-kinds.ts";
import type { AddItemProps, ItemEditorProps } from "#editor/editor-props.ts";
import type { LazyPart } from "#ui/lazy-part.ts";
import { lazyPartWithTexts } from "#ui/lazy-part-with-texts.ts";

interface ItemScreens {
  /** Null: edited elsewhere, or not editable. */
  readonly Editor: LazyPart<ItemEditorProps> | null;
  /** Null: no dialog adds this type. */
  readonly AddDialog: LazyPart<AddItemProps> | null;
}

const NONE: ItemScreens = { Editor: null, AddDialog: null };

export const ITEM_SCREENS: Record<ItemKind, ItemScreens> = {
  course: {
    Editor: lazyPartWithTexts(
      () => import("./CourseEditorHere.tsx"),
      (part) => part.CourseEditorHere,
    ),
    AddDialog: null,
  },
  folder: {
    Editor: lazyPartWithTexts(
      () => import("./FolderEditorHere.tsx"),
      (part) => part.FolderEditorHere,
    ),
    AddDialog: null,
  },
  image: {
    Editor: lazyPartWithTexts(
      () => import("#image-editor/ImageEditor.tsx"),
      (part) => part.ImageEditor,
    ),
    AddDialog: null,
  },
  case: {
    Editor: lazyPartWithTexts(
      () => import("#case/CaseEditor.tsx"),
      (part) => part.CaseEditor,
    ),
    AddDialog: lazyPartWithTexts(
      () => import("./AddCaseHere.tsx"),
      (part) => part.AddCaseHere,
    ),
  },
  quiz: {
    Editor: lazyPartWithTexts(
      () => import("#quiz/QuizEditor.tsx"),
      (part) => part.QuizEditor,
    ),
    AddDialog: lazyPartWithTexts(
      () => import("#quiz/AddQuizDialog.tsx"),
      (part) => part.AddQuizDialog,
    ),
  },
  quizQuestions: NONE,
  quizSlides: NONE,
  quizQuestion: {
    Editor: lazyPartWithTexts(
      () => import("#quiz/QuestionEditor.tsx"),
      (part) => part.QuestionEditor,
    ),
    AddDialog: lazyPartWithTexts(
      () => import("#quiz/AddQuestionDialog.tsx"),
      (part) => part.AddQuestionDialog,
    ),
  },
  quizSlide: {
    Editor: lazyPartWithTexts(
      () => import("#quiz/QuizSlideEditor.tsx"),
      (part) => part.QuizSlideEditor,
    ),
    AddDialog: lazyPartWithTexts(
      () => import("#quiz/AddSubjectDialog.tsx"),
      (part) => part.AddQuizSlideDialog,
    ),
  },
  quizCase: {
    Editor: lazyPartWithTexts(
      () => import("#quiz/QuizSlideEditor.tsx"),
      (part) => part.QuizSlideEditor,
    ),
    AddDialog: lazyPartWithTexts(
      () => import("#quiz/AddSubjectDialog.tsx"),
      (part) => part.AddQuizCaseDialog,
    ),
  },
  quizAnswerOption: {
    Editor: lazyPartWithTexts(
      () => import("#quiz/QuestionEditor.tsx"),
      (part) => part.AnswerOptionEditor,
    ),
    AddDialog: null,
  },
  embed: {
    Editor: lazyPartWithTexts(
      () => import("#embed/EmbedEditor.tsx"),
      (part) => part.EmbedEditor,
    ),
    AddDialog: lazyPartWithTexts(
      () => import("#embed/AddEmbedDialog.tsx"),
      (part) => part.AddEmbedDialog,
    ),
  },
  page: {
    Editor: lazyPartWithTexts(
      () => import("#page/PageEditor.tsx"),
      (part) => part.PageEditor,
    ),
    AddDialog: lazyPartWithTexts(
      () => import("#page/AddPageDialog.tsx"),
      (part) => part.AddPageDialog,
    ),
  },
  radiology: {
    Editor: lazyPartWithTexts(
      () => import("#radiology/RadiologyEditor.tsx"),
      (part) => part.RadiologyEditor,
    ),
    AddDialog: lazyPartWithTexts(
      () => import("#radiology/AddRadiologyDialog.tsx"),
      (part) => part.AddRadiologyDialog,
    ),
  },
  enrollment: {
    Editor: lazyPartWithTexts(
      () => import("#enrollment/EnrollmentEditor.tsx"),
      (part) => part.EnrollmentEditor,
    ),
    AddDialog: lazyPartWithTexts(
      () => import("#enrollment/AddEnrollmentDialog.tsx"),
      (part) => part.AddEnrollmentDialog,
    ),
  },
  textbook: {
    Editor: lazyPartWithTexts(
      () => import("#textbook/TextbookEditor.tsx"),
      (part) => part.TextbookEditor,
    ),
    AddDialog: lazyPartWithTexts(
      () => import("#textbook/AddTextbookDialog.tsx"),
      (part) => part.AddTextbookDialog,
    ),
  },
  attachment: {
    Editor: lazyPartWithTexts(
      () => import("#attachment/AttachmentEditor.tsx"),
      (part) => part.AttachmentEditor,
    ),
    AddDialog: lazyPartWithTexts(
      () => import("#document/DocumentsDialog.tsx"),
      (part) => part.DocumentsDialog,
    ),
  },
};

/** All editors are in one script, so loading the first loads all. */
export function prefetchItemScreens(): void {
  for (const { Editor, AddDialog } of Object.values(ITEM_SCREENS)) {
    void Editor?.prefetch();
    void AddDialog?.prefetch();
  }
}
