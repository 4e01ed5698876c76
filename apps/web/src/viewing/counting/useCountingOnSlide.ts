/** The frame and the marks of a count on the slide while a component is mounted. */
import { standingsOf, type Tally } from "@parfocal/core/counting/tally.ts";
import type { PixelSizeUm, SlidePoint } from "@parfocal/core/geometry/slide-point.ts";
import { type Counting, type CountingActions, createCounting } from "@parfocal/viewer/counting/create-counting.ts";
import type { SlideViewer } from "@parfocal/viewer/slide-viewer.ts";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { useLatest } from "#ui/useLatest.ts";

/** Centre of the view, updated while it moves if that is needed, otherwise read once. */
export function useViewCenter(viewer: SlideViewer, isFollowed: boolean): SlidePoint {
  const [center, setCenter] = useState<SlidePoint>(() => viewer.getView().center);
  useEffect(() => {
    if (!isFollowed) return;
    setCenter(viewer.getView().center);
    return viewer.on("view", (view) => setCenter(view.center));
  }, [viewer, isFollowed]);
  return center;
}

interface OnSlide {
  readonly tally: Tally;
  readonly pixelSizeUm: PixelSizeUm;
  readonly viewCenter: SlidePoint;
  readonly isShown: boolean;
  /** Whether clicks count. */
  readonly isCounting: boolean;
  readonly actions: CountingActions;
}

/** @returns null: not loaded yet. */
export function useCountingOnSlide(viewer: SlideViewer, onSlide: OnSlide): Counting | null {
  const { tally, pixelSizeUm, viewCenter, isShown, isCounting, actions } = onSlide;
  const { t } = useTranslation();
  const [counting, setCounting] = useState<Counting | null>(null);
  const latest = useLatest(actions);

  useEffect(() => {
    const created = viewer.use(createCounting);
    setCounting(created);
    return () => created.destroy();
  }, [viewer]);
  useEffect(
    () => counting?.setTexts({ edge: t("counting.tagEdge"), outside: t("counting.tagOutside") }),
    [counting, t],
  );
  const { frame, categories, marks } = tally;
  useEffect(() => {
    if (!isShown) {
      counting?.show(null);
      return;
    }
    const looks = new Map(categories.map((category) => [category.id, category]));
    const standings = standingsOf(tally, pixelSizeUm, viewCenter);
    const shown = marks.flatMap((mark, index) => {
      const look = looks.get(mark.categoryId);
      const standing = standings[index]?.standing;
      return look && standing ? [{ ...mark, color: look.color, form: look.form, standing }] : [];
    });
    counting?.show({ frame, marks: shown });
  }, [counting, isShown, tally, frame, categories, marks, pixelSizeUm, viewCenter]);
  useEffect(() => {
    if (!isCounting || !counting) return;
    counting.start({
      onPut: (at) => latest.current.onPut(at),
      onRemove: () => latest.current.onRemove(),
      onUndo: () => latest.current.onUndo(),
      onRedo: () => latest.current.onRedo(),
      onFrame: (change) => latest.current.onFrame(change),
      onEnd: () => latest.current.onEnd(),
    });
    viewer.focus();
    return () => counting.stop();
  }, [counting, viewer, isCounting]);
  return counting;
}
