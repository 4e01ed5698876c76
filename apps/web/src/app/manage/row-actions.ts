/** Actions on one or several rows, offered in the same way by the menu and by the pane beside the tree. */
import { hasTags } from "@parfocal/core/tag/tagged-kinds.ts";
import {
  type Icon,
  IconArrowsMove,
  IconCopy,
  IconCopyPlus,
  IconCut,
  IconEye,
  IconEyeOff,
  IconFolderSymlink,
  IconMessage,
  IconMessageOff,
  IconTags,
  IconTrash,
} from "@tabler/icons-react";
import type { TFunction } from "i18next";
import type { TreeRow } from "#tree/tree-rows.ts";
import type { TreeState } from "#tree/tree-state.ts";
import { hasAnnotations, isCopyable, isDuplicable, isMovable, isRemovable } from "./row-facts.ts";

export interface RowActions {
  readonly copy: (rows: readonly TreeRow[]) => void;
  readonly duplicate: (row: TreeRow) => void;
  readonly cut: (rows: readonly TreeRow[]) => void;
  readonly moveTo: (rows: readonly TreeRow[]) => void;
  readonly carry: (rows: readonly TreeRow[]) => void;
  readonly activate: (rows: readonly TreeRow[], isOn: boolean) => void;
  readonly annotate: (rows: readonly TreeRow[], isOn: boolean) => void;
  readonly tags: (rows: readonly TreeRow[]) => void;
  readonly remove: (rows: readonly TreeRow[]) => void;
}

export interface OfferedAction {
  readonly text: string;
  /** Keys with the same function. */
  readonly keys?: string;
  readonly Icon: Icon;
  readonly run: () => void;
  readonly group: "clipboard" | "place" | "state" | "end";
}

/** In display order; actions that are not possible for every row are omitted. */
export function offeredActions(
  t: TFunction,
  { tree, rows, actions }: { tree: TreeState; rows: readonly TreeRow[]; actions: RowActions },
): readonly OfferedAction[] {
  const offered: OfferedAction[] = [];
  const offer = (isOffered: boolean, action: OfferedAction) => isOffered && offered.push(action);
  const canMove = rows.every(isMovable);
  offer(
    rows.every((row) => isCopyable(tree, row)),
    { group: "clipboard", text: t("tree.copy"), keys: "Ctrl+C", Icon: IconCopy, run: () => actions.copy(rows) },
  );
  const [only] = rows;
  if (only && rows.length === 1)
    offer(isDuplicable(tree, only), {
      group: "clipboard",
      text: t("tree.duplicate"),
      keys: "Ctrl+D",
      Icon: IconCopyPlus,
      run: () => actions.duplicate(only),
    });
  offer(canMove, {
    group: "clipboard",
    text: t("tree.cut"),
    keys: "Ctrl+X",
    Icon: IconCut,
    run: () => actions.cut(rows),
  });
  offer(canMove, {
    group: "place",
    text: t("tree.moveTo"),
    Icon: IconFolderSymlink,
    run: () => actions.moveTo(rows),
  });
  offer(true, {
    group: "place",
    text: t("tree.carry"),
    keys: "Ctrl+M",
    Icon: IconArrowsMove,
    run: () => actions.carry(rows),
  });
  offer(
    rows.some(({ isActive }) => !isActive),
    { group: "state", text: t("tree.activate"), Icon: IconEye, run: () => actions.activate(rows, true) },
  );
  offer(
    rows.some(({ isActive }) => isActive),
    { group: "state", text: t("tree.deactivate"), Icon: IconEyeOff, run: () => actions.activate(rows, false) },
  );
  const areAnnotated = rows.every(hasAnnotations);
  offer(areAnnotated && rows.some(({ annotationsActive }) => !annotationsActive), {
    group: "state",
    text: t("tree.annotationsShow"),
    Icon: IconMessage,
    run: () => actions.annotate(rows, true),
  });
  offer(areAnnotated && rows.some(({ annotationsActive }) => annotationsActive), {
    group: "state",
    text: t("tree.annotationsHide"),
    Icon: IconMessageOff,
    run: () => actions.annotate(rows, false),
  });
  // The tags of a single item are in its editor.
  offer(rows.length > 1 && rows.some(({ kind }) => hasTags(kind)), {
    group: "state",
    text: t("tree.tags"),
    Icon: IconTags,
    run: () => actions.tags(rows),
  });
  const isCourse = rows.some(({ kind }) => kind === "course");
  offer(rows.every((row) => isRemovable(tree, row)) && (!isCourse || rows.length === 1), {
    group: "end",
    text: t(isCourse ? "tree.removeCourse" : "tree.remove"),
    keys: "Del",
    Icon: IconTrash,
    run: () => actions.remove(rows),
  });
  return offered;
}
