/**
 * An image of a slide for printing, with marks and regions traced over it. It is captured by a viewer outside the page.
 */
import "@parfocal/viewer/slide-viewer.css";
import type { SubjectSlide } from "@parfocal/core/quiz-subject/quiz-subject.contract.ts";
import { createPictureCapture } from "@parfocal/viewer/capture/capture-picture.ts";
import { createShapeTracing, type TracedShape } from "@parfocal/viewer/capture/shape-tracing.ts";
import { createSlideViewer, type SlideViewer } from "@parfocal/viewer/slide-viewer.ts";
import type { ViewerLabels } from "@parfocal/viewer/viewer-labels.ts";
import { describeSlide, loadExternalTileUrl } from "#slide/slide-description.ts";
import { initialViewOf } from "#slide/useSlideViewer.ts";
import { boundsOfAll, shapesOf } from "./mark-shapes.ts";
import { PICTURE_HEIGHT_PX, PICTURE_WIDTH_PX } from "./picture-size.ts";

/** Maximum wait for sharp tiles; what is loaded by then is printed. */
const SHARP_WITHIN_MS = 12_000;

export interface SlideDrawing {
  /** WKT in slide pixels, as for the regions. */
  readonly marks: readonly string[];
  readonly regions: readonly string[];
}

export interface SlidePicture {
  /** Object URL of a JPEG; must be revoked. */
  readonly url: string;
  readonly marks: readonly TracedShape[];
  readonly regions: readonly TracedShape[];
}

interface PictureTexts {
  readonly labels: ViewerLabels;
  readonly locale: string;
}

/** Captures the opening view, or the bounds of all marks and regions. @returns null if the slide cannot be shown. */
export async function takeSlidePicture(
  slide: SubjectSlide,
  drawing: SlideDrawing,
  texts: PictureTexts,
): Promise<SlidePicture | null> {
  const information = slide.slideInformation;
  if (!information) return null;
  const externalUrl = information.externalTiles ? await loadExternalTileUrl() : null;
  const element = document.createElement("div");
  element.inert = true;
  element.style.cssText = `position:fixed;inset:0 auto auto -${2 * PICTURE_WIDTH_PX}px;width:${PICTURE_WIDTH_PX}px;height:${PICTURE_HEIGHT_PX}px`;
  document.body.append(element);
  const viewer = createSlideViewer(element, {
    slide: describeSlide(information, externalUrl),
    initialView: initialViewOf(slide, null),
    surround: "light",
    hasReadings: false,
    hasScaleBar: false,
    hasOverview: false,
    hasKeyboard: false,
    ...texts,
  });
  try {
    const marks = shapesOf(drawing.marks);
    const regions = shapesOf(drawing.regions);
    const sharp = untilSharp(viewer);
    const bounds = boundsOfAll([...marks, ...regions]);
    if (bounds) viewer.showBounds(bounds, { isAnimated: false });
    await sharp;
    const blob = await viewer.use(createPictureCapture).capture({ width: PICTURE_WIDTH_PX, height: PICTURE_HEIGHT_PX });
    const { trace } = viewer.use(createShapeTracing);
    return { url: URL.createObjectURL(blob), marks: marks.map(trace), regions: regions.map(trace) };
  } catch {
    return null;
  } finally {
    viewer.destroy();
    element.remove();
  }
}

function untilSharp(viewer: SlideViewer): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, SHARP_WITHIN_MS);
    viewer.on("sharp", () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
