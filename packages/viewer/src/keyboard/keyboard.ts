import type { AnnotationLayer } from "../annotation/annotation-layer.ts";
import type { SpaceBar } from "../slide-work/space-bar.ts";
import { type KeyAction, keyFor, type ViewerKey } from "./keys.ts";

const SPACE = " ";

/** An arrow key moves by this fraction of the view. */
export const KEY_PAN_SHARE = 0.15;

/** Actions of the keys. */
export interface KeyCommands {
  /** Fractions of the view's width and height, right and down positive. */
  pan(xShare: number, yShare: number): void;
  zoomBy(steps: number): void;
  rotateBy(steps: number): void;
  fit(): void;
  toggleFullscreen(): void;
  zoomToObjective(index: number): void;
  /** null: the slide has one focus plane. */
  readonly focusBy: ((steps: number) => void) | null;
  /** null: the slide has one point in time. */
  readonly stepTimeBy: ((steps: number) => void) | null;
  readonly spaceBar: SpaceBar;
  readonly annotations: AnnotationLayer & { isActive(): boolean; cancel(): void; finish(): void };
}

const DO: Readonly<Record<KeyAction, (commands: KeyCommands, row: ViewerKey) => void>> = {
  focusUp: ({ focusBy }) => focusBy?.(1),
  focusDown: ({ focusBy }) => focusBy?.(-1),
  timeBack: ({ stepTimeBy }) => stepTimeBy?.(-1),
  timeOn: ({ stepTimeBy }) => stepTimeBy?.(1),
  panLeft: ({ pan }) => pan(-KEY_PAN_SHARE, 0),
  panRight: ({ pan }) => pan(KEY_PAN_SHARE, 0),
  panUp: ({ pan }) => pan(0, -KEY_PAN_SHARE),
  panDown: ({ pan }) => pan(0, KEY_PAN_SHARE),
  zoomIn: ({ zoomBy }) => zoomBy(1),
  zoomOut: ({ zoomBy }) => zoomBy(-1),
  rotateRight: ({ rotateBy }) => rotateBy(1),
  rotateLeft: ({ rotateBy }) => rotateBy(-1),
  fit: ({ fit }) => fit(),
  fullscreen: ({ toggleFullscreen }) => toggleFullscreen(),
  objective: ({ zoomToObjective }, row) => zoomToObjective(row.objective ?? 0),
  addVertex: ({ annotations }) => annotations.addVertexAtCenter(),
  finish: ({ annotations }) => annotations.finish(),
  cancel: ({ annotations }) => annotations.cancel(),
  undo: ({ annotations }) => annotations.undo(),
  redo: ({ annotations }) => annotations.redo(),
  deleteVertex: ({ annotations }) => annotations.deleteVertex(),
};

/** Set on the element while the space bar is held and the pointer moves the slide. */
const PANNING_CLASS = "is-panning";

/** Active only while the viewer itself has the focus. @returns a function that removes the listeners. */
export function listenToKeys(element: HTMLElement, commands: KeyCommands): () => void {
  const { spaceBar } = commands;
  const has = { depths: commands.focusBy !== null, times: commands.stepTimeBy !== null };
  const handleKeyDown = (event: KeyboardEvent): void => {
    if (event.target !== element) return;
    const row = keyFor(event, commands.annotations.isActive(), has);
    if (!row) return;
    event.preventDefault();
    if (event.key === SPACE) {
      // The effect of the space bar is decided on release.
      spaceBar.press();
      element.classList.add(PANNING_CLASS);
    } else DO[row.action](commands, row);
  };
  const letGo = (): boolean => {
    element.classList.remove(PANNING_CLASS);
    return spaceBar.release();
  };
  const handleKeyUp = (event: KeyboardEvent): void => {
    if (event.key !== SPACE || !letGo()) return;
    const row = keyFor(event, commands.annotations.isActive(), has);
    if (row) DO[row.action](commands, row);
  };
  element.addEventListener("keydown", handleKeyDown);
  element.addEventListener("keyup", handleKeyUp);
  element.addEventListener("blur", letGo);
  return () => {
    element.removeEventListener("keydown", handleKeyDown);
    element.removeEventListener("keyup", handleKeyUp);
    element.removeEventListener("blur", letGo);
  };
}
