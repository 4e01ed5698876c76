/** Adds a tag to several items, or removes it from them. */
import { AppError, notFoundOrNoAccess } from "@parfocal/core/errors.ts";
import { TAGS_MAX } from "@parfocal/core/tag/tag-limits.ts";
import { hasTags } from "@parfocal/core/tag/tagged-kinds.ts";
import { lockItems } from "#item/placement.queries.ts";
import type { SiteDb } from "#platform/db/database.ts";
import { writeTag } from "./tag.queries.ts";

interface TagInput {
  readonly itemIds: readonly number[];
  readonly tag: string;
  readonly isOn: boolean;
}

/**
 * @returns IDs of the items to which it was added, or from which it was removed, in the given order.
 * @throws AppError `notFound` if an item does not exist; `invalid` if an item cannot have tags, or no further tag.
 */
export async function setTagOf(db: SiteDb, siteId: number, { itemIds, tag, isOn }: TagInput): Promise<number[]> {
  const items = await lockItems(db, siteId, itemIds);
  const named = [...new Set(itemIds)].map((id) => {
    const item = items.get(id);
    if (!item) throw notFoundOrNoAccess();
    if (!hasTags(item.kind)) throw new AppError("invalid", `“${item.title}” cannot have tags.`, { codes: ["kind"] });
    return item;
  });
  const changed = named.filter(({ tags }) => tags.includes(tag) !== isOn);
  const full = isOn && changed.find(({ tags }) => tags.length >= TAGS_MAX);
  if (full)
    throw new AppError("invalid", `“${full.title}” already has the maximum of ${TAGS_MAX} tags.`, {
      codes: ["full"],
    });
  const changedIds = changed.map(({ id }) => id);
  await writeTag(db, siteId, { itemIds: changedIds, tag, isOn });
  return changedIds;
}
