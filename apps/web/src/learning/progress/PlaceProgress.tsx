/** On the page of a course or folder: the share of viewed items, and a button to reset the progress. */
import { Button } from "@mantine/core";
import type { OpenedShare } from "@parfocal/core/item/opened-share.contract.ts";
import { IconRotate } from "@tabler/icons-react";
import { Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { OpenedShareLine } from "#item/OpenedShareLine.tsx";
import { lazyPartWithTexts } from "#ui/lazy-part-with-texts.ts";
import styles from "./progress.module.css";

const ResetProgressDialog = lazyPartWithTexts(
  () => import("./ResetProgressDialog.tsx"),
  (part) => part.ResetProgressDialog,
);

interface PlaceProgressProps {
  readonly id: number;
  readonly title: string;
  /** Undefined for a guest. */
  readonly share: OpenedShare | undefined;
  /** A virtual course has no progress of its own, but each of its folders has. */
  readonly mayReset: boolean;
}

export function PlaceProgress({ id, title, share, mayReset }: PlaceProgressProps) {
  const { t } = useTranslation();
  const [isAsking, setAsking] = useState(false);
  if (!share || share.total === 0) return null;
  return (
    <div className={styles.ofPlace}>
      <OpenedShareLine share={share} />
      {mayReset && share.opened > 0 && (
        <Button
          variant="transparent"
          size="compact-sm"
          className={styles.reset}
          leftSection={<IconRotate size={16} stroke={1.5} />}
          onClick={() => setAsking(true)}
        >
          {t("item.resetProgress")}
        </Button>
      )}
      <Suspense fallback={null}>
        {isAsking && <ResetProgressDialog id={id} title={title} share={share} onClose={() => setAsking(false)} />}
      </Suspense>
    </div>
  );
}
