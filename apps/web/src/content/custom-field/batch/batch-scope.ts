/** The slides in the batch editor, from the URL: `/s1/manage/fields?fill=all`, `…&folder=7`, `…&slides=3,5`. */
import { SLIDE_BATCH_SIZE } from "@parfocal/core/custom-field/slide-batch.ts";
import { readId, readPageNumber } from "#platform/address-parameters.ts";

export interface BatchScope {
  /** Only slides in this course or folder; null: any. */
  readonly folderId: number | null;
  /** Only these slides; empty: all. */
  readonly slideIds: readonly number[];
  /** Part of a title or file name; empty: any. */
  readonly query: string;
  /** From 1. */
  readonly page: number;
}

const WHOLE_SITE: BatchScope = { folderId: null, slideIds: [], query: "", page: 1 };

/** @returns null if the URL does not refer to the batch editor. */
export function readScope(search: Readonly<Record<string, unknown>>): BatchScope | null {
  if (search.fill === undefined) return null;
  const text = (name: string) => String(search[name] ?? "");
  return {
    folderId: readId(search.folder),
    slideIds: [
      ...new Set(
        text("slides")
          .split(",")
          .flatMap((part) => readId(part) ?? []),
      ),
    ],
    query: text("q"),
    page: readPageNumber(search.page),
  };
}

export function scopeAddress(siteId: number, scope: Partial<BatchScope>): string {
  const { folderId, slideIds, query, page } = { ...WHOLE_SITE, ...scope };
  const parts = [
    "fill=all",
    ...(folderId === null ? [] : [`folder=${folderId}`]),
    ...(slideIds.length === 0 ? [] : [`slides=${slideIds.join(",")}`]),
    ...(query === "" ? [] : [`q=${encodeURIComponent(query)}`]),
    ...(page === 1 ? [] : [`page=${page}`]),
  ];
  return `/s${siteId}/manage/fields?${parts.join("&")}`;
}

/** Query parameters: for selected slides those of the page, otherwise the page itself. */
export function scopeQuery({ folderId, slideIds, query, page }: BatchScope) {
  const own = slideIds.slice((page - 1) * SLIDE_BATCH_SIZE, page * SLIDE_BATCH_SIZE);
  return {
    q: query,
    ...(folderId === null ? {} : { folder: folderId }),
    ...(slideIds.length > 0 ? { slides: own.join(",") } : { page }),
  };
}

/** Whether there may be more. @param shown number of slides on the page. */
export function hasNextPage({ slideIds, page }: BatchScope, shown: number): boolean {
  return slideIds.length > 0 ? slideIds.length > page * SLIDE_BATCH_SIZE : shown === SLIDE_BATCH_SIZE;
}

/** Storage key of unsaved values, separate for each page. */
export function scopeName({ folderId, slideIds, query, page }: BatchScope): string {
  return `field-values-${folderId ?? ""}-${slideIds.join(",")}-${query}-${page}`;
}
