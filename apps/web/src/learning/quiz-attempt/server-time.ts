/** The server's clock on this browser's steady one, from the answers that carry it. */
import type { QuizClock } from "@parfocal/core/quiz/taken-quiz.contract.ts";

/** When each was seen first, ms on the page's own clock: a kept answer is as old as it is. */
const seenAt = new WeakMap<QuizClock, number>();

/** Call as soon as an answer has arrived. @returns ms on the page's own clock. */
export function noteClock(clock: QuizClock): number {
  const known = seenAt.get(clock);
  if (known !== undefined) return known;
  const now = performance.now();
  seenAt.set(clock, now);
  return now;
}

/** @returns ms since the epoch, as the server counts them now. */
export const serverTime = (clock: QuizClock): number =>
  Date.parse(clock.serverNow) + performance.now() - noteClock(clock);

/** @returns ms on the page's own clock; null: no time limit. */
export const steadyDeadline = (clock: QuizClock): number | null =>
  clock.deadline === null ? null : noteClock(clock) + Date.parse(clock.deadline) - Date.parse(clock.serverNow);
