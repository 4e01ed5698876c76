/** Uploads of this page: first those that need a decision, then running, then finished ones. */
import { Button } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import styles from "./UploadPage.module.css";
import { UploadRow } from "./UploadRow.tsx";
import type { UploadEntry, UploadPhase } from "./upload-entry.ts";

const RANK: Record<UploadPhase, number> = {
  duplicate: 0,
  failed: 0,
  interrupted: 0,
  sending: 1,
  retrying: 1,
  finishing: 1,
  paused: 1,
  waiting: 2,
  checking: 3,
  preparing: 3,
  done: 4,
};

/** A large number of uploads may be queued; more rows are shown on demand. */
const ROWS_AT_FIRST = 40;

export function QueueList({ entries }: { readonly entries: readonly UploadEntry[] }) {
  const { t } = useTranslation();
  const [areAllShown, setAllShown] = useState(false);
  const sorted = entries.toSorted((one, other) => RANK[one.phase] - RANK[other.phase]);
  const shown = areAllShown ? sorted : sorted.slice(0, ROWS_AT_FIRST);
  return (
    <ul className={styles.list}>
      {shown.map((entry) => (
        <UploadRow key={entry.key} entry={entry} />
      ))}
      {shown.length < sorted.length && (
        <li className={styles.more}>
          <Button variant="subtle" onClick={() => setAllShown(true)}>
            {t("upload.showMore", { count: sorted.length - shown.length })}
          </Button>
        </li>
      )}
    </ul>
  );
}
