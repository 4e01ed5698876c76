/** Position below a share link: URLs, breadcrumbs, and names for items whose names the link hides. */
import type { ItemKind } from "@parfocal/core/item/item-kinds.ts";
import type { PathStep } from "@parfocal/core/item/public-path.ts";
import { formatSharedPath, type SharedPlace } from "@parfocal/core/share/share-path.ts";
import type { TFunction } from "i18next";
import type { PageCrumb } from "#ui/page-place.ts";

/** Types that a link opens. */
const SHARED_KINDS = ["course", "folder", "image", "case", "page", "embed", "textbook", "radiology"] as const;
type SharedKind = (typeof SHARED_KINDS)[number];

export const sharedKindOf = (kind: ItemKind): SharedKind | undefined => SHARED_KINDS.find((one) => one === kind);

const NAMES = {
  course: "sharedPage.course",
  folder: "sharedPage.folder",
  image: "sharedPage.slide",
  case: "sharedPage.case",
  page: "sharedPage.page",
  embed: "sharedPage.page",
  textbook: "sharedPage.textbook",
  radiology: "sharedPage.radiology",
} as const satisfies Record<SharedKind, string>;

/** @param title omitted or empty: the link hides it. */
export function nameOf(
  t: TFunction,
  { type, title }: { readonly type: ItemKind; readonly title?: string | undefined },
) {
  if (title) return title;
  const kind = sharedKindOf(type);
  return kind ? t(NAMES[kind]) : "";
}

interface LinkCrumb {
  readonly id: number;
  readonly type: ItemKind;
  readonly title?: string | undefined;
}

/** @param path from the shared item down to the current one, which gets no breadcrumb. */
export function crumbsBelow(t: TFunction, { token }: SharedPlace, path: readonly LinkCrumb[]): PageCrumb[] {
  return path.slice(0, -1).map((crumb, index) => ({
    title: nameOf(t, crumb),
    href: formatSharedPath(
      token,
      path.slice(1, index + 1).map(({ type, id }) => ({ kind: type, id })),
    ),
  }));
}

/** URL of the parent; null: it is the shared item itself. */
export function pathAround({ token, steps }: SharedPlace): string | null {
  return steps.length === 0 ? null : formatSharedPath(token, steps.slice(0, -1));
}

/** The current item and its parents. @param root the shared item. */
export function shownStep({ steps }: SharedPlace, root: PathStep): { step: PathStep; parentId: number | null } {
  const step = steps.at(-1);
  return step ? { step, parentId: steps.at(-2)?.id ?? root.id } : { step: root, parentId: null };
}
