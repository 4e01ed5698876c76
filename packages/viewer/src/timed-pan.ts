/**
 * Panning that measures flicks by the timestamps of events. The map library reads the clock when it handles them: on a
 * busy page a flick would be lost, and a pause before the release would become one.
 */
import { noModifierKeys } from "ol/events/condition.js";
import DragPan from "ol/interaction/DragPan.js";
import Kinetic from "ol/Kinetic.js";
import type MapBrowserEvent from "ol/MapBrowserEvent.js";

/** Slows down at `decay` (px/ms²), starts above `minVelocity` (px/ms), measured over the last `delayMs`. */
export interface FlickSettings {
  readonly decay: number;
  readonly minVelocity: number;
  readonly delayMs: number;
}

interface PassedPlace {
  readonly x: number;
  readonly y: number;
  readonly atMs: number;
}

/** Minimum duration for a reliable speed, one frame, ms. */
const SHORTEST_MS = 1000 / 60;

export class FlickKinetic extends Kinetic {
  /** Timestamp of the event being handled. */
  eventMs = 0;
  readonly #settings: FlickSettings;
  #passed: PassedPlace[] = [];
  #velocity = 0;
  #angle = 0;

  constructor(settings: FlickSettings) {
    super(settings.decay, settings.minVelocity, settings.delayMs);
    this.#settings = settings;
  }

  override begin(): void {
    this.#passed = [];
    this.#velocity = 0;
    this.#angle = 0;
  }

  override update(x: number, y: number): void {
    this.#passed.push({ x, y, atMs: this.eventMs });
  }

  override end(): boolean {
    const { delayMs, minVelocity } = this.#settings;
    const since = this.eventMs - delayMs;
    const last = this.#passed.at(-1);
    if (!last || last.atMs < since) return false;
    // From the last position before that time, as in the library.
    const firstIndex = this.#passed.findLastIndex(
      ({ atMs }, index) => atMs <= since && index < this.#passed.length - 1,
    );
    const first = this.#passed[Math.max(0, firstIndex)] as PassedPlace;
    const durationMs = last.atMs - first.atMs;
    if (durationMs < SHORTEST_MS) return false;
    const [dx, dy] = [last.x - first.x, last.y - first.y];
    this.#angle = Math.atan2(dy, dx);
    this.#velocity = Math.hypot(dx, dy) / durationMs;
    return this.#velocity > minVelocity;
  }

  override getDistance(): number {
    return (this.#settings.minVelocity - this.#velocity) / this.#settings.decay;
  }

  override getAngle(): number {
    return this.#angle;
  }
}

/**
 * Whether an event that no tool handles starts moving the slide: the first button or finger, the middle button, and the
 * second of two fingers of which the first one draws.
 */
export function startsPan(event: MapBrowserEvent): boolean {
  const { originalEvent } = event;
  if (!(originalEvent instanceof PointerEvent)) return false;
  const { button, isPrimary, pointerType } = originalEvent;
  if (button === 1) return true;
  return noModifierKeys(event) && button === 0 && (isPrimary || pointerType === "touch");
}

export class TimedPan extends DragPan {
  readonly #kinetic: FlickKinetic;

  constructor(kinetic: FlickKinetic) {
    super({ kinetic, condition: startsPan });
    this.#kinetic = kinetic;
  }

  override handleEvent(event: MapBrowserEvent): boolean {
    this.#kinetic.eventMs = event.originalEvent.timeStamp;
    return super.handleEvent(event);
  }
}
