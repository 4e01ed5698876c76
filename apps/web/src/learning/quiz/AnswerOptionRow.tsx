import { ActionIcon, Checkbox, Radio, TextInput } from "@mantine/core";
import { OPTION_MAX_CHARACTERS } from "@parfocal/core/quiz/question-limits.ts";
import type { QuestionType } from "@parfocal/core/quiz/quiz-types.ts";
import { IconTrash } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { Grip, useSortableRow } from "#ui/SortableList.tsx";
import styles from "./Quiz.module.css";
import { labelAt, type OptionDraft } from "./question-draft.ts";

interface AnswerOptionRowProps {
  readonly type: QuestionType;
  /** From 0. */
  readonly place: number;
  readonly option: OptionDraft;
  readonly isFocused: boolean;
  readonly onChange: (change: Partial<OptionDraft>) => void;
  readonly onRemove: () => void;
}

/** One answer option: its letter, its text or pair, and whether it is correct. */
export function AnswerOptionRow({ type, place, option, isFocused, onChange, onRemove }: AnswerOptionRowProps) {
  const { t } = useTranslation();
  const { row, grip } = useSortableRow(option.key);
  const label = labelAt(place);
  const mark = {
    "aria-label": t("quiz.correctOf", { label }),
    checked: option.isCorrect,
  };
  return (
    <li {...row} className={`${styles.entry} ${styles.option}`} data-focused={isFocused || undefined}>
      <Grip {...grip} className={styles.grip} aria-label={t("quiz.moveOption", { label })} />
      <span className={styles.label}>{label}</span>
      {type === "multiple-choice" && <Radio {...mark} onChange={() => onChange({ isCorrect: true })} />}
      {type === "multiple-answer" && (
        <Checkbox {...mark} onChange={(event) => onChange({ isCorrect: event.currentTarget.checked })} />
      )}
      <div className={styles.inputs}>
        {type === "matching" ? (
          <>
            <TextInput
              aria-label={t("quiz.leftOf", { label })}
              placeholder={t("quiz.left")}
              value={option.left}
              maxLength={OPTION_MAX_CHARACTERS}
              onChange={(event) => onChange({ left: event.currentTarget.value })}
              autoFocus={isFocused}
            />
            <TextInput
              aria-label={t("quiz.rightOf", { label })}
              placeholder={t("quiz.right")}
              value={option.right}
              maxLength={OPTION_MAX_CHARACTERS}
              onChange={(event) => onChange({ right: event.currentTarget.value })}
            />
          </>
        ) : (
          <TextInput
            aria-label={t(type === "annotation" ? "quiz.regionNameOf" : "quiz.optionOf", { label })}
            placeholder={t(type === "annotation" ? "quiz.regionName" : "quiz.option")}
            value={option.option}
            maxLength={OPTION_MAX_CHARACTERS}
            onChange={(event) => onChange({ option: event.currentTarget.value })}
            autoFocus={isFocused}
          />
        )}
      </div>
      <ActionIcon
        className={styles.remove}
        variant="subtle"
        color="gray"
        size={36}
        aria-label={t("quiz.removeOption", { label })}
        onClick={onRemove}
      >
        <IconTrash size={18} stroke={1.5} aria-hidden />
      </ActionIcon>
    </li>
  );
}
