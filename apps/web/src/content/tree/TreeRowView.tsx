/** One row of the tree. */
import { ActionIcon } from "@mantine/core";
import { TITLE_MAX_CHARACTERS } from "@parfocal/core/item/item-text-limits.ts";
import {
  IconCheck,
  IconChevronRight,
  IconDots,
  IconEye,
  IconEyeExclamation,
  IconEyeOff,
  IconMessageOff,
  IconUpload,
} from "@tabler/icons-react";
import type { TFunction } from "i18next";
import { type CSSProperties, memo, type ReactNode, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { ITEM_ICONS } from "#item/item-icons.ts";
import styles from "./Tree.module.css";
import { isGroup, matchIn, type TreeRow } from "./tree-rows.ts";

export interface TreeRowViewProps {
  readonly row: TreeRow;
  readonly domId: string;
  /** Distance of its top from that of the first row, CSS px. */
  readonly topPx: number;
  readonly heightPx: number;
  readonly isSelected: boolean;
  /** Whether it is the active row of the keyboard. */
  readonly isAt: boolean;
  /** Whether it was cut, to be moved. */
  readonly isCut: boolean;
  readonly isRenaming: boolean;
  /** Highlighted in the title. */
  readonly searchText: string;
  /** Activity in it; null: none. */
  readonly note: string | null;
  readonly drop: "above" | "below" | "around" | null;
  readonly isRejected: boolean;
  readonly dropDepth: number;
  readonly hasMenu: boolean;
  /** Whether it is ticked while several rows are selected by tapping; null: not in that mode. */
  readonly isMarked: boolean | null;
  readonly onToggle: (row: TreeRow) => void;
  readonly onMenu: (row: TreeRow, x: number, y: number) => void;
  readonly onActivate: (row: TreeRow) => void;
  /** @param title null: unchanged. */
  readonly onRenamed: (row: TreeRow, title: string | null) => void;
}

export const TreeRowView = memo(function TreeRowView(props: TreeRowViewProps) {
  const { row, domId, topPx, heightPx, isSelected, isAt, isCut, isRenaming, searchText, hasMenu, onToggle, onMenu } =
    props;
  const { t } = useTranslation();
  const Icon = ITEM_ICONS[row.kind];
  const title = isGroup(row.kind) ? t(`tree.kind_${row.kind}`) : row.title;
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the tree has the focus and names the current row
    <div
      role="treeitem"
      id={domId}
      className={styles.row}
      style={{ top: topPx, height: heightPx, "--depth": row.depth, "--drop-depth": props.dropDepth } as RowStyle}
      aria-level={row.depth}
      aria-posinset={row.position}
      aria-setsize={row.setSize}
      aria-selected={isSelected}
      aria-expanded={row.isExpandable ? row.isExpanded : undefined}
      aria-label={[title, ...nameParts(t, row), props.note].filter(Boolean).join(", ")}
      data-row={row.key}
      data-at={isAt || undefined}
      data-hidden={row.isHidden || undefined}
      data-cut={isCut || undefined}
      data-drop={props.drop ?? undefined}
      data-rejected={props.isRejected || undefined}
    >
      <span
        className={styles.chevron}
        data-expanded={row.isExpanded || undefined}
        aria-hidden
        onPointerDown={(event) => event.stopPropagation()}
        onClick={(event) => {
          event.stopPropagation();
          onToggle(row);
        }}
      >
        {row.isExpandable && <IconChevronRight size={16} stroke={1.5} />}
      </span>
      <Icon size={18} stroke={1.5} className={styles.icon} aria-hidden />
      {isRenaming ? (
        <RenameField label={t("tree.renameField")} title={row.title} onDone={(text) => props.onRenamed(row, text)} />
      ) : (
        <span className={styles.title} title={title}>
          <Highlighted title={title} searchText={searchText} />
        </span>
      )}
      {props.note !== null && !isGroup(row.kind) && (
        <span className={styles.note} aria-hidden>
          <IconUpload size={14} stroke={1.75} /> {props.note}
        </span>
      )}
      {!row.annotationsActive && <IconMessageOff size={16} stroke={1.5} className={styles.sign} aria-hidden />}
      {row.isHiddenElsewhere && (
        <IconEyeExclamation size={16} stroke={1.5} className={styles.sign} aria-hidden>
          <title>{t("tree.hiddenElsewhere")}</title>
        </IconEyeExclamation>
      )}
      {!row.isActive && !(hasMenu && !isRenaming) && (
        <IconEyeOff size={16} stroke={1.5} className={styles.sign} aria-hidden />
      )}
      {props.isMarked !== null && (
        <span className={styles.tick} data-marked={props.isMarked || undefined} aria-hidden>
          {props.isMarked && <IconCheck size={16} stroke={2.25} />}
        </span>
      )}
      {hasMenu && !isRenaming && <VisibleButton row={row} title={title} onActivate={props.onActivate} />}
      {hasMenu && !isRenaming && (
        <ActionIcon
          className={styles.menu}
          size={28}
          tabIndex={-1}
          aria-label={t("tree.menuOf", { title })}
          onClick={(event) => {
            event.stopPropagation();
            const { left, bottom } = event.currentTarget.getBoundingClientRect();
            onMenu(row, left, bottom);
          }}
        >
          <IconDots size={18} stroke={1.5} aria-hidden />
        </ActionIcon>
      )}
    </div>
  );
});

interface VisibleButtonProps extends Pick<TreeRowViewProps, "row" | "onActivate"> {
  readonly title: string;
}

/** Shows the item to learners or hides it: the same switch as in its editor. */
function VisibleButton({ row, title, onActivate }: VisibleButtonProps) {
  const { t } = useTranslation();
  return (
    <ActionIcon
      className={styles.eye}
      size={28}
      tabIndex={-1}
      role="switch"
      aria-checked={row.isActive}
      aria-label={t("tree.visible", { title })}
      title={t(row.isActive ? "tree.deactivate" : "tree.activate")}
      data-off={!row.isActive || undefined}
      onClick={(event) => {
        event.stopPropagation();
        onActivate(row);
      }}
    >
      {row.isActive ? (
        <IconEye size={18} stroke={1.5} aria-hidden />
      ) : (
        <IconEyeOff size={18} stroke={1.5} aria-hidden />
      )}
    </ActionIcon>
  );
}

type RowStyle = CSSProperties & Record<"--depth" | "--drop-depth", number>;

/** Text after the title for screen readers. */
function nameParts(t: TFunction, row: TreeRow): string[] {
  return [
    isGroup(row.kind) ? "" : t(`tree.kind_${row.kind}`),
    row.isActive ? "" : t("tree.inactive"),
    row.isActive && row.isHidden ? t("tree.inInactive") : "",
    row.isHiddenElsewhere ? t("tree.hiddenElsewhere") : "",
    row.annotationsActive ? "" : t("tree.annotationsOff"),
  ].filter((part) => part !== "");
}

function Highlighted({ title, searchText }: { readonly title: string; readonly searchText: string }): ReactNode {
  const place = matchIn(title, searchText);
  if (!place) return title;
  const [start, end] = place;
  return (
    <>
      {title.slice(0, start)}
      <mark className={styles.mark}>{title.slice(start, end)}</mark>
      {title.slice(end)}
    </>
  );
}

interface RenameFieldProps {
  readonly label: string;
  readonly title: string;
  readonly onDone: (title: string | null) => void;
}

function RenameField({ label, title, onDone }: RenameFieldProps) {
  const [text, setText] = useState(title);
  const field = useRef<HTMLInputElement>(null);
  const isDone = useRef(false);
  useEffect(() => field.current?.select(), []);
  const finish = (isCommitted: boolean) => {
    if (isDone.current) return;
    isDone.current = true;
    const trimmed = text.trim();
    onDone(isCommitted && trimmed !== "" && trimmed !== title ? trimmed : null);
  };
  return (
    <input
      ref={field}
      className={styles.rename}
      aria-label={label}
      value={text}
      maxLength={TITLE_MAX_CHARACTERS}
      onChange={(event) => setText(event.currentTarget.value)}
      onBlur={() => finish(true)}
      onClick={(event) => event.stopPropagation()}
      onKeyDown={(event) => {
        event.stopPropagation();
        if (event.key === "Enter" && !event.nativeEvent.isComposing) finish(true);
        if (event.key === "Escape") finish(false);
      }}
    />
  );
}
