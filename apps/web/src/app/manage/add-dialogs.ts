/** The dialog that adds each type: from the table of types, otherwise a dialog of this slice. */
import { ITEM_KIND_NAMES, type ItemKind } from "@parfocal/core/item/item-kinds.ts";
import type { ComponentType } from "react";
import type { AddItemProps } from "#editor/editor-props.ts";
import { AddFolderHere } from "./AddFolderHere.tsx";
import { ITEM_SCREENS } from "./item-editors.ts";

const OWN: Partial<Record<ItemKind, ComponentType<AddItemProps>>> = { folder: AddFolderHere };

/** A course has no parent; it is added by the button of the tree. */
export const ADD_DIALOGS: Partial<Record<ItemKind, ComponentType<AddItemProps>>> = Object.fromEntries(
  ITEM_KIND_NAMES.flatMap((kind) => {
    const Dialog = kind === "course" ? null : (ITEM_SCREENS[kind].AddDialog ?? OWN[kind] ?? null);
    return Dialog ? [[kind, Dialog]] : [];
  }),
);
