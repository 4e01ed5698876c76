/**
 * Bar below the tree while rows are selected by tapping, and on small screens: their number, the actions on them, and a
 * button to end the selection.
 */
import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { TreeRow } from "#tree/tree-rows.ts";
import type { TreeState } from "#tree/tree-state.ts";
import { offeredActions, type RowActions } from "./row-actions.ts";
import styles from "./SelectionBar.module.css";

interface SelectionBarProps {
  readonly tree: TreeState;
  readonly rows: readonly TreeRow[];
  /** Null: they are shown elsewhere on the screen. */
  readonly actions: RowActions | null;
  readonly onSelectAll: () => void;
  readonly onDone: () => void;
}

const SIZE = { size: 18, stroke: 1.5, "aria-hidden": true } as const;

export function SelectionBar({ tree, rows, actions, onSelectAll, onDone }: SelectionBarProps) {
  const { t } = useTranslation();
  return (
    <section className={styles.bar} aria-label={t("tree.selecting")}>
      <div className={styles.head}>
        <strong role="status" className={styles.count}>
          {rows.length === 0 ? t("tree.selectHint") : t("tree.selected", { count: rows.length })}
        </strong>
        <Button variant="subtle" onClick={onSelectAll}>
          {t("tree.selectAll")}
        </Button>
        <Button onClick={onDone}>{t("tree.selectDone")}</Button>
      </div>
      {actions && rows.length > 0 && (
        <div className={styles.actions}>
          {offeredActions(t, { tree, rows, actions }).map(({ text, Icon, run, group }) => (
            <Button
              key={text}
              className={styles.action}
              variant="default"
              color={group === "end" ? "red" : undefined}
              leftSection={<Icon {...SIZE} />}
              onClick={run}
            >
              {text}
            </Button>
          ))}
        </div>
      )}
    </section>
  );
}
