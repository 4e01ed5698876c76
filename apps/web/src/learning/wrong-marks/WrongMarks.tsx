/** Where the wrong marks of an annotation question are: a list of clusters, and the slide with the marks. */
import { Loader, UnstyledButton } from "@mantine/core";
import { NEIGHBOUR_RADIUS_UM } from "@parfocal/core/wrong-marks/mark-clusters.ts";
import type { WrongMarks as Found, WrongPlaceShown } from "@parfocal/core/wrong-marks/wrong-marks.contract.ts";
import { Suspense, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { LaterQuestionStage } from "#quiz-attempt/question-stage-part.ts";
import { CallFailure } from "#ui/CallFailure.tsx";
import styles from "./WrongMarks.module.css";
import { useWrongMarks, type WrongMarksQuery } from "./wrong-marks.api.ts";

export function WrongMarks(query: WrongMarksQuery) {
  const { t } = useTranslation();
  const { data, error, refetch } = useWrongMarks(query);
  if (!data) return error ? <CallFailure error={error} onRetry={() => void refetch()} /> : <Loader size="sm" />;
  if (data.answeredCount === 0) return <p className={styles.text}>{t("wrongMarks.notAnswered")}</p>;
  if (data.wrongMarkCount === 0) return <p className={styles.text}>{t("wrongMarks.none")}</p>;
  return <Places found={data} />;
}

function Places({ found }: { readonly found: Found }) {
  const { t } = useTranslation();
  const { quizId, subjectId, places, marks, regions, userCount, wrongUserCount, wrongMarkCount } = found;
  /**
   * The location selected last, a new object even if it is the same, so that the slide moves there again. `at` null:
   * all marks.
   */
  const [choice, setChoice] = useState<{ readonly at: number | null } | null>(null);
  const chosen = choice?.at ?? null;
  const shown = useMemo(() => marks.filter(({ place }) => chosen === null || place === chosen), [marks, chosen]);
  const points = useMemo(() => shown.map(({ wkt }) => wkt), [shown]);
  const around = useMemo(() => {
    if (!choice) return undefined;
    return choice.at === null ? [] : marks.filter(({ place }) => place === choice.at).map(({ wkt }) => wkt);
  }, [marks, choice]);
  const numbers = useMemo(() => shown.map(({ place }) => (place === null ? null : place + 1)), [shown]);
  const placeText = usePlaceText(userCount);
  return (
    <section className={styles.layout} aria-label={t("wrongMarks.title")}>
      <div className={styles.side}>
        <p className={styles.text}>{t("wrongMarks.summary", { wrong: wrongUserCount, count: userCount })}</p>
        {places.length === 0 ? (
          <p className={styles.text}>{t("wrongMarks.noPlaces")}</p>
        ) : (
          <>
            <PlaceButton isChosen={chosen === null} onChoose={() => setChoice({ at: null })}>
              {t("wrongMarks.all")}
            </PlaceButton>
            <ol className={styles.places} aria-label={t("wrongMarks.places")}>
              {places.map((place, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the place in the list is its number, and nothing is reordered
                <li key={at}>
                  <PlaceButton isChosen={chosen === at} onChoose={() => setChoice({ at })}>
                    {placeText(place, at + 1)}
                  </PlaceButton>
                </li>
              ))}
            </ol>
          </>
        )}
        {marks.length < wrongMarkCount && (
          <p className={styles.hint}>{t("wrongMarks.shown", { shown: marks.length, total: wrongMarkCount })}</p>
        )}
        <p className={styles.hint}>{t("wrongMarks.hint", { radius: NEIGHBOUR_RADIUS_UM })}</p>
      </div>
      {subjectId !== null && (
        <div className={styles.slide}>
          <Suspense fallback={<Loader size="sm" />}>
            <LaterQuestionStage
              quizId={quizId}
              subjectId={subjectId}
              marks={points}
              numbers={numbers}
              regions={regions}
              onDraw={null}
              around={around}
            />
          </Suspense>
        </div>
      )}
    </section>
  );
}

/** @param total number of people asked. @returns a function that takes a location and its number in the list. */
function usePlaceText(total: number): (place: WrongPlaceShown, number: number) => string {
  const { t } = useTranslation();
  return ({ kind, name, userCount: count }, number) => {
    if (kind === "annotation") return t("wrongMarks.inAnnotation", { count, total, name: name ?? "" });
    if (kind === null) return t("wrongMarks.unnamed", { count, total, number });
    return name
      ? t("wrongMarks.inRegion", { count, total, name })
      : t("wrongMarks.inRegionWithoutName", { count, total });
  };
}

interface PlaceButtonProps {
  readonly isChosen: boolean;
  readonly onChoose: () => void;
  readonly children: string;
}

function PlaceButton({ isChosen, onChoose, children }: PlaceButtonProps) {
  return (
    <UnstyledButton className={styles.place} aria-pressed={isChosen} onClick={onChoose}>
      {children}
    </UnstyledButton>
  );
}
