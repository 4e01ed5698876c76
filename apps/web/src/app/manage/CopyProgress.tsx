/** Progress of long copies of folders, each with a cancel button. */
import { Button, Paper, Progress, Text } from "@mantine/core";
import { useSyncExternalStore } from "react";
import { useTranslation } from "react-i18next";
import { showProblem } from "#platform/failure-toast.ts";
import { copyRuns, stopCopy } from "#tree/copy-runs.ts";
import styles from "./CopyProgress.module.css";

export function CopyProgress() {
  const { t } = useTranslation();
  const runs = useSyncExternalStore(copyRuns.subscribe, copyRuns.get);
  if (runs.length === 0) return null;
  return (
    <div className={styles.runs}>
      {runs.map(({ key, title, done, total, isStopping }) => (
        <Paper
          key={key}
          className={styles.run}
          withBorder
          shadow="md"
          role="group"
          aria-label={t("tree.copying", { title })}
        >
          <div className={styles.words}>
            <Text size="sm" truncate>
              {t("tree.copying", { title })}
            </Text>
            <Text size="sm" c="dimmed">
              {total > 0 ? t("tree.copyingCount", { done, total }) : t("tree.copyingStarts")}
            </Text>
            <Progress
              value={total > 0 ? (100 * done) / total : 0}
              animated={total === 0}
              mt={4}
              aria-label={t("tree.copying", { title })}
            />
          </div>
          <Button
            variant="default"
            loading={isStopping}
            onClick={() => void stopCopy(key).catch(() => showProblem(t("tree.copyStopFailed")))}
          >
            {t("tree.copyStop")}
          </Button>
        </Paper>
      ))}
    </div>
  );
}
