/** Points and a comment of the teacher for one answer. Unsaved input is stored in this browser. */
import { Alert, Button, Group, NumberInput, Text, Textarea } from "@mantine/core";
import { COMMENT_MAX_CHARACTERS } from "@parfocal/core/quiz-results/mark-rules.ts";
import type { AnswerMark, Paper } from "@parfocal/core/quiz-results/quiz-results.contract.ts";
import { useTranslation } from "react-i18next";
import { useDraft } from "#editor/useDraft.ts";
import { useScoreText } from "#quiz-attempt/useScoreText.ts";
import { dateFormat } from "#ui/locale-formats.ts";
import { formatQuantity } from "#ui/quantity-text.ts";
import styles from "./QuizResults.module.css";
import { useMarkAnswer } from "./quiz-results.api.ts";

interface MarkValues {
  /** Empty: the automatic points. */
  readonly score: number | "";
  readonly comment: string;
}

interface MarkFormProps {
  readonly paper: Pick<Paper, "quizId" | "attemptId">;
  readonly mark: AnswerMark;
  /** Title of the question. */
  readonly title: string;
}

export function MarkForm({ paper: { quizId, attemptId }, mark, title }: MarkFormProps) {
  const { t, i18n } = useTranslation();
  const send = useMarkAnswer(quizId, attemptId);
  const { questionId, itemId, markedAt } = mark;
  const draft = useDraft<MarkValues>({
    name: `quiz-mark-${attemptId}-${questionId}-${itemId ?? 0}`,
    saved: { score: mark.points?.score ?? "", comment: mark.comment },
    send: ({ score, comment }) =>
      send.mutateAsync({
        questionId,
        itemId,
        knownMarkedAt: markedAt,
        ...(score === undefined ? {} : { score: score === "" ? null : score }),
        ...(comment === undefined ? {} : { comment }),
      }),
  });
  const { values, change, failure } = draft;
  const isTooMuch = values.score !== "" && values.score > mark.maxScore;
  const takeBack = () => send.mutate({ questionId, itemId, knownMarkedAt: markedAt, score: null });
  const separator = formatQuantity(1.5, i18n.language).charAt(1);
  return (
    <form
      className={styles.mark}
      aria-label={t("quizResults.markOf", { title })}
      onSubmit={(event) => {
        event.preventDefault();
        if (!isTooMuch) void draft.save();
      }}
    >
      <NumberInput
        className={styles.points}
        label={t("quizResults.points", { max: formatQuantity(mark.maxScore, i18n.language) })}
        min={0}
        max={mark.maxScore}
        clampBehavior="none"
        allowNegative={false}
        decimalScale={2}
        decimalSeparator={separator}
        allowedDecimalSeparators={[",", "."]}
        value={values.score}
        error={isTooMuch && t("quizResults.tooMuch")}
        onChange={(score) => change({ score: typeof score === "number" ? score : "" })}
      />
      <Textarea
        className={styles.commentField}
        label={t("quizResults.comment")}
        description={t("quizResults.commentHint")}
        autosize
        minRows={1}
        maxLength={COMMENT_MAX_CHARACTERS}
        value={values.comment}
        onChange={(event) => change({ comment: event.currentTarget.value })}
      />
      <MarkOrigin mark={mark} onTakeBack={takeBack} />
      {failure && (
        <Alert color="red" role="alert" className={styles.wholeRow}>
          {["invalid", "conflict"].includes(failure.kind) ? failure.message : t("platform.failed")}
        </Alert>
      )}
      {(draft.isDirty || draft.state === "saving") && (
        <Group gap={8} className={styles.wholeRow}>
          <Button type="submit" disabled={isTooMuch} loading={draft.state === "saving"}>
            {t("quizResults.saveMark")}
          </Button>
          <Button variant="default" onClick={draft.discard}>
            {t("editor.discard")}
          </Button>
        </Group>
      )}
    </form>
  );
}

/** Author of the points, and a button to restore the automatic ones. */
function MarkOrigin({ mark, onTakeBack }: { readonly mark: AnswerMark; readonly onTakeBack: () => void }) {
  const { t, i18n } = useTranslation();
  const scoreText = useScoreText();
  const { automatic, isGiven, markedAt, markedBy } = mark;
  const date = dateFormat(i18n.language, { dateStyle: "medium", timeStyle: "short" });
  const points = automatic ? scoreText(automatic.score, automatic.maxScore) : t("quizResults.noPoints");
  return (
    <div className={styles.wholeRow}>
      {(isGiven || !automatic) && (
        <Text size="sm" c="dimmed">
          {t("quizResults.automatic", { points })}{" "}
          {isGiven && (
            <Button size="compact-sm" variant="subtle" onClick={onTakeBack}>
              {t("quizResults.useAutomatic")}
            </Button>
          )}
        </Text>
      )}
      {markedAt && (
        <Text size="sm" c="dimmed">
          {t(markedBy === null ? "quizResults.markedOn" : "quizResults.markedBy", {
            name: markedBy ?? "",
            date: date.format(new Date(markedAt)),
          })}
        </Text>
      )}
    </div>
  );
}
