/**
 * Numbered pins on a slide: set by a click or by Space in the middle, dragged, moved by arrow keys, removed by Delete.
 * They are buttons of the page, so that each is focusable and has an accessible name.
 */
import type { SlidePoint } from "@parfocal/core/geometry/slide-point.ts";
import type MapBrowserEvent from "ol/MapBrowserEvent.js";
import type MapEvent from "ol/MapEvent.js";
import { createPart } from "../panel.ts";
import type { ViewerContext, ViewerPart } from "../viewer-part.ts";
import { screenOfSlide, slideToScreenOf } from "../world/slide-to-screen.ts";
import { slideOfWorld, worldOfSlide } from "../world/world.ts";

export interface Pin {
  /** Index from 0; displayed from 1. */
  readonly number: number;
  readonly point: SlidePoint;
  /** CSS colour. */
  readonly colour: string;
  readonly label: string;
  readonly isCurrent: boolean;
}

export interface NumberedPins extends ViewerPart {
  show(pins: readonly Pin[]): void;
}

export interface PinListener {
  /** A point of the slide was selected. */
  onPlace(point: SlidePoint): void;
  /** The pin was dragged, or moved by a key. */
  onMove(number: number, point: SlidePoint): void;
  onChoose(number: number): void;
  onDelete(number: number): void;
}

/** Distance per press of an arrow key, without and with Shift, px on the screen. */
const NUDGE_PX = 1;
const LONG_NUDGE_PX = 10;
const ARROWS: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

interface ShownPin {
  readonly element: HTMLButtonElement;
  pin: Pin;
}

export function createNumberedPins(context: ViewerContext, listener: PinListener): NumberedPins {
  const { map, element } = context;
  const layer = createPart("div", "slide-viewer-pins");
  element.append(layer);
  element.classList.add("is-pinning");
  const shown = new Map<number, ShownPin>();
  const places = createPinPlaces(context, layer);

  const addPin = (pin: Pin): ShownPin => {
    const added = createPin(pin, context, places, listener);
    layer.append(added.element);
    return added;
  };
  const handleFrame = ({ frameState }: MapEvent): void => {
    if (!frameState) return;
    const toScreen = slideToScreenOf(frameState.coordinateToPixelTransform);
    for (const { element: button, pin } of shown.values()) {
      const [x, y] = screenOfSlide(toScreen, pin.point);
      button.style.transform = `translate(${x}px, ${y}px)`;
    }
  };
  const handleClick = (event: MapBrowserEvent): void =>
    listener.onPlace(places.onSlide(slideOfWorld(event.coordinate)));
  const handleKey = (event: KeyboardEvent): void => {
    if (event.target !== element || event.key !== " ") return;
    event.preventDefault();
    listener.onPlace(places.onSlide(context.view.state().center));
  };
  map.on("postrender", handleFrame);
  map.on("click", handleClick);
  element.addEventListener("keydown", handleKey);

  return {
    show(pins) {
      for (const [number, { element: button }] of shown) {
        if (pins.some((pin) => pin.number === number)) continue;
        button.remove();
        shown.delete(number);
      }
      for (const pin of pins) {
        const shownPin = shown.get(pin.number) ?? addPin(pin);
        shown.set(pin.number, shownPin);
        shownPin.pin = pin;
        const { element: button } = shownPin;
        button.textContent = String(pin.number + 1);
        button.setAttribute("aria-label", pin.label);
        button.style.setProperty("--pin-colour", pin.colour);
        button.toggleAttribute("data-current", pin.isCurrent);
      }
      map.render();
    },
    destroy() {
      map.un("postrender", handleFrame);
      map.un("click", handleClick);
      element.removeEventListener("keydown", handleKey);
      element.classList.remove("is-pinning");
      layer.remove();
    },
  };
}

type PinPlaces = ReturnType<typeof createPinPlaces>;

function createPin(pin: Pin, { map, element }: ViewerContext, places: PinPlaces, listener: PinListener): ShownPin {
  const button = createPart("button", "slide-viewer-pin", { type: "button" });
  const shownPin: ShownPin = { element: button, pin };
  /** Offset from the pointer to the pin's tip while it is dragged, px. */
  let grip: readonly [number, number] | null = null;
  let start = pin.point;
  button.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    event.stopPropagation();
    button.setPointerCapture(event.pointerId);
    const [tipX, tipY] = places.pixelOfPoint(shownPin.pin.point);
    const [x, y] = places.pixelOfEvent(event);
    grip = [tipX - x, tipY - y];
    start = shownPin.pin.point;
    listener.onChoose(shownPin.pin.number);
  });
  button.addEventListener("pointermove", (event) => {
    if (!grip) return;
    const [x, y] = places.pixelOfEvent(event);
    shownPin.pin = { ...shownPin.pin, point: places.pointAtPixel([x + grip[0], y + grip[1]]) };
    map.render();
  });
  for (const end of ["pointerup", "pointercancel"] as const) {
    button.addEventListener(end, () => {
      if (grip && shownPin.pin.point !== start) listener.onMove(shownPin.pin.number, shownPin.pin.point);
      grip = null;
    });
  }
  button.addEventListener("click", () => listener.onChoose(shownPin.pin.number));
  button.addEventListener("keydown", (event) => {
    if (!handlePinKey(event, shownPin.pin, places, listener)) return;
    if (event.key === "Delete" || event.key === "Backspace") element.focus({ preventScroll: true });
    event.preventDefault();
    event.stopPropagation();
  });
  return shownPin;
}

/** @returns whether the key has a function. */
function handlePinKey(event: KeyboardEvent, pin: Pin, places: PinPlaces, listener: PinListener): boolean {
  const arrow = ARROWS[event.key];
  if (arrow) {
    const step = event.shiftKey ? LONG_NUDGE_PX : NUDGE_PX;
    const [x, y] = places.pixelOfPoint(pin.point);
    listener.onMove(pin.number, places.pointAtPixel([x + arrow[0] * step, y + arrow[1] * step]));
  } else if (event.key === "Delete" || event.key === "Backspace") {
    listener.onDelete(pin.number);
  } else return false;
  return true;
}

/** Conversions between slide points, pixels of the map and pointer events; points are clamped to the slide. */
function createPinPlaces({ map, slide }: ViewerContext, layer: HTMLElement) {
  const onSlide = ([x, y]: SlidePoint): SlidePoint => [
    Math.min(slide.width, Math.max(0, x)),
    Math.min(slide.height, Math.max(0, y)),
  ];
  return {
    onSlide,
    pointAtPixel: (pixel: readonly [number, number]): SlidePoint =>
      onSlide(slideOfWorld(map.getCoordinateFromPixel([...pixel]) ?? [0, 0])),
    pixelOfPoint(point: SlidePoint): readonly [number, number] {
      const [x = 0, y = 0] = map.getPixelFromCoordinate(worldOfSlide(point)) ?? [];
      return [x, y];
    },
    pixelOfEvent({ clientX, clientY }: PointerEvent): readonly [number, number] {
      const { left, top } = layer.getBoundingClientRect();
      return [clientX - left, clientY - top];
    },
  };
}
