/** Shown instead of the tree: loading, failed, empty, no results. */
import { Button, Skeleton } from "@mantine/core";
import { IconListSearch, IconPlugConnectedX, IconSchool } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import type { TreeView } from "#tree/tree-store.ts";
import { StateMessage } from "#ui/StateMessage.tsx";
import styles from "./ContentManager.module.css";

const SKELETON_WIDTHS = ["60%", "75%", "50%", "66%", "40%", "58%"];

interface TreeNoticeProps {
  readonly view: TreeView;
  readonly rowCount: number;
  readonly isFiltered: boolean;
  readonly onRetry: () => void;
  readonly onAddCourse: () => void;
}

export function TreeNotice({ view, rowCount, isFiltered, onRetry, onAddCourse }: TreeNoticeProps) {
  const { t } = useTranslation();
  if (!view.isLoaded && view.failure === null)
    return (
      <div className={styles.skeleton} aria-busy>
        {SKELETON_WIDTHS.map((width) => (
          <Skeleton key={width} height={16} width={width} />
        ))}
      </div>
    );
  if (!view.isLoaded)
    return (
      <StateMessage
        icon={IconPlugConnectedX}
        title={t("tree.loadFailedTitle")}
        text={t("tree.loadFailedText")}
        isAlert
        isWholePage={false}
      >
        <Button onClick={onRetry}>{t("tree.loadAgain")}</Button>
      </StateMessage>
    );
  if (rowCount > 0) return null;
  if (isFiltered)
    return (
      <StateMessage
        icon={IconListSearch}
        title={t("tree.foundNothingTitle")}
        text={t("tree.foundNothingText")}
        isWholePage={false}
      />
    );
  return (
    <StateMessage icon={IconSchool} title={t("tree.emptyTitle")} text={t("tree.emptyText")} isWholePage={false}>
      <Button onClick={onAddCourse}>{t("course.add")}</Button>
    </StateMessage>
  );
}
