/** All questions of a quiz on one page. A slide has a viewer only while its question is near the visible area. */
import type { TakenQuiz } from "@parfocal/core/quiz/quiz.contract.ts";
import type { TakenQuestion } from "@parfocal/core/quiz/taken-quiz.contract.ts";
import { type RefObject, useEffect, useRef, useState } from "react";
import { type AttemptKeeper, answerKey, type KeeperSnapshot } from "./attempt-keeper.ts";
import { QuestionView } from "./QuestionView.tsx";
import styles from "./QuizAttempt.module.css";

interface QuestionSheetProps {
  readonly quiz: TakenQuiz;
  readonly keeper: AttemptKeeper;
  readonly snapshot: KeeperSnapshot;
  /** Index of the question in the URL, from 0. */
  readonly current: number;
  /** Called when another question gets the focus. */
  readonly onEnter: (place: number) => void;
}

export function QuestionSheet({ quiz, keeper, snapshot, current, onEnter }: QuestionSheetProps) {
  const list = useRef<HTMLOListElement>(null);
  /** The question that has the focus, or that the page was opened at. */
  const shown = useRef(0);
  useEffect(() => {
    if (shown.current === current) return;
    shown.current = current;
    const entry = list.current?.children[current];
    entry?.scrollIntoView();
    entry?.querySelector("section")?.focus({ preventScroll: true });
  }, [current]);
  const enter = (place: number) => {
    if (shown.current === place) return;
    shown.current = place;
    onEnter(place);
  };
  return (
    <ol className={styles.sheet} ref={list}>
      {quiz.questions.map((question, place) => (
        <SheetEntry
          key={answerKey(question.id, question.itemId)}
          {...{ quiz, question, keeper, snapshot }}
          onEnter={() => enter(place)}
        />
      ))}
    </ol>
  );
}

interface SheetEntryProps extends Pick<QuestionSheetProps, "quiz" | "keeper" | "snapshot"> {
  readonly question: TakenQuestion;
  readonly onEnter: () => void;
}

function SheetEntry({ quiz, question, keeper, snapshot, onEnter }: SheetEntryProps) {
  const entry = useRef<HTMLLIElement>(null);
  const isNear = useIsNear(entry);
  return (
    <li className={styles.sheetEntry} ref={entry} onFocusCapture={onEnter}>
      <QuestionView {...{ quiz, question, keeper, snapshot }} steps={null} isFar={!isNear} />
    </li>
  );
}

/** Slides are loaded before they are scrolled into view. */
const MARGIN = "75%";

function useIsNear(of: RefObject<Element | null>): boolean {
  const [isNear, setNear] = useState(false);
  useEffect(() => {
    if (!of.current) return;
    const observer = new IntersectionObserver((entries) => setNear(entries.at(-1)?.isIntersecting ?? false), {
      rootMargin: MARGIN,
    });
    observer.observe(of.current);
    return () => observer.disconnect();
  }, [of]);
  return isNear;
}
