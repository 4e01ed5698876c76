/** The answer options of a question, A to Z: added, removed, reordered by pointer or keyboard, marked as correct. */
import { arrayMove } from "@dnd-kit/sortable";
import { Button } from "@mantine/core";
import { ANSWER_OPTIONS_MAX, withCorrect } from "@parfocal/core/quiz/question-rules.ts";
import type { QuestionType } from "@parfocal/core/quiz/quiz-types.ts";
import { IconPlus } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { SortableList } from "#ui/SortableList.tsx";
import { AnswerOptionRow } from "./AnswerOptionRow.tsx";
import styles from "./Quiz.module.css";
import { labelAt, newOption, type OptionDraft } from "./question-draft.ts";

interface AnswerOptionsProps {
  readonly type: QuestionType;
  readonly options: readonly OptionDraft[];
  /** The highlighted option; null: none. */
  readonly focusedId: number | null;
  readonly onChange: (options: readonly OptionDraft[]) => void;
}

export function AnswerOptions({ type, options, focusedId, onChange }: AnswerOptionsProps) {
  const { t } = useTranslation();
  const changeAt = (place: number, change: Partial<OptionDraft>) => {
    const isCorrect = change.isCorrect;
    onChange(
      isCorrect === undefined
        ? options.map((option, index) => (index === place ? { ...option, ...change } : option))
        : withCorrect(type, options, { place, isCorrect }),
    );
  };
  return (
    <section className={styles.section} aria-label={t("quiz.options")}>
      <h3 className={styles.sectionTitle}>{t("quiz.options")}</h3>
      <p className={styles.hint}>{t(`quiz.optionsHint_${type}`)}</p>
      <SortableList
        className={styles.list}
        entries={options.map(({ key }, place) => ({ id: key, title: t("quiz.optionOf", { label: labelAt(place) }) }))}
        instructions={t("quiz.moveInstructions")}
        announce={(moment, place) => t(`quiz.move${moment}`, { ...place })}
        onMove={(from, to) => onChange(arrayMove([...options], from, to))}
      >
        {options.map((option, place) => (
          <AnswerOptionRow
            key={option.key}
            type={type}
            place={place}
            option={option}
            isFocused={option.id !== null && option.id === focusedId}
            onChange={(change) => changeAt(place, change)}
            onRemove={() => onChange(options.filter(({ key }) => key !== option.key))}
          />
        ))}
      </SortableList>
      {type !== "annotation" && (
        <div>
          <Button
            variant="default"
            leftSection={<IconPlus size={18} stroke={1.5} aria-hidden />}
            disabled={options.length >= ANSWER_OPTIONS_MAX}
            onClick={() => onChange([...options, newOption()])}
          >
            {t(type === "matching" ? "quiz.addPair" : "quiz.addOption")}
          </Button>
        </div>
      )}
    </section>
  );
}
