/** The stain lab of the viewer on the page: what is chosen is shown, kept and put into the address. */
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
  /** What the next click on the slide is taken for; null: nothing. */
  readonly picking: PickTarget | null;
  /** null: ends the picking. */
  pick(target: PickTarget | null): void;
  /** Why the last place was not taken; null: it was. */
  readonly pickFailure: PickFailure | null;
}

/** @param isOpen whether someone is at work here: then what was decoded is kept, also while all stains are shown. */
export function useStainLab(viewer: SlideViewer, imageId: number, isOpen: boolean): StainControl {
  const [look, setLook] = useState(() => openingStains(imageId, window.location.search));
  const [lab, setLab] = useState<StainLab | null>(null);
  const [picking, setPicking] = useState<PickTarget | null>(null);
  const [pickFailure, setPickFailure] = useState<PickFailure | null>(null);
  const hasSeparated = useRef(false);
  const latest = useLatest(look);

  // The viewer takes it away when it is closed itself.
  useEffect(() => setLab(viewer.use(createStainLab)), [viewer]);

  useEffect(() => {
    if (!lab) return;
    // One picks on the slide as it is.
    const wanted = picking === null ? look : withAll(look);
    if (!showsAllStains(wanted)) hasSeparated.current = true;
    lab.show(!showsAllStains(wanted) || (isOpen && hasSeparated.current) ? wanted : null);
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
