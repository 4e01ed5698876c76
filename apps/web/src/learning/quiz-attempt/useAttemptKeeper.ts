/** The keeper of one attempt in this browser. */
import type { TakenQuiz } from "@parfocal/core/quiz/quiz.contract.ts";
import { useEffect, useState, useSyncExternalStore } from "react";
import { useSession } from "#platform/session.tsx";
import { type AttemptKeeper, createAttemptKeeper, type KeeperSnapshot, type KeeperWorld } from "./attempt-keeper.ts";
import { sendAnswers } from "./quiz-attempt.api.ts";

function worldOf(storageKey: string, { id, attemptNo }: TakenQuiz): KeeperWorld {
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
        // Storage is closed or full: answers are kept as long as the page is open, and on the server.
      }
    },
    send: async (answers) => (await sendAnswers(id, { quizAnswers: [...answers], attemptNo })).answers,
    later(work, ms) {
      const timer = setTimeout(work, ms);
      return () => clearTimeout(timer);
    },
  };
}

/** @param quiz must stay the same attempt. */
export function useAttemptKeeper(quiz: TakenQuiz): { keeper: AttemptKeeper; kept: KeeperSnapshot } {
  const { site, user } = useSession();
  const [keeper] = useState(() => {
    const storageKey = `parfocal-quiz-${site.id}-${user?.id ?? 0}-${quiz.id}-${quiz.attemptNo}`;
    return createAttemptKeeper(quiz.answers, worldOf(storageKey, quiz));
  });
  const kept = useSyncExternalStore(keeper.subscribe, keeper.snapshot);
  useEffect(() => keeper.merge(quiz.answers), [keeper, quiz.answers]);
  useEffect(() => {
    const flush = () => void keeper.flush();
    const onHidden = () => document.visibilityState === "hidden" && flush();
    window.addEventListener("online", flush);
    document.addEventListener("visibilitychange", onHidden);
    return () => {
      window.removeEventListener("online", flush);
      document.removeEventListener("visibilitychange", onHidden);
      // Typed a moment ago: sent before the page is left.
      flush();
    };
  }, [keeper]);
  return { keeper, kept };
}
