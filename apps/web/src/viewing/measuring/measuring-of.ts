/** The only measuring tool of a viewer: lengths and areas are shown together on its slide. */
import { createMeasuring, type Measuring } from "@parfocal/viewer/measuring/create-measuring.ts";
import type { SlideViewer } from "@parfocal/viewer/slide-viewer.ts";

const known = new WeakMap<SlideViewer, Measuring>();

/** Exists as long as the viewer. */
export function measuringOf(viewer: SlideViewer): Measuring {
  const measuring = known.get(viewer) ?? viewer.use(createMeasuring);
  known.set(viewer, measuring);
  return measuring;
}
