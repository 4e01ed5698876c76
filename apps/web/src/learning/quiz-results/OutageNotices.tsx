/** Outages while learners worked; one click adds the lost time. */
import { Alert, Button, Group, Text } from "@mantine/core";
import { message } from "@parfocal/core/messages.ts";
import type { QuizResults } from "@parfocal/core/quiz-results/quiz-results.contract.ts";
import { IconPlugConnectedX } from "@tabler/icons-react";
import { useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { showProblem, showSuccess } from "#platform/failure-toast.ts";
import { useAddAttempt } from "#quiz/useAddAttempt.ts";
import { giveTime } from "#quiz-access/quiz-access.api.ts";
import { dateFormat } from "#ui/locale-formats.ts";
import { resultKeys } from "./quiz-results.api.ts";

type Outage = QuizResults["outages"][number];

interface OutageNoticesProps {
  readonly quizId: number;
  readonly outages: readonly Outage[];
}

export function OutageNotices({ quizId, outages }: OutageNoticesProps) {
  return outages.map((outage) => <OutageNotice key={outage.from} quizId={quizId} outage={outage} />);
}

const S_PER_MINUTE = 60;

function OutageNotice({ quizId, outage }: { readonly quizId: number; readonly outage: Outage }) {
  const { t, i18n } = useTranslation();
  const queryClient = useQueryClient();
  const { from, until, attemptCount, runningCount, lostS, grantedS } = outage;
  const { add, isBusy, failure } = useAddAttempt<number>(async (seconds, key) => {
    const count = await giveTime(quizId, seconds, key, from);
    if (count === 0) showProblem(t("quizResults.outageNone"));
    else showSuccess(t("quizResults.moreTimeGiven", { count }));
    await queryClient.invalidateQueries({ queryKey: resultKeys.of(quizId) });
  }, message("generic.failed"));
  const date = dateFormat(i18n.language, { dateStyle: "medium", timeStyle: "medium" });
  const duration = (seconds: number) =>
    seconds < S_PER_MINUTE
      ? t("quizResults.outageSeconds", { count: seconds })
      : t("quizResults.outageMinutes", {
          minutes: Math.floor(seconds / S_PER_MINUTE),
          seconds: seconds % S_PER_MINUTE,
        });
  return (
    <Alert
      color={grantedS === null && runningCount > 0 ? "yellow" : "gray"}
      // The variant's orange has too little contrast on its yellow background.
      styles={{ title: { color: "var(--mantine-color-text)" } }}
      icon={<IconPlugConnectedX stroke={1.5} aria-hidden />}
      title={t("quizResults.outageTitle", { from: date.format(new Date(from)), until: date.format(new Date(until)) })}
    >
      <Group justify="space-between" gap={12}>
        <Text size="sm">
          {t("quizResults.outageWorking", { count: attemptCount })}{" "}
          {grantedS !== null && t("quizResults.outageGiven", { time: duration(grantedS) })}
        </Text>
        {grantedS === null && runningCount > 0 && (
          <Button variant="default" loading={isBusy} onClick={() => void add(lostS)}>
            {t("quizResults.outageGive", { time: duration(lostS) })}
          </Button>
        )}
      </Group>
      {failure && (
        <Text role="alert" c="red" size="sm">
          {failure}
        </Text>
      )}
    </Alert>
  );
}
