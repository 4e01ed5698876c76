/** The stain lab of the viewer on the page: settings are applied, stored, and written to the URL. */
import { type StainSettings, showsAllStains } from "@parfocal/core/stain/stain-settings.ts";
import type { SlideViewer } from "@parfocal/viewer/slide-viewer.ts";
import { createStainLab, type StainLab } from "@parfocal/viewer/stain/stain-lab.ts";
import { useEffect, useRef, useState } from "react";
import { useLatest } from "#ui/useLatest.ts";
import { keepStains, openingStains, type PickTarget, withAll, withPicked } from "./stain-settings.ts";

const KEEP_PAUSE_MS = 250;

type PickFailure = "pickedNothing" | "pickedAlike" | "pickFailed";

export interface StainControl {
  readonly look: StainSettings;
  change(look: StainSettings): void;
  /** What the next click on the slide picks; null: nothing. */
  readonly picking: PickTarget | null;
  /** Null: stops picking. */
  pick(target: PickTarget | null): void;
  /** Why the last point was rejected; null: it was accepted. */
  readonly pickFailure: PickFailure | null;
}

/** @param isOpen whether the panel is open: then decoded data is kept, even while all stains are shown. */
export function useStainLab(viewer: SlideViewer, imageId: number, isOpen: boolean): StainControl {
  const [look, setLook] = useState(() => openingStains(imageId, window.location.search));
  const [lab, setLab] = useState<StainLab | null>(null);
  const [picking, setPicking] = useState<PickTarget | null>(null);
  const [pickFailure, setPickFailure] = useState<PickFailure | null>(null);
  const hasSeparated = useRef(false);
  const latest = useLatest(look);

  // The viewer removes it when the viewer itself is closed.
  useEffect(() => setLab(viewer.use(createStainLab)), [viewer]);

  useEffect(() => {
    if (!lab) return;
    // Picking uses the unchanged slide.
    const requestedLook = picking === null ? look : withAll(look);
    if (!showsAllStains(requestedLook)) hasSeparated.current = true;
    lab.show(!showsAllStains(requestedLook) || (isOpen && hasSeparated.current) ? requestedLook : null);
  }, [lab, look, picking, isOpen]);

  useEffect(() => {
    const path = window.location.pathname;
    const timer = setTimeout(() => {
      if (window.location.pathname === path) keepStains(imageId, look);
    }, KEEP_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [imageId, look]);

  useEffect(() => {
    if (!lab || picking === null) return;
    return lab.pick({
      onPicked(light) {
        setPicking(null);
        const outcome = light && withPicked(latest.current, picking, light);
        if (outcome?.isTaken) setLook(outcome.look);
        setPickFailure(outcome === null ? "pickFailed" : outcome.isTaken ? null : outcome.because);
      },
      onEnd: () => setPicking(null),
    });
  }, [lab, picking]);

  useEffect(() => {
    if (!isOpen) setPicking(null);
  }, [isOpen]);

  return {
    look,
    change(next) {
      setPickFailure(null);
      setLook(next);
    },
    picking,
    pick(target) {
      setPickFailure(null);
      setPicking(target);
      if (target !== null) viewer.focus();
    },
    pickFailure,
  };
}
