/** Maps the server's clock to this browser's monotonic clock, using responses that contain it. */
import type { QuizClock } from "@parfocal/core/quiz/taken-quiz.contract.ts";

/** When each clock was first seen, ms on the page's own clock, so that a cached response keeps its age. */
const seenAt = new WeakMap<QuizClock, number>();

/** Call as soon as a response has arrived. @returns ms on the page's own clock. */
export function noteClock(clock: QuizClock): number {
  const known = seenAt.get(clock);
  if (known !== undefined) return known;
  const now = performance.now();
  seenAt.set(clock, now);
  return now;
}

/** @returns the server's current time, ms since the epoch. */
export const serverTime = (clock: QuizClock): number =>
  Date.parse(clock.serverNow) + performance.now() - noteClock(clock);

/** @returns ms on the page's own clock; null: no time limit. */
export const steadyDeadline = (clock: QuizClock): number | null =>
  clock.deadline === null ? null : noteClock(clock) + Date.parse(clock.deadline) - Date.parse(clock.serverNow);
