/** A row of a sortable list: moved by dragging its handle, or with the arrow keys on it. */
import type { ReactNode } from "react";
import { Grip, useSortableRow } from "#ui/SortableList.tsx";
import styles from "./BoxesEditor.module.css";

interface SortableRowProps {
  readonly id: string;
  readonly isChosen: boolean;
  /** Label of the handle for screen readers. */
  readonly gripLabel: string;
  readonly children: ReactNode;
}

export function SortableRow({ id, isChosen, gripLabel, children }: SortableRowProps) {
  const { row, grip } = useSortableRow(id);
  return (
    <li {...row} className={styles.row} data-chosen={isChosen || undefined}>
      <Grip {...grip} className={styles.grip} aria-label={gripLabel} />
      {children}
    </li>
  );
}
