/** The overview: a thumbnail of the slide with a frame around the visible part. */
import type { SlidePoint } from "@parfocal/core/geometry/slide-point.ts";
import { createPart } from "../panel.ts";
import { radiansOf, rotatedSize } from "../rotation/rotation.ts";
import type { SlideDescription } from "../slide-description.ts";
import type { ViewerLabels } from "../viewer-labels.ts";

/** Longer side of the overview, CSS px. */
export const OVERVIEW_SIDE_PX = 168;
/** Pixels of the thumbnail per CSS px, for high-density screens. */
const THUMBNAIL_SHARPNESS = 2;
/** Colour of parts of the slide that are not loaded yet. */
const BLANK_COLOR = "#48484b";
/** A frame with a side shorter than this also gets a cross, CSS px. */
const FRAME_MIN_PX = 10;
/** An arrow key moves by this fraction of the view. */
const KEY_STEP_SHARE = 0.5;
const KEY_STEPS: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

export interface OverviewView {
  readonly center: SlidePoint;
  /** Slide pixels per CSS px. */
  readonly resolution: number;
  /** Orientation and rotation together, clockwise. */
  readonly turnDeg: number;
  /** Size of the view, CSS px. */
  readonly width: number;
  readonly height: number;
}

/** The slide in the overview, scaled and rotated around its centre. */
export interface OverviewFrame {
  /** CSS px per slide pixel. */
  readonly scale: number;
  readonly width: number;
  readonly height: number;
}

export function overviewFrame(
  slide: { readonly width: number; readonly height: number },
  turnDeg: number,
  sidePx = OVERVIEW_SIDE_PX,
): OverviewFrame {
  const [width, height] = rotatedSize(slide.width, slide.height, turnDeg);
  const scale = sidePx / Math.max(width, height);
  return { scale, width: width * scale, height: height * scale };
}

export function overviewOfSlide(
  slide: { readonly width: number; readonly height: number },
  turnDeg: number,
  frame: OverviewFrame,
  [x, y]: SlidePoint,
): readonly [number, number] {
  const angle = radiansOf(turnDeg);
  const dx = (x - slide.width / 2) * frame.scale;
  const dy = (y - slide.height / 2) * frame.scale;
  return [
    frame.width / 2 + dx * Math.cos(angle) - dy * Math.sin(angle),
    frame.height / 2 + dx * Math.sin(angle) + dy * Math.cos(angle),
  ];
}

export function slideOfOverview(
  slide: { readonly width: number; readonly height: number },
  turnDeg: number,
  frame: OverviewFrame,
  [x, y]: readonly [number, number],
): SlidePoint {
  const angle = radiansOf(turnDeg);
  const dx = (x - frame.width / 2) / frame.scale;
  const dy = (y - frame.height / 2) / frame.scale;
  return [
    slide.width / 2 + dx * Math.cos(angle) + dy * Math.sin(angle),
    slide.height / 2 - dx * Math.sin(angle) + dy * Math.cos(angle),
  ];
}

export interface OverviewPicture {
  readonly image: CanvasImageSource;
  /** Position of the tile, slide pixels. */
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface Overview {
  readonly element: HTMLElement;
  showView(view: OverviewView): void;
  /** Adds a loaded part of the slide. */
  addPicture(picture: OverviewPicture): void;
  setTexts(labels: ViewerLabels): void;
}

const ICON_HIDE = '<svg viewBox="0 0 16 16" aria-hidden="true"><path d="M4 4v8h8M4 12l7-7" /></svg>';
const ICON_SHOW = '<svg viewBox="0 0 16 16" aria-hidden="true"><path d="M2.5 3.5h11v9h-11zM8.5 7h3v3.5h-3z" /></svg>';

export interface OverviewOptions {
  readonly labels: ViewerLabels;
  readonly isOpenAtFirst: boolean;
  /** Called with the requested centre of the view. */
  readonly onMove: (center: SlidePoint) => void;
}

export function createOverview(slide: SlideDescription, { labels, isOpenAtFirst, onMove }: OverviewOptions): Overview {
  const element = createPart("div", "slide-viewer-panel slide-viewer-overview", { role: "group" });
  const picture = createPart("div", "slide-viewer-overview-picture", { tabindex: "0", role: "img" });
  const canvas = createPart("canvas", "slide-viewer-overview-canvas");
  const frameCanvas = createPart("canvas", "slide-viewer-overview-frame");
  const toggle = createPart("button", "slide-viewer-overview-toggle", { type: "button" });
  picture.append(canvas, frameCanvas);
  element.append(picture, toggle);

  let texts = labels;
  let isOpen = isOpenAtFirst;
  let view: OverviewView | null = null;
  const thumbnail = createThumbnail(slide);
  /** Rotation of the image on the canvas; null: it must be drawn again. */
  let drawnTurnDeg: number | null = null;

  const draw = (): void => {
    if (!view || !isOpen) return;
    const frame = overviewFrame(slide, view.turnDeg);
    if (drawnTurnDeg !== view.turnDeg) {
      drawnTurnDeg = view.turnDeg;
      drawPicture(canvas, thumbnail.canvas, slide, view.turnDeg, frame);
    }
    drawViewFrame(frameCanvas, slide, view, frame);
  };
  const drawTexts = (): void => {
    element.setAttribute("aria-label", texts.overview);
    picture.setAttribute("aria-label", texts.overview);
    const label = isOpen ? texts.hideOverview : texts.showOverview;
    toggle.setAttribute("aria-label", label);
    toggle.title = label;
    toggle.setAttribute("aria-expanded", String(isOpen));
    toggle.innerHTML = isOpen ? ICON_HIDE : ICON_SHOW;
    picture.hidden = !isOpen;
    element.classList.toggle("is-closed", !isOpen);
  };
  listenToDrag(picture, ({ clientX, clientY }) => {
    if (!view) return;
    const { left, top } = frameCanvas.getBoundingClientRect();
    const frame = overviewFrame(slide, view.turnDeg);
    onMove(slideOfOverview(slide, view.turnDeg, frame, [clientX - left, clientY - top]));
  });
  picture.addEventListener("keydown", (event) => {
    const step = KEY_STEPS[event.key];
    if (!step || !view) return;
    event.preventDefault();
    event.stopPropagation();
    onMove(centerAfterStep(slide, view, step));
  });
  toggle.addEventListener("click", () => {
    isOpen = !isOpen;
    drawnTurnDeg = null;
    drawTexts();
    draw();
  });
  drawTexts();

  return {
    element,
    showView(nextView) {
      view = nextView;
      draw();
    },
    addPicture(part) {
      if (!thumbnail.add(part)) return;
      drawnTurnDeg = null;
      draw();
    },
    setTexts(nextLabels) {
      texts = nextLabels;
      drawTexts();
    },
  };
}

interface Thumbnail {
  readonly canvas: HTMLCanvasElement;
  /** @returns false if the browser has no canvas context for it. */
  add(picture: OverviewPicture): boolean;
}

/** The slide without rotation, blank where nothing is loaded yet. */
function createThumbnail(slide: SlideDescription): Thumbnail {
  const canvas = createPart("canvas", "");
  const scale = (OVERVIEW_SIDE_PX * THUMBNAIL_SHARPNESS) / Math.max(slide.width, slide.height);
  canvas.width = Math.max(1, Math.round(slide.width * scale));
  canvas.height = Math.max(1, Math.round(slide.height * scale));
  const blank = canvas.getContext("2d");
  if (blank) {
    blank.fillStyle = BLANK_COLOR;
    blank.fillRect(0, 0, canvas.width, canvas.height);
  }
  return {
    canvas,
    add({ image, x, y, width, height }) {
      const context = canvas.getContext("2d");
      if (!context) return false;
      context.imageSmoothingQuality = "high";
      context.setTransform(scale, 0, 0, scale, 0, 0);
      context.drawImage(image, x, y, width, height);
      return true;
    },
  };
}

/** Clears a canvas and sets its size to that of the frame. @returns its context, in CSS px. */
function prepareCanvas(target: HTMLCanvasElement, frame: OverviewFrame): CanvasRenderingContext2D | null {
  const ratio = globalThis.devicePixelRatio || 1;
  const width = Math.max(1, Math.round(frame.width * ratio));
  const height = Math.max(1, Math.round(frame.height * ratio));
  if (target.width !== width || target.height !== height) {
    target.width = width;
    target.height = height;
    target.style.width = `${frame.width}px`;
    target.style.height = `${frame.height}px`;
  }
  const context = target.getContext("2d");
  context?.setTransform(ratio, 0, 0, ratio, 0, 0);
  context?.clearRect(0, 0, frame.width, frame.height);
  return context;
}

/** Draws the slide with its rotation. */
function drawPicture(
  canvas: HTMLCanvasElement,
  thumbnail: HTMLCanvasElement,
  slide: SlideDescription,
  turnDeg: number,
  frame: OverviewFrame,
): void {
  const context = prepareCanvas(canvas, frame);
  if (!context) return;
  context.imageSmoothingQuality = "high";
  context.translate(frame.width / 2, frame.height / 2);
  context.rotate(radiansOf(turnDeg));
  context.scale(frame.scale, frame.scale);
  context.translate(-slide.width / 2, -slide.height / 2);
  context.drawImage(thumbnail, 0, 0, slide.width, slide.height);
}

/** Draws the frame around the visible part. */
function drawViewFrame(
  canvas: HTMLCanvasElement,
  slide: SlideDescription,
  shown: OverviewView,
  frame: OverviewFrame,
): void {
  const context = prepareCanvas(canvas, frame);
  if (!context) return;
  const [x, y] = overviewOfSlide(slide, shown.turnDeg, frame, shown.center);
  const width = shown.width * shown.resolution * frame.scale;
  const height = shown.height * shown.resolution * frame.scale;
  const left = Math.max(1, x - width / 2);
  const top = Math.max(1, y - height / 2);
  const right = Math.min(frame.width - 1, x + width / 2);
  const bottom = Math.min(frame.height - 1, y + height / 2);
  context.beginPath();
  context.rect(left, top, Math.max(2, right - left), Math.max(2, bottom - top));
  if (Math.min(width, height) < FRAME_MIN_PX) {
    context.moveTo(x - FRAME_MIN_PX, y);
    context.lineTo(x + FRAME_MIN_PX, y);
    context.moveTo(x, y - FRAME_MIN_PX);
    context.lineTo(x, y + FRAME_MIN_PX);
  }
  context.lineWidth = 3.5;
  context.strokeStyle = "rgba(255,255,255,0.85)";
  context.stroke();
  context.lineWidth = 1.5;
  context.strokeStyle = "#4b3f8f";
  context.stroke();
}

/** @param onDrag called at the press and at each movement until the release. */
function listenToDrag(picture: HTMLElement, onDrag: (event: PointerEvent) => void): void {
  let isDragging = false;
  picture.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    isDragging = true;
    picture.setPointerCapture(event.pointerId);
    onDrag(event);
  });
  picture.addEventListener("pointermove", (event) => {
    if (isDragging) onDrag(event);
  });
  const endDrag = (): void => {
    isDragging = false;
  };
  picture.addEventListener("pointerup", endDrag);
  picture.addEventListener("pointercancel", endDrag);
}

/** Centre of the view after an arrow key. */
function centerAfterStep(
  slide: SlideDescription,
  view: OverviewView,
  [stepX, stepY]: readonly [number, number],
): SlidePoint {
  const frame = overviewFrame(slide, view.turnDeg);
  const [x, y] = overviewOfSlide(slide, view.turnDeg, frame, view.center);
  const stepPx = (side: number) => side * view.resolution * frame.scale * KEY_STEP_SHARE;
  return slideOfOverview(slide, view.turnDeg, frame, [x + stepX * stepPx(view.width), y + stepY * stepPx(view.height)]);
}
