/** Name and icon of each type of result. */
import type { FoundKind } from "@parfocal/core/search/search-limits.ts";
import { type Icon, IconPencil } from "@tabler/icons-react";
import type { TFunction } from "i18next";
import { ITEM_ICONS } from "#item/item-icons.ts";

export const iconOfKind = (kind: FoundKind): Icon => (kind === "annotation" ? IconPencil : ITEM_ICONS[kind]);

/** Items have the same type names as in the tree. */
export const nameOfKind = (t: TFunction, kind: FoundKind): string =>
  kind === "annotation" ? t("search.kindAnnotation") : t(`tree.kind_${kind}`);
