/** The share of viewed items of a course or folder: as text, and as a thin bar. */
import type { OpenedShare } from "@parfocal/core/item/opened-share.contract.ts";
import { useTranslation } from "react-i18next";
import styles from "./Opened.module.css";

/** Renders nothing if there are no items to view. */
export function OpenedShareLine({ share }: { readonly share: OpenedShare | undefined }) {
  const { t } = useTranslation();
  if (!share || share.total === 0) return null;
  const { opened, total } = share;
  return (
    <div className={styles.share}>
      <span>{opened === total ? t("item.openedAll", { count: total }) : t("item.openedShare", { opened, total })}</span>
      <span className={styles.bar} aria-hidden>
        <span className={styles.done} style={{ inlineSize: `${(opened / total) * 100}%` }} />
      </span>
    </div>
  );
}
