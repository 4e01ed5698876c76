/**
 * Files as tiles, virtualized: only visible tiles are rendered. A click or Space selects one, Ctrl or the selection
 * boxes select several, Shift selects a range; arrow keys move between tiles.
 */
import { useElementSize, useMergedRef } from "@mantine/hooks";
import type { MediaFile } from "@parfocal/core/media/media.contract.ts";
import { useVirtualizer } from "@tanstack/react-virtual";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import styles from "./MediaGrid.module.css";
import { MediaTile } from "./MediaTile.tsx";
import { type ChoosingHow, howChosen } from "./media-choice.ts";

/** Minimum width of a tile, and the gap between tiles, CSS px. */
const TILE_PX = 148;
const GAP_PX = 12;
/** Height of a row including its gap. */
const ROW_PX = 188;

interface MediaGridProps {
  readonly label: string;
  readonly files: readonly MediaFile[];
  /** Including files that are not loaded yet. */
  readonly total: number;
  readonly selectedIds: ReadonlySet<number>;
  readonly isMultiple: boolean;
  readonly onSelect: (file: MediaFile, how: ChoosingHow) => void;
  /** Called on double click or Enter. */
  readonly onOpen: (file: MediaFile) => void;
  /** Called when the end becomes visible. */
  readonly onEnd: () => void;
}

export function MediaGrid(props: MediaGridProps) {
  const { label, files, total, selectedIds, isMultiple, onSelect, onOpen, onEnd } = props;
  const { t } = useTranslation();
  const { ref: sizeRef, width } = useElementSize<HTMLDivElement>();
  const scroller = useRef<HTMLDivElement>(null);
  const ref = useMergedRef(sizeRef, scroller);
  const [current, setCurrent] = useState(0);
  const columns = Math.max(2, Math.floor((width + GAP_PX) / (TILE_PX + GAP_PX)));
  const rows = useVirtualizer({
    count: Math.ceil(files.length / columns),
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_PX,
    overscan: 3,
  });
  const shown = rows.getVirtualItems();
  const lastRow = shown.at(-1)?.index ?? -1;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each new end
  useEffect(() => {
    if (files.length < total && (lastRow + 1) * columns >= files.length) onEnd();
  }, [lastRow, columns, files.length, total]);

  function goTo(index: number) {
    const next = Math.min(files.length - 1, Math.max(0, index));
    setCurrent(next);
    rows.scrollToIndex(Math.floor(next / columns));
    requestAnimationFrame(() =>
      scroller.current?.querySelector<HTMLElement>(`[data-index="${next}"]`)?.focus({ preventScroll: true }),
    );
  }
  function handleKey(event: KeyboardEvent) {
    const steps: Readonly<Record<string, number>> = {
      ArrowRight: 1,
      ArrowLeft: -1,
      ArrowDown: columns,
      ArrowUp: -columns,
      Home: -files.length,
      End: files.length,
    };
    const step = steps[event.key];
    const file = files[current];
    if (step !== undefined) goTo(current + step);
    else if (event.key === " " && file) onSelect(file, howChosen(event));
    else if (event.key === "Enter" && file) onOpen(file);
    else return;
    event.preventDefault();
  }

  return (
    <div ref={ref} className={styles.scroller}>
      <div
        role="listbox"
        aria-label={label}
        aria-multiselectable={isMultiple}
        data-choosing={selectedIds.size > 0 || undefined}
        tabIndex={-1}
        className={styles.grid}
        style={{ height: rows.getTotalSize() }}
        onKeyDown={handleKey}
      >
        {shown.flatMap((row) =>
          files.slice(row.index * columns, (row.index + 1) * columns).map((file, column) => {
            const index = row.index * columns + column;
            return (
              <MediaTile
                key={file.id}
                file={file}
                index={index}
                total={total}
                isSelected={selectedIds.has(file.id)}
                isMultiple={isMultiple}
                isReachable={index === Math.min(current, files.length - 1)}
                style={{
                  top: row.start,
                  left: `calc(${column} * (100% + ${GAP_PX}px) / ${columns})`,
                  width: `calc((100% - ${(columns - 1) * GAP_PX}px) / ${columns})`,
                }}
                onSelect={(how) => {
                  setCurrent(index);
                  onSelect(file, how);
                }}
                onOpen={() => onOpen(file)}
              />
            );
          }),
        )}
      </div>
      {files.length < total && <p className={styles.more}>{t("media.loadingMore")}</p>}
    </div>
  );
}
