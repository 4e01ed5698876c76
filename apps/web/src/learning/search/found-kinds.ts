/** What each kind of result is called, and its icon. */
import type { FoundKind } from "@parfocal/core/search/search-limits.ts";
import { type Icon, IconPencil } from "@tabler/icons-react";
import type { TFunction } from "i18next";
import { ITEM_ICONS } from "#item/item-icons.ts";

export const iconOfKind = (kind: FoundKind): Icon => (kind === "annotation" ? IconPencil : ITEM_ICONS[kind]);

/** Only kinds that are found are asked for; of another its own name. */
export function nameOfKind(t: TFunction, kind: FoundKind): string {
  switch (kind) {
    case "annotation":
      return t("search.kindAnnotation");
    case "course":
      return t("search.kindCourse");
    case "folder":
      return t("search.kindFolder");
    case "image":
      return t("search.kindImage");
    case "case":
      return t("search.kindCase");
    case "quiz":
      return t("search.kindQuiz");
    case "embed":
      return t("search.kindEmbed");
    case "page":
      return t("search.kindPage");
    case "radiology":
      return t("search.kindRadiology");
    case "enrollment":
      return t("search.kindEnrollment");
    case "textbook":
      return t("search.kindTextbook");
    case "attachment":
      return t("search.kindAttachment");
    default:
      return kind;
  }
}
