/** The marks drawn on the slide as a list, from which they can also be removed without a pointer. */
import { Button, Group } from "@mantine/core";
import { IconTrash } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import type { AnswerFieldProps } from "./answer-field-props.ts";
import { marksOf } from "./choices.ts";
import styles from "./QuizAttempt.module.css";

export function MarksAnswer({ currentAnswer, isFinal, onChange }: Omit<AnswerFieldProps, "question">) {
  const { t } = useTranslation();
  const marks = marksOf(currentAnswer?.answer);
  return (
    <div className={styles.section}>
      {!isFinal && <p className={styles.hint}>{t("quizAttempt.markHint")}</p>}
      <p role="status" className={styles.markCount}>
        {t("quizAttempt.markCount", { count: marks.length })}
      </p>
      {!isFinal && marks.length > 0 && (
        <Group gap={8}>
          {marks.map((mark, place) => (
            <Button
              key={mark}
              size="compact-md"
              variant="default"
              leftSection={<IconTrash size={16} stroke={1.5} aria-hidden />}
              onClick={() => onChange(marks.filter((_, index) => index !== place))}
            >
              {t("quizAttempt.removeMark", { number: place + 1 })}
            </Button>
          ))}
        </Group>
      )}
    </div>
  );
}
