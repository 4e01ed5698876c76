/** One job: its item, step, progress and result. */
import { Button, Progress } from "@mantine/core";
import type { Work } from "@parfocal/core/work/work.contract.ts";
import { IconAlertTriangle, IconFile } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import type { TFunction } from "i18next";
import { useTranslation } from "react-i18next";
import { pathTo } from "#item/place-path.ts";
import { faultText } from "#job/fault-text.ts";
import { useSession } from "#platform/session.tsx";
import { dateFormat } from "#ui/locale-formats.ts";
import { formatPercent } from "#ui/quantity-text.ts";
import styles from "./WorkPage.module.css";
import { useRetryWork } from "./work.api.ts";

const KINDS_WITH_TEXT = [
  "checkUpload",
  "convertImage",
  "completeLevels",
  "drawDemoSlide",
  "importServerFile",
  "deidentifySlide",
  "unpackRadiology",
] as const;

function kindText(t: TFunction, kind: string): string {
  const known = KINDS_WITH_TEXT.find((candidate) => candidate === kind);
  return t(`work.kind_${known ?? "other"}`);
}

type Words = (work: Work, t: TFunction, language: string) => string;

const STATE_WORDS: Record<Work["state"], Words> = {
  queued: (_work, t) => t("work.state_queued"),
  running: ({ progress }, t, language) => t("work.state_running", { percent: formatPercent(progress, language) }),
  done: (_work, t) => t("work.state_done"),
  failed: (work, t, language) => faultText(t, language, work) ?? t("work.failedUnknown"),
};

export function WorkRow({ work }: { readonly work: Work }) {
  const { t, i18n } = useTranslation();
  const { site } = useSession();
  const retry = useRetryWork();
  const { id, kind, state, progress, subject, createdAt, finishedAt, canRetry } = work;
  const href = subject.imageId === null ? null : pathTo(site.id, [{ kind: "image", id: subject.imageId }]);
  const at = new Date(finishedAt ?? createdAt);
  return (
    <li className={styles.row} data-state={state}>
      <div className={styles.picture}>
        {state === "failed" ? (
          <IconAlertTriangle size={24} stroke={1.5} aria-hidden />
        ) : subject.thumbnail ? (
          <img src={subject.thumbnail} alt="" loading="lazy" />
        ) : (
          <IconFile size={24} stroke={1.5} aria-hidden />
        )}
      </div>
      <div className={styles.body}>
        <div className={styles.names}>
          {href === null ? (
            <span className={styles.title}>{subject.title}</span>
          ) : (
            <Link to={href} className={styles.title}>
              {subject.title}
            </Link>
          )}
          <span className={styles.kind}>
            {kindText(t, kind)} · <time dateTime={at.toISOString()}>{timeText(at, i18n.language)}</time>
          </span>
        </div>
        {state === "running" && <Progress value={progress * 100} size="sm" color="eosin" aria-label={subject.title} />}
        <span className={styles.state} data-state={state}>
          {STATE_WORDS[state](work, t, i18n.language)}
        </span>
      </div>
      {canRetry && (
        <Button
          variant="light"
          loading={retry.isPending}
          aria-label={t("work.retryOf", { title: subject.title })}
          onClick={() => retry.mutate(id)}
        >
          {t("work.retry")}
        </Button>
      )}
    </li>
  );
}

const timeText = (at: Date, language: string) =>
  dateFormat(language, { dateStyle: "medium", timeStyle: "short" }).format(at);
