/**
 * Shown when the server has a newer version. It is not loaded lazily, because the scripts of this version no longer
 * exist then.
 */
import { UnstyledButton } from "@mantine/core";
import { IconRefresh } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { useIsOutdated } from "#platform/page-build.ts";
import styles from "./Shell.module.css";

/** Unsent changes and drafts are stored in the browser and restored after the reload. */
export function OutdatedNotice() {
  const { t } = useTranslation();
  if (!useIsOutdated()) return null;
  return (
    <div className={styles.notice}>
      <IconRefresh size={18} stroke={1.5} aria-hidden /> {t("app.outdated")}
      <UnstyledButton className={styles.noticeButton} onClick={() => window.location.reload()}>
        {t("app.reload")}
      </UnstyledButton>
    </div>
  );
}
