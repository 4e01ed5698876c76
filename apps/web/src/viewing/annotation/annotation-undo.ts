/**
 * Undo history of a slide's annotations since the page was opened. Undo and redo go through the outbox, like any other
 * change.
 */
import type { OutboxRequest } from "#platform/outbox/outbox-entry.ts";
import { type AnnotationFields, fieldsOfAnnotation, type ListedAnnotation } from "./annotation-outbox.ts";

export type UndoableStep =
  | { readonly kind: "create"; readonly id: number; readonly fields: AnnotationFields }
  | {
      readonly kind: "change";
      readonly id: number;
      readonly before: AnnotationFields;
      readonly after: AnnotationFields;
    }
  | { readonly kind: "remove"; readonly id: number; readonly annotation: ListedAnnotation }
  /** IDs in their order. */
  | { readonly kind: "order"; readonly before: readonly number[]; readonly after: readonly number[] };

/** Names of actions; keys of their texts. */
const UNDOABLE_NAMES = ["create", "change", "move", "remove", "paste", "order", "combine"] as const;
export type UndoableName = (typeof UNDOABLE_NAMES)[number];

export interface UndoableAction {
  readonly name: UndoableName;
  /** In the order of execution. */
  readonly steps: readonly UndoableStep[];
}

export interface UndoHistory {
  readonly done: readonly UndoableAction[];
  /** The last one undone is last. */
  readonly undone: readonly UndoableAction[];
}

export const NOTHING_DONE: UndoHistory = { done: [], undone: [] };

/** Maximum number of actions that can be undone. */
const HISTORY_MAX_ACTIONS = 100;

/** A new action clears the redo stack. */
export function withAction({ done }: UndoHistory, action: UndoableAction): UndoHistory {
  if (action.steps.length === 0) return { done, undone: [] };
  return { done: [...done, action].slice(-HISTORY_MAX_ACTIONS), undone: [] };
}

export function withUndone({ done, undone }: UndoHistory): UndoHistory {
  const last = done.at(-1);
  return last ? { done: done.slice(0, -1), undone: [...undone, last] } : { done, undone };
}

export function withRedone({ done, undone }: UndoHistory): UndoHistory {
  const last = undone.at(-1);
  return last ? { done: [...done, last], undone: undone.slice(0, -1) } : { done, undone };
}

/** Called when the server has replaced the page's provisional IDs. */
export function withNumbered({ done, undone }: UndoHistory, unsavedId: number, id: number): UndoHistory {
  const numbered = (known: number): number => (known === unsavedId ? id : known);
  const inStep = (step: UndoableStep): UndoableStep =>
    step.kind === "order"
      ? { ...step, before: step.before.map(numbered), after: step.after.map(numbered) }
      : { ...step, id: numbered(step.id) };
  const inAction = (action: UndoableAction): UndoableAction => ({ ...action, steps: action.steps.map(inStep) });
  return { done: done.map(inAction), undone: undone.map(inAction) };
}

type QueuedChange = Pick<OutboxRequest, "action" | "subjectId" | "fields" | "base">;

export type AnnotationChange = QueuedChange | { readonly action: "order"; readonly ids: readonly number[] };

/**
 * An annotation known to the server is restored from its bin; one that never reached it is created again with its
 * temporary ID.
 */
function bringBack(id: number, fields: AnnotationFields, annotation: ListedAnnotation | null): QueuedChange {
  if (id < 0) return { action: "create", subjectId: id, fields: { ...fields } };
  return { action: "update", subjectId: id, fields: { ...fields, restores: annotation } };
}

function undoStep(step: UndoableStep): AnnotationChange {
  switch (step.kind) {
    case "create":
      return { action: "remove", subjectId: step.id, fields: { title: step.fields.title } };
    case "change":
      return { action: "update", subjectId: step.id, fields: { ...step.before }, base: { ...step.after } };
    case "remove": {
      const fields = fieldsOfAnnotation(step.annotation);
      const change = bringBack(step.id, fields, step.annotation);
      // The bin has the server's state, including changes of others; only changes that were pending at deletion are
      // missing.
      return step.annotation.saveState === "saved" ? { ...change, base: { ...fields } } : change;
    }
    case "order":
      return { action: "order", ids: step.before };
  }
}

function redoStep(step: UndoableStep): AnnotationChange {
  switch (step.kind) {
    case "create":
      return bringBack(step.id, step.fields, null);
    case "change":
      return { action: "update", subjectId: step.id, fields: { ...step.after }, base: { ...step.before } };
    case "remove":
      return { action: "remove", subjectId: step.id, fields: { title: step.annotation.title } };
    case "order":
      return { action: "order", ids: step.after };
  }
}

/** Requests that undo an action, the last step first. */
export const undoChanges = ({ steps }: UndoableAction): AnnotationChange[] => steps.toReversed().map(undoStep);

/** Requests that redo it. */
export const redoChanges = ({ steps }: UndoableAction): AnnotationChange[] => steps.map(redoStep);
