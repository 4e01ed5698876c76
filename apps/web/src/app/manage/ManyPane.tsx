/** The pane beside the tree while several rows are selected: their types, and the actions on all of them. */
import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { ITEM_ICONS } from "#item/item-icons.ts";
import type { TreeRow } from "#tree/tree-rows.ts";
import type { TreeState } from "#tree/tree-state.ts";
import styles from "./ManyPane.module.css";
import { offeredActions, type RowActions } from "./row-actions.ts";

/** Maximum number of names listed; the others are counted. */
const MAX_NAMED = 50;
const SIZE = { size: 18, stroke: 1.5, "aria-hidden": true } as const;

interface ManyPaneProps {
  readonly tree: TreeState;
  /** Number of selected rows, including those inside another selected row. */
  readonly count: number;
  readonly rows: readonly TreeRow[];
  readonly actions: RowActions;
}

export function ManyPane({ tree, count, rows, actions }: ManyPaneProps) {
  const { t } = useTranslation();
  const title = t("tree.selected", { count });
  return (
    <section className={styles.pane} aria-label={title}>
      <h2 className={styles.title}>{title}</h2>
      <div className={styles.actions}>
        {rows.length > 0 &&
          offeredActions(t, { tree, rows, actions }).map(({ text, Icon, run, group }) => (
            <Button
              key={text}
              variant="default"
              color={group === "end" ? "red" : undefined}
              leftSection={<Icon {...SIZE} />}
              onClick={run}
            >
              {text}
            </Button>
          ))}
      </div>
      <ul className={styles.items}>
        {rows.slice(0, MAX_NAMED).map((row) => {
          const Icon = ITEM_ICONS[row.kind];
          return (
            <li key={row.key} className={styles.item}>
              <Icon {...SIZE} className={styles.icon} />
              <span className={styles.name}>{row.title}</span>
            </li>
          );
        })}
        {rows.length > MAX_NAMED && (
          <li className={styles.more}>{t("tree.selectedMore", { count: rows.length - MAX_NAMED })}</li>
        )}
      </ul>
      {count > rows.length && (
        <p className={styles.along}>{t("tree.selectedInside", { count: count - rows.length })}</p>
      )}
    </section>
  );
}
