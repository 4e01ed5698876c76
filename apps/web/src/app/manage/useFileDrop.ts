/** Files dropped on the tree from the desktop: uploaded to the course or folder below the pointer. */
import { useState } from "react";
import { placeInto } from "#tree/drop-place.ts";
import type { TreeDropTarget } from "#tree/Tree.tsx";
import type { TreeRow } from "#tree/tree-rows.ts";
import type { TreeState } from "#tree/tree-state.ts";
import { takeDroppedFiles } from "#ui/dropped-files.ts";
import type { UploadFiles } from "#upload/upload-context.tsx";
import { takesSlides } from "./row-facts.ts";

/** Props of the tree for file drops. */
interface FileDrop {
  /** Row with a frame around it; null: none. */
  readonly filesKey: string | null;
  readonly filesTargetOf: (row: TreeRow | null) => TreeDropTarget | null;
  readonly onFilesOver: (row: TreeRow | null, isOver: boolean) => void;
  readonly onFiles: (row: TreeRow | null, transfer: DataTransfer) => void;
}

export function useFileDrop(tree: TreeState, rows: readonly TreeRow[], uploadFiles: UploadFiles): FileDrop {
  const [filesKey, setFilesKey] = useState<string | null>(null);
  const targetOf = (row: TreeRow | null): TreeRow | undefined =>
    [row, rows.find(({ key }) => key === row?.parentKey)].find((one) => one && takesSlides(tree, one.id)) ?? undefined;
  return {
    filesKey,
    filesTargetOf(row) {
      const target = targetOf(row);
      return target ? { place: placeInto(target), rejection: null } : null;
    },
    onFilesOver: (row, isOver) => setFilesKey(isOver ? (targetOf(row)?.key ?? null) : null),
    onFiles(row, transfer) {
      const target = targetOf(row);
      if (target) uploadFiles(takeDroppedFiles(transfer), { id: target.id, title: target.title });
    },
  };
}
