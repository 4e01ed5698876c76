import { ActionIcon } from "@mantine/core";
import { IconX } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import styles from "./Quiz.module.css";
import type { Subject } from "./question-draft.ts";
import { SubjectPicture } from "./SubjectPicture.tsx";

interface ChosenSubjectsProps {
  readonly subjects: readonly Subject[];
  readonly onRemove: (id: number) => void;
}

/** Slides and cases to be added. */
export function ChosenSubjects({ subjects, onRemove }: ChosenSubjectsProps) {
  const { t } = useTranslation();
  if (subjects.length === 0) return null;
  return (
    <ul className={styles.list} aria-label={t("quiz.chosenSlides")}>
      {subjects.map(({ id, kind, title, thumbnail }) => (
        <li key={id} className={styles.entry}>
          <SubjectPicture kind={kind} thumbnail={thumbnail} />
          <span className={styles.entryWords}>{title}</span>
          <ActionIcon
            variant="subtle"
            color="gray"
            size={36}
            aria-label={t("quiz.removeOf", { title })}
            onClick={() => onRemove(id)}
          >
            <IconX size={18} stroke={1.5} aria-hidden />
          </ActionIcon>
        </li>
      ))}
    </ul>
  );
}
