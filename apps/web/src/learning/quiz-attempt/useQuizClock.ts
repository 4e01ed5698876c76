/**
 * The remaining time by the server's clock: it counts down here, and every three seconds the server's time is fetched.
 * Changing the browser's time has no effect (reliability rule D-2).
 */

import type { TakenQuiz } from "@parfocal/core/quiz/quiz.contract.ts";
import { TIMER_DURATION_MAX_S } from "@parfocal/core/quiz/quiz-rules.ts";
import { TIMER_SAVE_INTERVAL_S, TIMER_TICK_S } from "@parfocal/core/quiz-attempt/attempt-rules.ts";
import { useEffect, useRef, useState } from "react";
import { useLatest } from "#ui/useLatest.ts";
import { type QuizOf, reportTime } from "./quiz-attempt.api.ts";
import { steadyDeadline } from "./server-time.ts";

export type ClockedQuiz = QuizOf & Pick<TakenQuiz, "clock">;

const MS_PER_S = 1_000;
const mirrorKey = (quizId: number): string => `parfocal-quiz-timer-${quizId}`;

const secondsUntil = (instant: number): number => Math.max(0, Math.ceil((instant - performance.now()) / MS_PER_S));

/**
 * @param quiz with its clock from the last response.
 * @param onZero called once when the time is over.
 * @returns seconds; null: no time limit.
 */
export function useQuizClock({ id, isPreview, clock }: ClockedQuiz, onZero: () => void): number | null {
  const deadline = useRef(steadyDeadline(clock));
  const [remaining, setRemaining] = useState(() => (deadline.current === null ? null : secondsUntil(deadline.current)));
  const zero = useLatest(onZero);
  useEffect(() => {
    deadline.current = steadyDeadline(clock);
  }, [clock]);

  const hasLimit = clock.deadline !== null;
  useEffect(() => {
    if (!hasLimit) return;
    let ticks = 0;
    let isOver = false;
    const save = (seconds: number) => {
      mirror(id, seconds);
      reportTime({ id, isPreview }, seconds).then(
        (fresh) => {
          deadline.current = steadyDeadline(fresh);
        },
        // The next request follows in three seconds.
        () => {},
      );
    };
    const timer = setInterval(() => {
      if (deadline.current === null || isOver) return;
      const seconds = secondsUntil(deadline.current);
      setRemaining(seconds);
      ticks += TIMER_TICK_S;
      const isDue = ticks % TIMER_SAVE_INTERVAL_S === 0 || seconds === 0;
      if (isDue && seconds <= TIMER_DURATION_MAX_S) save(seconds);
      if (seconds > 0) return;
      isOver = true;
      zero.current();
    }, TIMER_TICK_S * MS_PER_S);
    return () => clearInterval(timer);
  }, [id, isPreview, hasLimit]);
  return remaining;
}

/** For the other tabs of this browser, and for investigating complaints. */
function mirror(quizId: number, remainingS: number): void {
  try {
    localStorage.setItem(mirrorKey(quizId), String(remainingS));
  } catch {
    // Storage is unavailable: the server has it.
  }
}
