import type { SlideViewer } from "@parfocal/viewer/slide-viewer.ts";
import { createNumberedPins, type NumberedPins } from "@parfocal/viewer/sync/numbered-pins.ts";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { useLatest } from "#ui/useLatest.ts";
import { pinColour } from "./binder-draft.ts";
import type { Binder } from "./useBinder.ts";

interface BinderPinsProps {
  readonly viewer: SlideViewer;
  readonly slideId: number;
  readonly title: string;
  readonly binder: Binder;
}

/** The bound points of a slide, drawn on it. */
export function BinderPins({ viewer, slideId, title, binder }: BinderPinsProps) {
  const { t } = useTranslation();
  const [pins, setPins] = useState<NumberedPins | null>(null);
  const latest = useLatest(binder);
  useEffect(() => {
    const created = viewer.use((context) =>
      createNumberedPins(context, {
        onPlace: (point) => latest.current.place(slideId, point),
        onMove: (number, point) => latest.current.move(slideId, number, point),
        onChoose: (number) => latest.current.choose(number),
        onDelete: (number) => latest.current.removePoint(slideId, number),
      }),
    );
    setPins(created);
    return () => created.destroy();
  }, [viewer, slideId]);
  // Annotations would be under the pointer.
  useEffect(() => {
    viewer.annotations.show([]);
  }, [viewer]);
  const points = binder.draft.get(slideId);
  useEffect(() => {
    pins?.show(
      (points ?? []).flatMap((point, number) =>
        point === null
          ? []
          : [
              {
                number,
                point,
                colour: pinColour(number),
                label: t("case.pin", { number: number + 1, title }),
                isCurrent: number === binder.number,
              },
            ],
      ),
    );
  }, [pins, points, binder.number, t, title]);
  return null;
}
