/** Shared by pages, embeds and textbooks: access, placement, creation and changes. */
import { AppError, notFoundOrNoAccess } from "@parfocal/core/errors.ts";
import type { ItemKind } from "@parfocal/core/item/item-kinds.ts";
import type { PlacedContent } from "@parfocal/core/item/placed-content.contract.ts";
import { canLiveIn } from "@parfocal/core/structure/paste-rules.ts";
import type { Caller } from "#platform/access/caller.ts";
import type { SiteDb } from "#platform/db/database.ts";
import { type AccessScope, accessScopeOf } from "./access-scope.ts";
import { appendPlacement, insertItem, listCrumbs } from "./item.queries.ts";
import type { FoundItemRow } from "./item.table.ts";
import { findVisibleItem } from "./item-access.ts";
import { findChosenThumbnail } from "./item-appearance.queries.ts";
import { changeLook, loadLook } from "./item-appearance.ts";
import { lockParent } from "./lock-parent.ts";
import { findNeighbours } from "./neighbours.ts";

export interface ContentQuery {
  readonly siteId: number;
  readonly caller: Caller;
  readonly id: number;
  readonly kind: ItemKind;
  /** Parent through which the caller opens it. */
  readonly parentId?: number | undefined;
}

/** An item that was already found, and the path by which the caller reaches it. */
interface FoundItem {
  readonly item: FoundItemRow;
  readonly way: { readonly ids: readonly number[] } | null;
  readonly isManager: boolean;
  readonly accessScope: AccessScope;
}

/** @throws AppError `notFound` if there is no such item for the caller. */
export async function loadPlacedContent(
  db: SiteDb,
  question: ContentQuery,
  found?: FoundItem,
): Promise<{ readonly item: FoundItemRow; readonly placed: PlacedContent }> {
  const { siteId, id } = question;
  const { item, way, isManager, accessScope } = found ?? (await findContent(db, question));
  const path = await listCrumbs(db, siteId, way?.ids ?? [id]);
  const { thumbnailMediaId } = await loadLook(db, siteId, id);
  const neighbours = await findNeighbours(db, siteId, {
    id,
    parentId: path.at(-2)?.id,
    accessScope,
  });
  const placed = {
    id,
    itemId: id,
    title: item.title,
    subtitle: item.subtitle,
    tags: item.tags,
    thumbnail: await findChosenThumbnail(db, siteId, id),
    thumbnailMediaId,
    path,
    ...neighbours,
    userCanEdit: isManager,
  };
  return { item, placed };
}

async function findContent(db: SiteDb, question: ContentQuery): Promise<FoundItem> {
  const { caller } = question;
  const { item, way } = await findVisibleItem(db, question);
  return { item, way, isManager: caller.can("manageContent"), accessScope: accessScopeOf(caller) };
}

type Texts = Pick<FoundItemRow, "title" | "subtitle" | "summary" | "description">;

/**
 * At the end of its parent. @returns its ID. @throws AppError `invalid` if the parent cannot contain it; also like
 * `lockParent`.
 */
export async function addPlacedContent(
  db: SiteDb,
  siteId: number,
  {
    kind,
    parentId,
    createdBy,
    ...texts
  }: Partial<Texts> & {
    readonly kind: ItemKind;
    readonly title: string;
    readonly tags?: readonly string[];
    readonly parentId: number;
    readonly createdBy: number;
  },
): Promise<number> {
  const parent = await lockParent(db, siteId, parentId);
  if (!parent || !canLiveIn(kind, { kind: parent.kind, quizType: null }))
    throw new AppError("invalid", "Choose a course or folder as the location.", {
      codes: ["parentId"],
    });
  const { id } = await insertItem(db, siteId, { kind, createdBy, ...texts });
  await appendPlacement(db, siteId, { parentId, itemId: id });
  return id;
}

interface ContentChanges {
  readonly title?: string | undefined;
  readonly subtitle?: string | undefined;
  readonly summary?: string | undefined;
  readonly description?: string | undefined;
  readonly tags?: string[] | undefined;
  /** Null: removes it. */
  readonly thumbnailMediaId?: number | null | undefined;
}

/**
 * Changes only the given fields, so that concurrent changes of different fields are both kept.
 *
 * @throws AppError `notFound` if there is no such item, `invalid` if the thumbnail is not one of the site's images.
 */
export async function changePlacedContent(
  db: SiteDb,
  siteId: number,
  { id, kind }: { id: number; kind: ItemKind },
  changes: ContentChanges,
): Promise<void> {
  const { title, subtitle, summary, description, tags, thumbnailMediaId } = changes;
  const named = Object.entries({ title, subtitle, summary, description, tags }).filter(
    ([, value]) => value !== undefined,
  );
  const { numUpdatedRows } = await db
    .updateTable("item")
    .set({ ...(Object.fromEntries(named) as Partial<Texts>), updated_at: new Date() })
    .where("site_id", "=", siteId)
    .where("id", "=", id)
    .where("kind", "=", kind)
    .where("deleted_at", "is", null)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows === 0n) throw notFoundOrNoAccess();
  await changeLook(db, siteId, id, { thumbnailMediaId });
}
