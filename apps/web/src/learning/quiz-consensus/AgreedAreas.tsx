/** Where on the slide the class agrees: an area per share of the class, one of which can be saved as an annotation. */
import { Button, NativeSelect, Title } from "@mantine/core";
import type { Consensus } from "@parfocal/core/quiz-consensus/quiz-consensus.contract.ts";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { showProblem, showSuccess } from "#platform/failure-toast.ts";
import { LaterQuestionStage } from "#quiz-attempt/question-stage-part.ts";
import { showUndo } from "#ui/undo-toast.tsx";
import styles from "./QuizConsensus.module.css";
import { useDropArea, useKeepArea } from "./quiz-consensus.api.ts";
import { usePercentText } from "./usePercentText.ts";

const NO_MARKS: readonly string[] = [];

export function AgreedAreas({ consensus }: { readonly consensus: Consensus }) {
  const { t } = useTranslation();
  const percent = usePercentText();
  const { quizId, subjectId, areas, agreedArea, threshold } = consensus;
  const [shown, setShown] = useState("all");
  const choices = [
    { value: "all", label: t("quizConsensus.allAreas") },
    ...(agreedArea === null ? [] : [{ value: "agreed", label: t("quizConsensus.agreedArea") }]),
    ...areas.map(({ share }) => ({
      value: String(share),
      label: t("quizConsensus.areaOf", { percent: percent(share) }),
    })),
  ];
  const regions = useMemo(() => {
    if (shown === "agreed") return agreedArea === null ? [] : [{ title: "", wkt: agreedArea }];
    return areas
      .filter(({ share }) => shown === "all" || String(share) === shown)
      .map(({ share, wkt }) => ({ title: percent(share), wkt }));
  }, [shown, areas, agreedArea, percent]);
  return (
    <section className={styles.areas} aria-label={t("quizConsensus.areas")}>
      <Title order={2}>{t("quizConsensus.areas")}</Title>
      <div className={styles.choice}>
        <NativeSelect
          label={t("quizConsensus.shown")}
          value={shown}
          data={choices}
          onChange={({ currentTarget }) => setShown(currentTarget.value)}
        />
        {agreedArea !== null && <KeepButton consensus={consensus} agreedArea={agreedArea} />}
      </div>
      {agreedArea === null && (
        <p className={styles.text}>{t("quizConsensus.noAgreedArea", { percent: percent(threshold) })}</p>
      )}
      {subjectId !== null && (
        <LaterQuestionStage quizId={quizId} subjectId={subjectId} marks={NO_MARKS} regions={regions} onDraw={null} />
      )}
      <p className={styles.hint}>{t("quizConsensus.areaHint")}</p>
    </section>
  );
}

/** For a case it is unknown which of its slides was marked. */
function KeepButton({ consensus, agreedArea }: { readonly consensus: Consensus; readonly agreedArea: string }) {
  const { t } = useTranslation();
  const { mutateAsync: keep, isPending } = useKeepArea();
  const { mutateAsync: drop } = useDropArea();
  const { subjectId, subjectKind, title } = consensus;
  if (subjectId === null || subjectKind !== "image") return null;
  async function handleKeep(imageId: number): Promise<void> {
    try {
      const id = await keep({ imageId, title, geometry: agreedArea });
      showUndo(t("quizConsensus.kept"), t("quizConsensus.undo"), () => {
        void drop(id).then(
          () => showSuccess(t("quizConsensus.undone")),
          () => showProblem(t("quizConsensus.undoFailed")),
        );
      });
    } catch {
      showProblem(t("quizConsensus.keepFailed"));
    }
  }
  return (
    <Button variant="default" loading={isPending} onClick={() => void handleKeep(subjectId)}>
      {t("quizConsensus.keep")}
    </Button>
  );
}
