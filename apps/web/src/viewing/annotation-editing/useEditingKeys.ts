/** Keys and clipboard events for editing existing annotations. */
import type { SlideViewer } from "@parfocal/viewer/slide-viewer.ts";
import { type RefObject, useEffect } from "react";
import { stepBrushRadius } from "#annotation/brush-size.ts";
import type { AnnotationBoard } from "#annotation/useAnnotationBoard.ts";
import type { Annotator } from "#annotation/useAnnotator.ts";
import { isTyping } from "#ui/is-typing.ts";
import { readRemembered } from "#ui/remembered.ts";
import { type EditingKeyAction, editingActionOf, SINGLE_KEY_ACTIONS } from "./editing-keys.ts";
import type { AnnotationHistory } from "./useAnnotationHistory.ts";
import type { SelectedAnnotations } from "./useSelectedAnnotations.ts";

interface EditingNow {
  readonly board: AnnotationBoard;
  readonly selected: SelectedAnnotations;
  readonly history: AnnotationHistory;
  readonly annotator: Annotator;
}

interface EditingPlace {
  readonly latest: Readonly<RefObject<EditingNow>>;
  /** Whether keys apply to this slide, if there are several on the page. */
  readonly isActive: boolean;
}

interface KeyAction {
  /** Whether the key currently has a function. */
  readonly isMeant: (now: EditingNow) => boolean;
  readonly act: (now: EditingNow, viewer: SlideViewer) => void;
}

const isOff = ({ annotator }: EditingNow): boolean => annotator.state.mode === "off";
const isAdding = ({ annotator }: EditingNow): boolean => annotator.state.mode === "add";
const isAnnotating = (now: EditingNow): boolean => !isOff(now);
/** While a shape is being edited, the slide's undo history is disabled. */
const isShapeInHand = ({ annotator: { state } }: EditingNow): boolean => state.mode === "edit" || state.drawn !== null;

const KEY_ACTIONS: Readonly<Record<EditingKeyAction, KeyAction>> = {
  undo: {
    isMeant: (now) => now.annotator.drawing.canUndo || (!isShapeInHand(now) && now.history.undoName !== null),
    act: ({ annotator, history }, viewer) => (annotator.drawing.canUndo ? viewer.annotations.undo() : history.undo()),
  },
  redo: {
    isMeant: (now) => now.annotator.drawing.canRedo || (!isShapeInHand(now) && now.history.redoName !== null),
    act: ({ annotator, history }, viewer) => (annotator.drawing.canRedo ? viewer.annotations.redo() : history.redo()),
  },
  duplicate: {
    isMeant: (now) => isOff(now) && now.selected.chosen.length > 0,
    act: ({ selected }) => selected.duplicate(),
  },
  selectAll: {
    // Also while the annotator is open, so that page text is not selected.
    isMeant: () => true,
    act(now) {
      if (isOff(now)) now.board.selectMany(now.board.annotations.map(({ id }) => id));
    },
  },
  // A single annotation is deleted by its popup.
  remove: {
    isMeant: (now) => isOff(now) && now.board.dialog === null && now.selected.chosen.length > 1,
    act: ({ selected }) => selected.remove(),
  },
  brushSmaller: { isMeant: isAnnotating, act: () => stepBrushRadius(-1) },
  brushLarger: { isMeant: isAnnotating, act: () => stepBrushRadius(1) },
  previousHandle: { isMeant: isShapeInHand, act: (_now, viewer) => viewer.annotations.chooseHandle(-1) },
  nextHandle: { isMeant: isShapeInHand, act: (_now, viewer) => viewer.annotations.chooseHandle(1) },
  quick: { isMeant: isAdding, act: ({ annotator }) => annotator.dispatch({ kind: "toggleQuick" }) },
  paint: {
    isMeant: (now) => isAdding(now) && !isShapeInHand(now),
    act: ({ annotator }) => annotator.dispatch({ kind: "chooseBrush" }),
  },
};

/** In the capture phase, because the slide handles the drawing's undo itself, even if there is nothing to undo. */
export function useEditingKeys({ viewer, latest, isActive }: EditingPlace & { readonly viewer: SlideViewer }): void {
  useEffect(() => {
    if (!isActive) return;
    const handleKeyDown = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || isTyping(event.target)) return;
      // Another tool is active on the slide, such as measuring or counting; its undo applies.
      if (
        isOff(latest.current) &&
        event.target instanceof Element &&
        event.target.matches(".is-drawing, .is-over-handle")
      )
        return;
      const action = editingActionOf(event);
      if (!action || !KEY_ACTIONS[action].isMeant(latest.current)) return;
      if (SINGLE_KEY_ACTIONS.includes(action) && readRemembered("letters") === "off") return;
      event.preventDefault();
      event.stopPropagation();
      KEY_ACTIONS[action].act(latest.current, viewer);
    };
    window.addEventListener("keydown", handleKeyDown, { capture: true });
    return () => window.removeEventListener("keydown", handleKeyDown, { capture: true });
  }, [viewer, latest, isActive]);
}

/** Handles the browser's copy, cut and paste events, which need no permission and work between programs. */
export function useClipboardEvents({ latest, isActive }: EditingPlace): void {
  useEffect(() => {
    if (!isActive) return;
    const isElsewhere = (event: ClipboardEvent): boolean => event.defaultPrevented || isTyping(event.target);
    const handleCopy = (event: ClipboardEvent): void => {
      const isTextMarked = window.getSelection()?.isCollapsed === false;
      if (isElsewhere(event) || isTextMarked || !isOff(latest.current)) return;
      const { copy, cut } = latest.current.selected;
      const text = event.type === "cut" ? cut() : copy();
      if (text === null) return;
      event.clipboardData?.setData("text/plain", text);
      event.preventDefault();
    };
    const handlePaste = (event: ClipboardEvent): void => {
      const { board, selected, annotator } = latest.current;
      if (isElsewhere(event) || board.outbox === null || annotator.state.mode !== "off") return;
      selected.paste(event.clipboardData?.getData("text/plain") || null);
      event.preventDefault();
    };
    document.addEventListener("copy", handleCopy);
    document.addEventListener("cut", handleCopy);
    document.addEventListener("paste", handlePaste);
    return () => {
      document.removeEventListener("copy", handleCopy);
      document.removeEventListener("cut", handleCopy);
      document.removeEventListener("paste", handlePaste);
    };
  }, [latest, isActive]);
}
