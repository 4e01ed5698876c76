/** Toolbar above the tree: filter by title and type with the number of results, add, undo and redo. */
import { Button, CloseButton, NativeSelect, TextInput } from "@mantine/core";
import { ITEM_KIND_NAMES, ITEM_KINDS, type ItemKind } from "@parfocal/core/item/item-kinds.ts";
import { IconArrowBackUp, IconArrowForwardUp, IconFold, IconPlus, IconSearch } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import type { TreeFilter } from "#tree/tree-rows.ts";
import type { TreeView } from "#tree/tree-store.ts";
import { IconButton } from "#ui/IconButton.tsx";
import styles from "./ContentManager.module.css";

/** Types that can be filtered; groups of a quiz have no title. */
const FILTER_KINDS = ITEM_KIND_NAMES.filter((kind) => kind === "course" || ITEM_KINDS[kind].livesIn.length > 0);

interface TreeHeadProps {
  readonly filter: TreeFilter;
  /** Null: no filter. */
  readonly found: number | null;
  readonly view: TreeView;
  readonly onFilter: (filter: TreeFilter) => void;
  /** Moves the focus to the tree. */
  readonly onLeave: () => void;
  /** @param x @param y position of the menu, CSS px in the window. */
  readonly onAdd: (x: number, y: number) => void;
  readonly onUndo: () => void;
  readonly onRedo: () => void;
  readonly onCollapse: () => void;
}

export function TreeHead({ filter, found, view, onFilter, onLeave, onAdd, onUndo, onRedo, onCollapse }: TreeHeadProps) {
  const { t } = useTranslation();
  const tools = [
    {
      name: t("tree.undo"),
      hint: view.canUndo ? `${t("tree.undo")} (Ctrl+Z)` : t("tree.nothingToUndo"),
      Icon: IconArrowBackUp,
      isOff: !view.canUndo,
      onClick: onUndo,
    },
    {
      name: t("tree.redo"),
      hint: view.canRedo ? `${t("tree.redo")} (Ctrl+Shift+Z)` : t("tree.nothingToRedo"),
      Icon: IconArrowForwardUp,
      isOff: !view.canRedo,
      onClick: onRedo,
    },
    { name: t("tree.collapseAll"), hint: t("tree.collapseAll"), Icon: IconFold, isOff: false, onClick: onCollapse },
  ];
  return (
    <div className={styles.treeHead}>
      <div className={styles.headRow}>
        <Button
          leftSection={<IconPlus size={18} stroke={1.5} aria-hidden />}
          aria-haspopup="menu"
          onClick={(event) => {
            const { left, bottom } = event.currentTarget.getBoundingClientRect();
            onAdd(left, bottom);
          }}
        >
          {t("tree.add")}
        </Button>
        <span className={styles.spacer} />
        {tools.map(({ name, hint, Icon, isOff, onClick }) => (
          <IconButton
            key={name}
            icon={Icon}
            iconSizePx={20}
            label={name}
            hint={hint}
            isDisabled={isOff}
            onClick={onClick}
            // Shows why there is nothing to do.
            onDisabledClick={onClick}
          />
        ))}
      </div>
      <div className={styles.headRow}>
        <TextInput
          type="search"
          className={styles.filter}
          aria-label={t("tree.filter")}
          placeholder={t("tree.filter")}
          leftSection={<IconSearch size={18} stroke={1.5} aria-hidden />}
          rightSection={
            filter.text !== "" && (
              <CloseButton
                aria-label={t("tree.filterClear")}
                onClick={() => onFilter({ ...filter, text: "" })}
                size={28}
              />
            )
          }
          value={filter.text}
          onChange={(event) => onFilter({ ...filter, text: event.currentTarget.value })}
          onKeyDown={(event) => {
            if (event.key === "Escape") onFilter({ ...filter, text: "" });
            if (event.key === "ArrowDown" || event.key === "Enter") {
              event.preventDefault();
              onLeave();
            }
          }}
        />
        <NativeSelect
          className={styles.kind}
          aria-label={t("tree.filterKind")}
          value={filter.kind ?? ""}
          onChange={(event) => onFilter({ ...filter, kind: (event.currentTarget.value || null) as ItemKind | null })}
          data={[
            { value: "", label: t("tree.filterAnyKind") },
            ...FILTER_KINDS.map((kind) => ({ value: kind, label: t(`tree.kind_${kind}`) })),
          ]}
        />
      </div>
      <div role="status" className={styles.found}>
        {found !== null && t("tree.found", { count: found })}
      </div>
    </div>
  );
}
