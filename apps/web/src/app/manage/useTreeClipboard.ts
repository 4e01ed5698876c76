/** Copy, cut and paste in the tree. Source: spec part 2, section 4, "Slide manager tree operations". */
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { showProblem, showSuccess } from "#platform/failure-toast.ts";
import { rejectionOf } from "#tree/drop-place.ts";
import type { TreeRow } from "#tree/tree-rows.ts";
import type { TreeState } from "#tree/tree-state.ts";
import { isCopyable, isMovable, takesPasted } from "./row-facts.ts";

interface TreeClipboardOptions {
  readonly tree: TreeState;
  readonly rows: readonly TreeRow[];
  readonly onMove: (target: TreeRow, rows: readonly TreeRow[]) => void;
  readonly onCopy: (target: TreeRow, rows: readonly TreeRow[]) => void;
}

export interface TreeClipboard {
  /** Keys of rows that were cut. */
  readonly cutKeys: ReadonlySet<string>;
  readonly isEmpty: boolean;
  readonly copy: (rows: readonly TreeRow[]) => void;
  readonly cut: (rows: readonly TreeRow[]) => void;
  /** Pastes into a row, or beside it if it cannot contain the type. */
  readonly paste: (row: TreeRow) => void;
  readonly clear: () => void;
}

interface Clipboard {
  readonly mode: "copy" | "cut";
  readonly rows: readonly TreeRow[];
}

export function useTreeClipboard({ tree, rows, onMove, onCopy }: TreeClipboardOptions): TreeClipboard {
  const { t } = useTranslation();
  const [clipboard, setClipboard] = useState<Clipboard | null>(null);
  function keep(mode: Clipboard["mode"], some: readonly TreeRow[]): void {
    const mayBe = mode === "copy" ? (row: TreeRow) => isCopyable(tree, row) : isMovable;
    if (some.length === 0 || !some.every(mayBe)) {
      showProblem(t(mode === "copy" ? "tree.cannotCopy" : "tree.cannotCut"));
      return;
    }
    setClipboard({ mode, rows: some });
    const words = { count: some.length, title: some[0]?.title ?? "" };
    showSuccess(mode === "copy" ? t("tree.copied", words) : t("tree.cutDone", words));
  }
  function paste(row: TreeRow): void {
    if (!clipboard) {
      showProblem(t("tree.clipboardEmpty"));
      return;
    }
    const kinds = clipboard.rows.map(({ kind }) => kind);
    const takes = (one: TreeRow) => takesPasted(tree, one, kinds);
    const target = [row, rows.find(({ key }) => key === row.parentKey)].find((one) => one && takes(one));
    const rejection =
      target && clipboard.mode === "cut" ? rejectionOf(tree, { parentId: target.id }, clipboard.rows) : null;
    if (!target || rejection !== null) {
      showProblem(t(`tree.refused_${rejection ?? "kind"}`));
      return;
    }
    if (clipboard.mode === "copy") onCopy(target, clipboard.rows);
    else {
      setClipboard(null);
      onMove(target, clipboard.rows);
    }
  }
  return {
    cutKeys: new Set(clipboard?.mode === "cut" ? clipboard.rows.map(({ key }) => key) : []),
    isEmpty: clipboard === null,
    copy: (some) => keep("copy", some),
    cut: (some) => keep("cut", some),
    paste,
    clear: () => setClipboard(null),
  };
}
