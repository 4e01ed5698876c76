import { Checkbox, UnstyledButton } from "@mantine/core";
import type { FoundQuestion } from "@parfocal/core/quiz/search-questions.contract.ts";
import { IconPencil, IconQuestionMark } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { useSession } from "#platform/session.tsx";
import { SubjectPicture } from "#quiz/SubjectPicture.tsx";
import { ButtonLink } from "#ui/ButtonLink.tsx";
import { manageAddress } from "./manage-address.ts";
import styles from "./QuestionBank.module.css";

interface QuestionRowProps {
  readonly question: FoundQuestion;
  readonly isChosen: boolean;
  /** Whether the selection is full. */
  readonly isFull: boolean;
  readonly onToggle: () => void;
  readonly onPreview: () => void;
}

/** A question of the bank: select, preview, edit, or open its quiz. */
export function QuestionRow({ question, isChosen, isFull, onToggle, onPreview }: QuestionRowProps) {
  const { t } = useTranslation();
  const { site } = useSession();
  const { id, title, type, quizId, quizTitle, thumbnail } = question;
  return (
    <li className={styles.row} data-chosen={isChosen || undefined}>
      <Checkbox
        aria-label={t("questionBank.select", { title })}
        checked={isChosen}
        disabled={isFull && !isChosen}
        onChange={onToggle}
      />
      {thumbnail === null ? (
        <span className={styles.picture}>
          <IconQuestionMark size={22} stroke={1.5} aria-hidden />
        </span>
      ) : (
        <SubjectPicture kind="image" thumbnail={thumbnail} />
      )}
      <span className={styles.words}>
        <UnstyledButton
          className={styles.title}
          aria-label={t("questionBank.preview", { title })}
          aria-haspopup="dialog"
          onClick={onPreview}
        >
          {title}
        </UnstyledButton>
        <small className={styles.hint}>
          {t(`quiz.type_${type}`)} ·{" "}
          <Link {...manageAddress(site.id, quizId)} className={styles.quizLink}>
            {quizTitle}
          </Link>
        </small>
      </span>
      <ButtonLink
        {...manageAddress(site.id, id)}
        variant="subtle"
        color="gray"
        h={44}
        px={12}
        aria-label={t("questionBank.editOf", { title })}
      >
        <IconPencil size={18} stroke={1.5} aria-hidden />
      </ButtonLink>
    </li>
  );
}
