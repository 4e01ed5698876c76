/** Actions on an annotation, one row each: condition and menu entry. */
import {
  type Icon,
  IconCircleCheck,
  IconCopyPlus,
  IconExternalLink,
  IconHistory,
  IconLink,
  IconMessageX,
  IconPencil,
  IconTrash,
} from "@tabler/icons-react";
import type { annotationEn } from "./annotation.en.ts";
import type { AnnotationViewer, ListedAnnotation } from "./annotation-outbox.ts";

interface ActionFacts {
  readonly label: `annotation.${keyof typeof annotationEn}`;
  readonly icon: Icon;
  readonly isAllowed: (annotation: ListedAnnotation, viewer: AnnotationViewer) => boolean;
}

/** Whether the server has its current state. */
const isSaved = ({ saveState, id }: ListedAnnotation): boolean => saveState === "saved" && id > 0;

/** A student annotation that is not converted. Work group annotations are not submitted for review. */
const isOpenForExpert = (annotation: ListedAnnotation, viewer: AnnotationViewer): boolean =>
  viewer.isExpert &&
  annotation.isStudent &&
  annotation.workGroupId === null &&
  !annotation.isStudentMarked &&
  isSaved(annotation);

export const ANNOTATION_ACTIONS = {
  edit: {
    label: "annotation.edit",
    icon: IconPencil,
    isAllowed: ({ userCanEdit, isSimplified }) => userCanEdit && !isSimplified,
  },
  openLink: { label: "annotation.openLink", icon: IconExternalLink, isAllowed: ({ link }) => link !== "" },
  copyLink: { label: "annotation.copyLink", icon: IconLink, isAllowed: ({ id }) => id > 0 },
  history: {
    label: "annotation.history",
    icon: IconHistory,
    isAllowed: (annotation) => annotation.userCanEdit && isSaved(annotation),
  },
  convert: { label: "annotation.convert", icon: IconCircleCheck, isAllowed: isOpenForExpert },
  publish: { label: "annotation.publish", icon: IconCopyPlus, isAllowed: isOpenForExpert },
  decline: {
    label: "annotation.decline",
    icon: IconMessageX,
    isAllowed: (annotation, viewer) => isOpenForExpert(annotation, viewer) && annotation.review?.state !== "declined",
  },
  delete: { label: "annotation.delete", icon: IconTrash, isAllowed: ({ userCanDelete }) => userCanDelete },
} as const satisfies Record<string, ActionFacts>;

export type AnnotationAction = keyof typeof ANNOTATION_ACTIONS;

/** In menu order. */
export function actionsFor(annotation: ListedAnnotation, viewer: AnnotationViewer): AnnotationAction[] {
  const names = Object.keys(ANNOTATION_ACTIONS) as AnnotationAction[];
  return names.filter((name) => ANNOTATION_ACTIONS[name].isAllowed(annotation, viewer));
}

/** Actions that open a dialog first. */
type DialogAction = Extract<AnnotationAction, "delete" | "convert" | "publish" | "decline" | "history">;

/** The open dialog and its annotation. */
export type ActionDialog =
  | {
      [Action in DialogAction]: {
        readonly action: Action;
        readonly annotation: ListedAnnotation;
        /** Called if a user who accepts many annotations in a row wants no further confirmations of this type. */
        readonly onStopAsking?: () => void;
      };
    }[DialogAction]
  /** Several selected annotations; `remove` deletes them together. */
  | { readonly action: "deleteSeveral"; readonly count: number; readonly remove: () => void }
  /** The deleted annotations of the slide. */
  | { readonly action: "bin" };
