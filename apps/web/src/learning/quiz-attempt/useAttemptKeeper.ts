/** The keeper of one attempt in this browser. */
import type { TakenQuiz } from "@parfocal/core/quiz/quiz.contract.ts";
import type { QuizAnswer } from "@parfocal/core/quiz/taken-quiz.contract.ts";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState, useSyncExternalStore } from "react";
import { useSession } from "#platform/session.tsx";
import { quizKeys } from "#quiz/quiz.api.ts";
import {
  type AttemptKeeper,
  createAttemptKeeper,
  type KeeperSnapshot,
  type KeeperWorld,
  withSaved,
} from "./attempt-keeper.ts";
import { sendAnswers } from "./quiz-attempt.api.ts";
import { serverTime } from "./server-time.ts";
import { openAnswers, storageKeyOf } from "./stored-answers.ts";

const MS_PER_TENTH = 100;

/** @param onSaved receives the answers that the server has saved. */
function worldOf(storageKey: string, quiz: TakenQuiz, onSaved: (saved: readonly QuizAnswer[]) => void): KeeperWorld {
  const { attemptNo, startedAt, clock } = quiz;
  const startMs = Date.parse(startedAt);
  return {
    read() {
      try {
        return localStorage.getItem(storageKey);
      } catch {
        return null;
      }
    },
    write(text) {
      try {
        if (text === null) localStorage.removeItem(storageKey);
        else localStorage.setItem(storageKey, text);
      } catch {
        // Storage is unavailable or full: answers are kept while the page is open, and on the server.
      }
    },
    async send(answers) {
      const saved = await sendAnswers(quiz, { quizAnswers: [...answers], attemptNo });
      onSaved(saved.answers);
      return saved.answers;
    },
    now: () => (serverTime(clock) - startMs) / MS_PER_TENTH,
    later(work, ms) {
      const timer = setTimeout(work, ms);
      return () => clearTimeout(timer);
    },
  };
}

function isSameAttempt(known: unknown, { id, attemptNo, isPreview }: TakenQuiz): known is TakenQuiz {
  const quiz = known as Partial<TakenQuiz> | undefined;
  return quiz?.view === "taking" && quiz.id === id && quiz.attemptNo === attemptNo && quiz.isPreview === isPreview;
}

/** @param quiz must remain the same attempt. */
export function useAttemptKeeper(quiz: TakenQuiz): { keeper: AttemptKeeper; snapshot: KeeperSnapshot } {
  const { site, user } = useSession();
  const queryClient = useQueryClient();
  const [{ keeper, storageKey }] = useState(() => {
    // When the quiz is opened again soon after, it starts with the answers saved by then.
    const onSaved = (saved: readonly QuizAnswer[]) =>
      queryClient.setQueriesData<unknown>({ queryKey: quizKeys.all }, (known: unknown) =>
        isSameAttempt(known, quiz) ? { ...known, answers: withSaved(known.answers, saved) } : known,
      );
    // A preview that follows an ended preview has the same number.
    const attempt = quiz.isPreview ? `preview-${quiz.startedAt}` : quiz.attemptNo;
    const storageKey = storageKeyOf({ siteId: site.id, userId: user?.id ?? 0 }, quiz.id, attempt);
    return { storageKey, keeper: createAttemptKeeper(quiz.answers, worldOf(storageKey, quiz, onSaved)) };
  });
  const snapshot = useSyncExternalStore(keeper.subscribe, keeper.snapshot);
  useEffect(() => keeper.merge(quiz.answers), [keeper, quiz.answers]);
  useEffect(() => openAnswers(storageKey), [storageKey]);
  useEffect(() => {
    const flush = () => void keeper.flush();
    const onHidden = () => {
      if (document.visibilityState === "hidden") flush();
      // Another device may have continued in the meantime.
      else void queryClient.invalidateQueries({ queryKey: quizKeys.all });
    };
    window.addEventListener("online", flush);
    document.addEventListener("visibilitychange", onHidden);
    return () => {
      window.removeEventListener("online", flush);
      document.removeEventListener("visibilitychange", onHidden);
      // Recent input is sent before the page is left.
      flush();
    };
  }, [keeper, queryClient]);
  return { keeper, snapshot };
}
