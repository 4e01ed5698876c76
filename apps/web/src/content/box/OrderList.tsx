/** A list whose entries are selected, reordered by dragging or keys, added and removed. */
import { ActionIcon, Button } from "@mantine/core";
import { IconPlus, IconTrash } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { SortableList } from "#ui/SortableList.tsx";
import styles from "./BoxesEditor.module.css";
import { SortableRow } from "./SortableRow.tsx";

interface OrderListProps {
  readonly label: string;
  readonly addLabel: string;
  /** In order; a title may be empty if the list uses numbers instead. */
  readonly entries: readonly { readonly title: string; readonly isDimmed: boolean }[];
  /** From 0. */
  readonly chosen: number;
  readonly maxEntries: number;
  readonly onChoose: (index: number) => void;
  readonly onMove: (from: number, to: number) => void;
  readonly onRemove: (index: number) => void;
  readonly onAdd: () => void;
}

export function OrderList(props: OrderListProps) {
  const { label, addLabel, entries, chosen, maxEntries, onChoose, onMove, onRemove, onAdd } = props;
  const { t } = useTranslation();
  // Sortable rows are identified by a string; their index determines their position.
  const ids = entries.map((_, index) => `row-${index}`);
  return (
    <section className={styles.list} aria-label={label}>
      <h4 className={styles.listTitle}>{label}</h4>
      <SortableList
        className={styles.rows}
        entries={entries.map(({ title }, index) => ({ id: ids[index] ?? "", title }))}
        instructions={t("box.moveInstructions")}
        announce={(moment, place) => t(`box.move${moment}`, { ...place })}
        onMove={onMove}
      >
        {entries.map(({ title, isDimmed }, index) => (
          <SortableRow
            key={ids[index]}
            id={ids[index] ?? ""}
            isChosen={index === chosen}
            gripLabel={t("box.move", { title })}
          >
            <button
              type="button"
              className={styles.name}
              aria-current={index === chosen || undefined}
              data-dimmed={isDimmed || undefined}
              onClick={() => onChoose(index)}
            >
              {title}
            </button>
            <ActionIcon
              variant="subtle"
              color="gray"
              size="lg"
              aria-label={t("box.remove", { title })}
              title={t("box.remove", { title })}
              onClick={() => onRemove(index)}
            >
              <IconTrash size={18} stroke={1.5} aria-hidden />
            </ActionIcon>
          </SortableRow>
        ))}
      </SortableList>
      <Button
        variant="default"
        size="sm"
        disabled={entries.length >= maxEntries}
        leftSection={<IconPlus size={16} stroke={1.5} aria-hidden />}
        onClick={onAdd}
      >
        {addLabel}
      </Button>
    </section>
  );
}
