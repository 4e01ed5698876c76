/** Marks while counting: added and removed by pointer, keys and panel, with announcements for screen readers. */
import type { FrameSettings } from "@parfocal/core/counting/counting-frame.ts";
import { markAt, withMark, withoutMark } from "@parfocal/core/counting/tally.ts";
import type { PixelSizeUm, SlidePoint } from "@parfocal/core/geometry/slide-point.ts";
import { MARK_REACH_PX } from "@parfocal/viewer/counting/counting-painting.ts";
import type { SlideViewer } from "@parfocal/viewer/slide-viewer.ts";
import { type KeyboardEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import type { CountingState, CountingStore } from "./counting-store.ts";
import { useCountingKeys } from "./useCountingKeys.ts";
import { useCountingOnSlide } from "./useCountingOnSlide.ts";

/** Two marks of one category closer than this on the screen are one cell clicked twice, px. */
const APART_PX = 5;

interface MarksOptions {
  readonly store: CountingStore;
  readonly state: CountingState;
  readonly pixelSizeUm: PixelSizeUm;
  readonly viewCenter: SlidePoint;
  readonly isShown: boolean;
  /** Whether clicks and keys count. */
  readonly isCounting: boolean;
  readonly onEnd: () => void;
}

export interface Marks {
  /** The category that a click counts. */
  readonly chosenId: number;
  readonly isErasing: boolean;
  /** What happened last, for screen readers. */
  readonly said: string;
  /** Selects the category that a click counts. */
  readonly choose: (categoryId: number) => void;
  readonly toggleErasing: () => void;
  /** Adds a mark in the middle of the view. */
  readonly putInView: () => void;
  readonly changeFrame: (change: (before: FrameSettings) => FrameSettings) => void;
  /** Key handler of the panel. */
  readonly handleKeys: (event: KeyboardEvent) => void;
}

export function useMarks(viewer: SlideViewer, options: MarksOptions): Marks {
  const { store, state, pixelSizeUm, viewCenter, isShown, isCounting, onEnd } = options;
  const { t } = useTranslation();
  const [chosen, setChosen] = useState<number | null>(null);
  const [isErasing, setErasing] = useState(false);
  const [said, setSaid] = useState("");
  const { categories, marks } = state.active;
  const chosenId = categories.find(({ id }) => id === chosen)?.id ?? categories[0]?.id ?? 0;

  const nameOf = (categoryId: number): string => categories.find(({ id }) => id === categoryId)?.name ?? "";
  const put = (categoryId: number, at: SlidePoint): void => {
    const apart = counting?.reach(APART_PX) ?? 0;
    const place = { pixelSizeUm, viewCenter: viewer.getView().center, apart };
    const isPut = store.change((tally) => withMark(tally, categoryId, at, place));
    const number = store.state().active.marks.filter((mark) => mark.categoryId === categoryId).length;
    setSaid(t(isPut ? "counting.putSaid" : "counting.putAgain", { name: nameOf(categoryId), number }));
  };
  const removeAt = (at: SlidePoint): void => {
    const mark = markAt(marks, at, counting?.reach(MARK_REACH_PX) ?? 0);
    if (mark) store.change((tally) => withoutMark(tally, mark.id));
    setSaid(mark ? t("counting.removedSaid", { name: nameOf(mark.categoryId) }) : t("counting.nothingHere"));
  };
  const pointed = (): SlidePoint => counting?.place() ?? viewer.getView().center;
  const changeFrame = (change: (before: FrameSettings) => FrameSettings): void => {
    store.change((tally) => {
      const changed = change(tally.frame);
      return changed === tally.frame ? tally : { ...tally, frame: changed };
    });
  };
  const counting = useCountingOnSlide(viewer, {
    tally: state.active,
    pixelSizeUm,
    viewCenter,
    isShown,
    isCounting,
    actions: {
      onPut: (at) => (isErasing ? removeAt(at) : put(chosenId, at)),
      onRemove: () => removeAt(pointed()),
      onUndo: store.undo,
      onRedo: store.redo,
      onFrame: (change) => changeFrame((before) => ({ ...before, ...change })),
      onEnd,
    },
  });
  const keys = {
    categories,
    put: (id: number) => put(id, pointed()),
    remove: () => removeAt(pointed()),
    undo: store.undo,
    redo: store.redo,
  };
  return {
    chosenId,
    isErasing,
    said,
    choose(categoryId) {
      setChosen(categoryId);
      setErasing(false);
    },
    toggleErasing: () => setErasing(!isErasing),
    putInView: () => put(chosenId, viewer.getView().center),
    changeFrame,
    handleKeys: useCountingKeys(viewer, isCounting ? keys : null),
  };
}
