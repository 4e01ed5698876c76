/** Progress as text: bytes, rate and time left, or the server's current step. */
import type { TFunction } from "i18next";
import { useTranslation } from "react-i18next";
import { faultText } from "#job/fault-text.ts";
import { formatBytes, formatPercent } from "#ui/quantity-text.ts";
import styles from "./UploadRow.module.css";
import { roughDuration } from "./upload-arithmetic.ts";
import type { UploadEntry, UploadPhase } from "./upload-entry.ts";

type Words = (entry: UploadEntry, t: TFunction, language: string) => string;

const shareOf = ({ sentBytes, bytes }: UploadEntry) => sentBytes / Math.max(1, bytes);

const WORDS: Record<UploadPhase, Words> = {
  waiting: (_entry, t) => t("upload.stateWaiting"),
  sending: ({ sentBytes, bytes, rate, leftS }, t, language) =>
    [
      sentBytes === 0
        ? t("upload.stateHashing")
        : t("upload.stateSending", { sent: formatBytes(sentBytes, language), total: formatBytes(bytes, language) }),
      rate === null ? "" : t("upload.rate", { size: formatBytes(rate, language) }),
      leftText(leftS, t),
    ]
      .filter((part) => part !== "")
      .join(" · "),
  retrying: (_entry, t) => t("upload.stateRetrying"),
  paused: (entry, t, language) => t("upload.statePaused", { percent: formatPercent(shareOf(entry), language) }),
  interrupted: (entry, t, language) =>
    [
      t("upload.statePaused", { percent: formatPercent(shareOf(entry), language) }),
      entry.hasHandle ? "" : t("upload.chooseAgain"),
    ]
      .filter((part) => part !== "")
      .join(" · "),
  duplicate: ({ twin }, t) =>
    twin?.kind === "entry" ? t("upload.stateTwinInList", { filename: twin.filename }) : t("upload.stateTwin"),
  finishing: (_entry, t) => t("upload.stateFinishing"),
  checking: (_entry, t) => t("upload.stateChecking"),
  preparing: ({ progress }, t, language) => t("upload.statePreparing", { percent: formatPercent(progress, language) }),
  done: (_entry, t) => t("upload.stateDone"),
  failed: ({ error, fileFault }, t, language) =>
    faultText(t, language, { error, fileFault }) ?? t("upload.stateFailed"),
};

/** Remaining time; empty if unknown. */
export function leftText(seconds: number | null, t: TFunction): string {
  if (seconds === null) return "";
  const duration = roughDuration(seconds);
  const time =
    duration.unit === "hours"
      ? t("upload.hours", { hours: duration.hours, minutes: duration.minutes })
      : t(`upload.${duration.unit}`, { count: duration.count });
  return t("upload.left", { time });
}

/** Figures change many times a second, so only a change of phase is announced. */
export function UploadStateText({ entry }: { readonly entry: UploadEntry }) {
  const { t, i18n } = useTranslation();
  const { phase } = entry;
  const text = WORDS[phase](entry, t, i18n.language);
  return (
    <div className={styles.state} data-phase={phase} aria-live={phase === "sending" ? "off" : "polite"}>
      {text}
    </div>
  );
}
