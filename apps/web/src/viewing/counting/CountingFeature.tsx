/** Counting on the slide page: a frame, categories with keys, and the results. */
import { tallyResult } from "@parfocal/core/counting/tally-result.ts";
import type { PixelSizeUm } from "@parfocal/core/geometry/slide-point.ts";
import { useMemo } from "react";
import type { AnnotationFeatureProps } from "#annotation/annotation-feature-props.ts";
import { CountingPanel } from "./CountingPanel.tsx";
import { useViewCenter } from "./useCountingOnSlide.ts";
import { useCountingStore } from "./useCountingStore.ts";
import { useKeepAsAnnotations } from "./useKeepAsAnnotations.ts";
import { useMarks } from "./useMarks.ts";

export function CountingFeature(props: AnnotationFeatureProps) {
  const { micronsPerPixel, micronsPerPixelY } = props.image.slideInformation;
  const x = micronsPerPixel ?? 0;
  const pixelSizeUm = useMemo(() => ({ x, y: micronsPerPixelY ?? x }), [x, micronsPerPixelY]);
  return x > 0 ? <CountingOnSlide {...props} pixelSizeUm={pixelSizeUm} /> : null;
}

interface CountingOnSlideProps extends AnnotationFeatureProps {
  readonly pixelSizeUm: PixelSizeUm;
}

function CountingOnSlide(props: CountingOnSlideProps) {
  const { viewer, image, annotator, isOpen, onClose, pixelSizeUm } = props;
  const [store, state] = useCountingStore(image.id);
  const { active } = state;
  const { frame } = active;
  const isShown = isOpen || state.staysShown;
  const isFollowing = frame.kind !== "none" && frame.center === null;
  const viewCenter = useViewCenter(viewer, isFollowing && isShown);
  const result = useMemo(() => tallyResult(active, pixelSizeUm, viewCenter), [active, pixelSizeUm, viewCenter]);
  const isCounting = isOpen && annotator.state.mode === "off";
  const marks = useMarks(viewer, { store, state, pixelSizeUm, viewCenter, isShown, isCounting, onEnd: onClose });
  const keep = useKeepAsAnnotations(props, active, pixelSizeUm);
  if (!isOpen) return null;
  return (
    <CountingPanel
      viewer={viewer}
      store={store}
      state={state}
      marks={marks}
      result={result}
      pixelSizeUm={pixelSizeUm}
      viewCenter={viewCenter}
      isFollowing={isFollowing}
      isCounting={isCounting}
      onKeep={keep && (() => void keep())}
      onClose={onClose}
    />
  );
}
