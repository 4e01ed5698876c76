/** Follows the pointer while rows are dragged: the dragged items, and why they cannot be dropped here. */
import { useTranslation } from "react-i18next";
import styles from "#tree/Tree.module.css";
import type { TreeDropTarget } from "#tree/Tree.tsx";
import type { RowDrag } from "#tree/useRowDrag.ts";

interface DragGhostProps {
  readonly drag: RowDrag;
  readonly target: TreeDropTarget | null;
}

export function DragGhost({ drag: { dragged, point }, target }: DragGhostProps) {
  const { t } = useTranslation();
  return (
    <div className={styles.ghost} style={{ left: point.x, top: point.y }} aria-hidden>
      <span className={styles.ghostTitle}>
        {dragged.length === 1 ? dragged[0]?.title : t("tree.many", { count: dragged.length })}
      </span>
      {target?.rejection && <span className={styles.ghostReason}>{t(`tree.refused_${target.rejection}`)}</span>}
    </div>
  );
}
