/** Matching pairs: a right side is dragged to its left side, or selected and then placed, by click or by keys. */
import {
  DndContext,
  type DragEndEvent,
  PointerSensor,
  useDraggable,
  useDroppable,
  useSensor,
  useSensors,
} from "@dnd-kit/core";
import type { TakenQuestion } from "@parfocal/core/quiz/taken-quiz.contract.ts";
import { IconX } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { AnswerFieldProps } from "./answer-field-props.ts";
import { type Pair, pairsOf, withPair } from "./choices.ts";
import styles from "./QuizAttempt.module.css";

type Side = TakenQuestion["rights"][number];

/** A press that moves less than this is a click, CSS px. */
const DRAG_FROM_PX = 6;

export function MatchingAnswer({ question, currentAnswer, isFinal, onChange }: AnswerFieldProps) {
  const { t } = useTranslation();
  const { lefts, rights } = question;
  const pairs = pairsOf(currentAnswer?.answer);
  const [picked, setPicked] = useState<string | null>(null);
  const sensors = useSensors(useSensor(PointerSensor, { activationConstraint: { distance: DRAG_FROM_PX } }));
  const place = (left: string, right: string | null) => {
    setPicked(null);
    onChange(withPair(pairs, left, right));
  };
  const onDragEnd = ({ active, over }: DragEndEvent) => {
    if (over && !isFinal) place(String(over.id), String(active.id));
  };
  const free = rights.filter(({ id }) => !pairs.some(({ right }) => right === id));
  return (
    <DndContext sensors={sensors} onDragEnd={onDragEnd}>
      {!isFinal && <p className={styles.hint}>{t("quizAttempt.matchHint")}</p>}
      <ul className={styles.pairs} aria-label={t("quizAttempt.pairs")}>
        {lefts.map((left) => (
          <PairRow
            key={left.id}
            left={left}
            right={rightAt(left.id, pairs, rights)}
            isFinal={isFinal}
            isWaiting={picked !== null}
            onPlace={() => picked !== null && place(left.id, picked)}
            onClear={() => place(left.id, null)}
          />
        ))}
      </ul>
      {!isFinal && (
        <ul className={styles.chips} aria-label={t("quizAttempt.toMatch")}>
          {free.map((side) => (
            <li key={side.id}>
              <Chip
                side={side}
                isPicked={picked === side.id}
                onPick={() => setPicked(picked === side.id ? null : side.id)}
              />
            </li>
          ))}
        </ul>
      )}
    </DndContext>
  );
}

function rightAt(left: string, pairs: readonly Pair[], rights: readonly Side[]): Side | null {
  const chosen = pairs.find((pair) => pair.left === left)?.right;
  return rights.find(({ id }) => id === chosen) ?? null;
}

interface PairRowProps {
  readonly left: Side;
  /** Null: none yet. */
  readonly right: Side | null;
  readonly isFinal: boolean;
  /** Whether a right side was selected and can be placed here. */
  readonly isWaiting: boolean;
  readonly onPlace: () => void;
  readonly onClear: () => void;
}

function PairRow({ left, right, isFinal, isWaiting, onPlace, onClear }: PairRowProps) {
  const { t } = useTranslation();
  const { setNodeRef, isOver } = useDroppable({ id: left.id, disabled: isFinal });
  return (
    <li className={styles.pair} ref={setNodeRef} data-over={isOver || undefined}>
      <span>{left.text}</span>
      <button
        type="button"
        className={styles.slot}
        data-waiting={isWaiting || undefined}
        disabled={isFinal || !isWaiting}
        aria-label={`${left.text}: ${right?.text ?? t("quizAttempt.emptySlot")}`}
        onClick={onPlace}
      >
        {right?.text ?? t("quizAttempt.emptySlot")}
      </button>
      {right && !isFinal && (
        <button
          type="button"
          className={styles.clear}
          aria-label={t("quizAttempt.clearPair", { left: left.text })}
          onClick={onClear}
        >
          <IconX size={16} stroke={1.5} aria-hidden />
        </button>
      )}
    </li>
  );
}

function Chip({ side, isPicked, onPick }: { readonly side: Side; readonly isPicked: boolean; onPick: () => void }) {
  const { setNodeRef, listeners, transform, isDragging } = useDraggable({ id: side.id });
  const style = transform ? { transform: `translate(${transform.x}px, ${transform.y}px)` } : undefined;
  return (
    <button
      ref={setNodeRef}
      type="button"
      className={styles.chip}
      style={style}
      data-dragging={isDragging || undefined}
      aria-pressed={isPicked}
      onClick={onPick}
      {...listeners}
    >
      {side.text}
    </button>
  );
}
