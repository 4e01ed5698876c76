/** Header of the list: overall progress, and actions for all uploads. */
import { Button, Group, Progress, Text, Title } from "@mantine/core";
import { IconPlayerPause, IconPlayerPlay, IconX } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { showFailure } from "#platform/failure-toast.ts";
import { formatBytes, formatPercent } from "#ui/quantity-text.ts";
import { CancelUploadDialog } from "./CancelUploadDialog.tsx";
import styles from "./UploadPage.module.css";
import { leftText } from "./UploadStateText.tsx";
import { timeLeftS } from "./upload-arithmetic.ts";
import { useUploads } from "./upload-context.tsx";
import { isBoundToPage, isCancellable, isPausable, overallProgress, type UploadEntry } from "./upload-entry.ts";

export function QueueHead({ entries }: { readonly entries: readonly UploadEntry[] }) {
  const { t } = useTranslation();
  const queue = useUploads();
  const [isCancelling, setCancelling] = useState(false);
  const done = entries.filter(({ phase }) => phase === "done").length;
  const canPause = entries.some(isPausable);
  const canResume = entries.some(({ phase }) => phase === "paused");
  const cancellable = entries.filter(isCancellable).length;
  const isSending = entries.some(isBoundToPage);
  const isOne = entries.length === 1;
  return (
    <>
      <div className={styles.head}>
        <Title order={2}>{t("upload.queueTitle")}</Title>
        <Group gap="xs">
          {canPause && !isOne && (
            <Button
              variant="default"
              leftSection={<IconPlayerPause size={18} stroke={1.5} />}
              onClick={() => queue.pauseAll()}
            >
              {t("upload.pauseAll")}
            </Button>
          )}
          {canResume && !isOne && (
            <Button
              variant="default"
              leftSection={<IconPlayerPlay size={18} stroke={1.5} />}
              onClick={() => queue.resumeAll()}
            >
              {t("upload.resumeAll")}
            </Button>
          )}
          {cancellable > 1 && (
            <Button
              variant="default"
              leftSection={<IconX size={18} stroke={1.5} />}
              onClick={() => setCancelling(true)}
            >
              {t("upload.cancelAll")}
            </Button>
          )}
          {done > 0 && (
            <Button variant="subtle" onClick={() => queue.dismissDone()}>
              {t("upload.removeDone")}
            </Button>
          )}
        </Group>
      </div>
      {isSending && !isOne && <Overall entries={entries} done={done} />}
      <CancelUploadDialog
        title={t("upload.cancelAllTitle", { count: cancellable })}
        text={t("upload.cancelAllText")}
        confirmLabel={t("upload.cancelAll")}
        isOpen={isCancelling}
        onClose={() => setCancelling(false)}
        onConfirm={() => {
          setCancelling(false);
          queue.cancelAll().catch(showFailure);
        }}
      />
    </>
  );
}

function Overall({ entries, done }: { readonly entries: readonly UploadEntry[]; readonly done: number }) {
  const { t, i18n } = useTranslation();
  const counted = entries.filter(({ phase }) => phase !== "failed" && phase !== "duplicate");
  const { sentBytes, bytes, share, rate } = overallProgress(counted);
  const words = [
    t("upload.overallCount", { done, count: entries.length }),
    formatPercent(share, i18n.language),
    rate === null ? "" : t("upload.rate", { size: formatBytes(rate, i18n.language) }),
    leftText(timeLeftS(bytes - sentBytes, rate), t),
  ];
  return (
    <div className={styles.overall}>
      <Progress value={share * 100} color="eosin" size="md" aria-label={t("upload.overall")} />
      <Text size="sm" c="dimmed" className="tabular">
        {words.filter((word) => word !== "").join(" · ")}
      </Text>
    </div>
  );
}
