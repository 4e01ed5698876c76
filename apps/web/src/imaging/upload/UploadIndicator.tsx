/** Header indicator of running uploads, with progress and a link to them. */
import { RingProgress } from "@mantine/core";
import { IconAlertTriangle, IconUpload } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { useSession } from "#platform/session.tsx";
import { formatPercent } from "#ui/quantity-text.ts";
import styles from "./UploadIndicator.module.css";
import { useUploadEntries } from "./upload-context.tsx";
import { isUploadUnderWay, overallProgress, type UploadPhase } from "./upload-entry.ts";

const RING_PX = 34;
const NEEDS_ATTENTION: readonly UploadPhase[] = ["failed", "interrupted", "duplicate"];

export function UploadIndicator() {
  const { t, i18n } = useTranslation();
  const { site } = useSession();
  const entries = useUploadEntries();
  const running = entries.filter(isUploadUnderWay);
  const needsAttention = entries.some(({ phase }) => NEEDS_ATTENTION.includes(phase));
  if (running.length === 0 && !needsAttention) return null;
  const { share } = overallProgress(running);
  const label =
    running.length > 0
      ? t("upload.indicator", { count: running.length, percent: formatPercent(share, i18n.language) })
      : t("upload.indicatorFailed");
  return (
    // Native tooltip: this is on every page, and Mantine's would load its positioning code.
    <Link to={`/s${site.id}/upload`} className={styles.indicator} aria-label={label} title={label}>
      {running.length > 0 ? (
        <RingProgress
          size={RING_PX}
          thickness={3}
          roundCaps
          sections={[{ value: share * 100, color: "eosin" }]}
          label={<IconUpload size={16} stroke={1.75} className={styles.icon} />}
        />
      ) : (
        <IconAlertTriangle size={22} stroke={1.5} className={styles.attention} />
      )}
    </Link>
  );
}
