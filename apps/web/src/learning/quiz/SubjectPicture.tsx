import type { QuizSubjectKind } from "@parfocal/core/quiz/quiz-types.ts";
import { ITEM_ICONS } from "#item/item-icons.ts";
import styles from "./Quiz.module.css";

interface SubjectPictureProps {
  readonly kind: QuizSubjectKind;
  readonly thumbnail: string | null;
}

/** The thumbnail of a slide or case. */
export function SubjectPicture({ kind, thumbnail }: SubjectPictureProps) {
  const Icon = ITEM_ICONS[kind];
  if (thumbnail !== null) return <img className={styles.picture} src={thumbnail} alt="" loading="lazy" />;
  return (
    <span className={`${styles.picture} ${styles.noPicture}`}>
      <Icon size={22} stroke={1.5} aria-hidden />
    </span>
  );
}
