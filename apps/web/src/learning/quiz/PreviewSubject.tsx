/** The slide or case of a question: its thumbnail, and the slide itself on demand. */
import { Button } from "@mantine/core";
import type { QuizSubjectKind } from "@parfocal/core/quiz/quiz-types.ts";
import { IconMicroscope } from "@tabler/icons-react";
import { type ReactNode, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { lazyPart } from "#ui/lazy-part.ts";
import styles from "./Quiz.module.css";
import { SubjectPicture } from "./SubjectPicture.tsx";

/** The viewer is loaded with the first slide that is opened. */
const LaterSlide = lazyPart(
  () => import("./PreviewSlide.tsx"),
  (part) => part.PreviewSlide,
);

interface PreviewSubjectProps {
  /** Image or case. */
  readonly id: number;
  readonly kind: QuizSubjectKind;
  readonly thumbnail: string | null;
  /** Shown beside the thumbnail. */
  readonly children?: ReactNode;
}

export function PreviewSubject({ id, kind, thumbnail, children }: PreviewSubjectProps) {
  const { t } = useTranslation();
  const [isShown, setShown] = useState(false);
  return (
    <div className={styles.section}>
      <div className={styles.row}>
        {!isShown && <SubjectPicture kind={kind} thumbnail={thumbnail} />}
        {children}
        {kind === "image" && (
          <Button
            variant="default"
            aria-expanded={isShown}
            leftSection={<IconMicroscope size={18} stroke={1.5} aria-hidden />}
            onClick={() => setShown(!isShown)}
          >
            {t(isShown ? "quiz.hideSlide" : "quiz.showSlide")}
          </Button>
        )}
      </div>
      {isShown && (
        <Suspense fallback={<div className={styles.stage} />}>
          <LaterSlide imageId={id} />
        </Suspense>
      )}
    </div>
  );
}
