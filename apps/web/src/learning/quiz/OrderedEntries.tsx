/** Slides or questions of a quiz in order: moved by dragging, keys or menu. Each move can be undone. */
import { arrayMove } from "@dnd-kit/sortable";
import { ActionIcon, Menu } from "@mantine/core";
import {
  IconArrowBarToDown,
  IconArrowBarToUp,
  IconArrowDown,
  IconArrowUp,
  IconDotsVertical,
  IconTrash,
} from "@tabler/icons-react";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { Grip, SortableList, useSortableRow } from "#ui/SortableList.tsx";
import styles from "./Quiz.module.css";
import { useEntryOrder } from "./useEntryOrder.ts";

interface OrderedEntry {
  readonly id: number;
  readonly title: string;
}

interface OrderedEntriesProps<Entry extends OrderedEntry> {
  readonly label: string;
  /** In order. */
  readonly entries: readonly Entry[];
  /** IDs of all entries, if only the first of them are loaded; omitted: all are loaded. */
  readonly allIds?: readonly number[] | undefined;
  /** @param ids IDs of all entries in their new order. */
  readonly onOrder: (ids: readonly number[]) => Promise<unknown>;
  readonly onRemove: (entry: Entry) => void;
  /** Renders the content of an entry. */
  readonly renderEntry: (entry: Entry) => ReactNode;
  /** Further items of its menu. */
  readonly renderMenu?: (entry: Entry) => ReactNode;
}

export function OrderedEntries<Entry extends OrderedEntry>(props: OrderedEntriesProps<Entry>) {
  const { label, entries, allIds = entries.map(({ id }) => id), onOrder, onRemove, renderEntry, renderMenu } = props;
  const { t } = useTranslation();
  const { ordered, orderedIds, order } = useEntryOrder(entries, allIds, onOrder);
  const [said, setSaid] = useState("");
  const total = orderedIds.length;
  const move = (from: number, to: number) => order(arrayMove([...orderedIds], from, to));
  const moveByMenu = (from: number, to: number) => {
    move(from, to);
    setSaid(t("quiz.moveDropped", { title: ordered[from]?.title ?? "", number: to + 1, total }));
  };
  return (
    <section aria-label={label}>
      <SortableList
        className={styles.list}
        entries={ordered.map(({ id, title }) => ({ id: String(id), title }))}
        instructions={t("quiz.moveInstructions")}
        announce={(moment, place) => t(`quiz.move${moment}`, { ...place })}
        onMove={move}
      >
        {ordered.map((entry, place) => (
          <EntryRow
            key={entry.id}
            entry={entry}
            menu={
              <>
                <MoveItems place={place} total={total} onMove={(to) => moveByMenu(place, to)} />
                {renderMenu?.(entry)}
                <Menu.Divider />
                <Menu.Item leftSection={<IconTrash {...ICON} />} onClick={() => onRemove(entry)}>
                  {t("quiz.remove")}
                </Menu.Item>
              </>
            }
          >
            {renderEntry(entry)}
          </EntryRow>
        ))}
      </SortableList>
      <p role="status" className="for-screen-readers">
        {said}
      </p>
    </section>
  );
}

const ICON = { size: 18, stroke: 1.5, "aria-hidden": true } as const;

interface EntryRowProps {
  readonly entry: OrderedEntry;
  readonly menu: ReactNode;
  readonly children: ReactNode;
}

function EntryRow({ entry: { id, title }, menu, children }: EntryRowProps) {
  const { t } = useTranslation();
  const { row, grip } = useSortableRow(String(id));
  return (
    <li {...row} className={`${styles.entry} ${styles.ordered}`}>
      <Grip {...grip} className={styles.grip} aria-label={t("quiz.moveOf", { title })} />
      {children}
      <Menu position="bottom-end" withinPortal>
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" size={44} aria-label={t("quiz.actionsOf", { title })}>
            <IconDotsVertical {...ICON} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>{menu}</Menu.Dropdown>
      </Menu>
    </li>
  );
}

interface MoveItemsProps {
  /** From 0. */
  readonly place: number;
  readonly total: number;
  readonly onMove: (to: number) => void;
}

function MoveItems({ place, total, onMove }: MoveItemsProps) {
  const { t } = useTranslation();
  const last = total - 1;
  return (
    <>
      <Menu.Item disabled={place === 0} leftSection={<IconArrowUp {...ICON} />} onClick={() => onMove(place - 1)}>
        {t("quiz.moveUp")}
      </Menu.Item>
      <Menu.Item disabled={place === last} leftSection={<IconArrowDown {...ICON} />} onClick={() => onMove(place + 1)}>
        {t("quiz.moveDown")}
      </Menu.Item>
      <Menu.Item disabled={place === 0} leftSection={<IconArrowBarToUp {...ICON} />} onClick={() => onMove(0)}>
        {t("quiz.moveToTop")}
      </Menu.Item>
      <Menu.Item disabled={place === last} leftSection={<IconArrowBarToDown {...ICON} />} onClick={() => onMove(last)}>
        {t("quiz.moveToBottom")}
      </Menu.Item>
    </>
  );
}
