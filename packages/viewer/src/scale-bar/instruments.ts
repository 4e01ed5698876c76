/** The panel at the lower edge: magnification, pointer position, rotation and scale bar. */
import type { PointerPlace } from "../events/viewer-events.ts";
import { formatMagnification, type Magnification } from "../magnification/magnification.ts";
import { numberFormat } from "../number-format.ts";
import { createPart } from "../panel.ts";
import type { ViewerLabels } from "../viewer-labels.ts";
import { formatScaleBar, type ScaleBar } from "./scale-bar.ts";

/** From this value on, the pointer's position is given in mm, µm. */
const POSITION_MM_FROM_UM = 10_000;

export interface Instruments {
  readonly element: HTMLElement;
  setTexts(labels: ViewerLabels, locale: string): void;
  showMagnification(magnification: Magnification, umPerPx: number | null): void;
  /** null: no bar. */
  showScaleBar(bar: ScaleBar | null): void;
  showPointer(place: PointerPlace | null): void;
  showRotation(rotationDeg: number): void;
}

/** Writes only if the text changes, since each write causes a layout. */
function write(part: HTMLElement, text: string): void {
  if (part.textContent !== text) part.textContent = text;
}

/** "12 431, 8 022 µm", or in px without a pixel size. */
export function formatPlace(place: PointerPlace, locale: string): string {
  const values = place.um ?? place.point;
  const isMm = place.um !== null && Math.max(Math.abs(values[0]), Math.abs(values[1])) >= POSITION_MM_FROM_UM;
  const number = numberFormat(locale, {
    maximumFractionDigits: isMm ? 3 : 0,
    minimumFractionDigits: isMm ? 3 : 0,
  });
  const unit = place.um === null ? "px" : isMm ? "mm" : "µm";
  const [x, y] = values.map((value) => number.format(isMm ? value / 1000 : value));
  return `${x}\u2009\u00b7\u2009${y}\u202f${unit}`;
}

export function createInstruments(labels: ViewerLabels, locale: string): Instruments {
  const element = createPart("div", "slide-viewer-panel slide-viewer-instruments");
  const readings = createPart("div", "slide-viewer-readings");
  const magnificationPart = createPart("span", "slide-viewer-magnification");
  const resolutionPart = createPart("span", "slide-viewer-resolution");
  const pointerPart = createPart("span", "slide-viewer-pointer");
  const rotationPart = createPart("span", "slide-viewer-rotation");
  readings.append(magnificationPart, resolutionPart, rotationPart, pointerPart);
  const barPart = createPart("div", "slide-viewer-scale-bar", { role: "img" });
  const barText = createPart("span", "slide-viewer-scale-bar-text");
  const barLine = createPart("span", "slide-viewer-scale-bar-line");
  barPart.append(barText, barLine);
  element.append(readings, barPart);

  let texts = { labels, locale };
  let last: { magnification: Magnification; umPerPx: number | null } | null = null;
  let lastBar: ScaleBar | null = null;
  let lastPlace: PointerPlace | null = null;
  let lastRotationDeg = 0;

  const drawMagnification = (): void => {
    if (!last) return;
    const { magnification, umPerPx } = last;
    const text = formatMagnification(magnification, texts.locale);
    write(
      magnificationPart,
      text ?? `1:${numberFormat(texts.locale, { maximumSignificantDigits: 3 }).format(magnification.resolution)}`,
    );
    magnificationPart.classList.toggle("is-beyond-native", magnification.isBeyondNative);
    const notes = [
      texts.labels.magnification,
      ...(magnification.isEstimate ? [texts.labels.magnificationEstimate] : []),
      ...(magnification.isBeyondNative ? [texts.labels.beyondNative] : []),
    ];
    const note = notes.join(". ");
    if (magnificationPart.title !== note) magnificationPart.title = note;
    const number = numberFormat(texts.locale, { maximumSignificantDigits: 3 });
    write(resolutionPart, umPerPx === null ? "" : `${number.format(umPerPx)}\u202fµm/px`);
  };
  const drawBar = (): void => {
    barPart.hidden = lastBar === null;
    if (!lastBar) return;
    const text = formatScaleBar(lastBar, texts.locale);
    write(barText, text);
    barLine.style.width = `${lastBar.lengthPx.toFixed(2)}px`;
    barPart.setAttribute("aria-label", `${texts.labels.scaleBar}: ${text}`);
  };
  const drawPointer = (): void => {
    write(pointerPart, lastPlace ? formatPlace(lastPlace, texts.locale) : "");
    pointerPart.title = texts.labels.pointerPosition;
  };
  const drawRotation = (): void => {
    write(rotationPart, lastRotationDeg === 0 ? "" : `${lastRotationDeg}°`);
    rotationPart.title = texts.labels.rotation;
  };

  return {
    element,
    setTexts(nextLabels, nextLocale) {
      texts = { labels: nextLabels, locale: nextLocale };
      drawMagnification();
      drawBar();
      drawPointer();
      drawRotation();
    },
    showMagnification(magnification, umPerPx) {
      last = { magnification, umPerPx };
      drawMagnification();
    },
    showScaleBar(bar) {
      lastBar = bar;
      drawBar();
    },
    showPointer(place) {
      lastPlace = place;
      drawPointer();
    },
    showRotation(rotationDeg) {
      lastRotationDeg = rotationDeg;
      drawRotation();
    },
  };
}
