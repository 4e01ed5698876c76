/** Whether something may come to stand in a place: kinds, depth, no circle, room; and that the place is not in the bin. */
import { ATTACHMENTS_OF_ITEM_MAX } from "@parfocal/core/attachment/attachment-limits.ts";
import { CASE_ITEMS_MAX } from "@parfocal/core/case/case.contract.ts";
import { AppError } from "@parfocal/core/errors.ts";
import type { ItemKind } from "@parfocal/core/item/item-kinds.ts";
import { canLiveIn, canPaste, canReturn, type PlaceFacts } from "@parfocal/core/structure/paste-rules.ts";
import { sql } from "kysely";
import type { ItemRow } from "#item/item.table.ts";
import { DEEPEST_NESTING } from "#item/ways.queries.ts";
import type { SiteDb } from "#platform/db/database.ts";

/** Things of one kind that a parent of a kind holds at most; no row: as many as one likes. */
const ROOM: Partial<Record<ItemKind, { readonly of: ItemKind; readonly most: number }>> = {
  image: { of: "attachment", most: ATTACHMENTS_OF_ITEM_MAX },
  case: { of: "image", most: CASE_ITEMS_MAX },
};

export const notThere = () => new AppError("notFound", "There is nothing here, or it is not for you.");

const quoted = ({ title }: { readonly title: string }) => `“${title}”`;

/** What the rules must know of a place. The type of a quiz counts for what stands in it as well. */
export async function findPlaceFacts(
  db: SiteDb,
  siteId: number,
  { id, kind }: Pick<ItemRow, "id" | "kind">,
): Promise<PlaceFacts> {
  if (!kind.startsWith("quiz")) return { kind, quizType: null };
  const { rows } = await sql<{ quiz_type: string }>`
    WITH RECURSIVE up AS (
      SELECT ${id}::bigint AS id
      UNION
      SELECT placement.parent_id FROM up
      JOIN placement ON placement.site_id = ${siteId} AND placement.item_id = up.id
    )
    SELECT quiz.quiz_type FROM up JOIN quiz ON quiz.site_id = ${siteId} AND quiz.item_id = up.id LIMIT 1
  `.execute(db);
  return { kind, quizType: rows[0]?.quiz_type ?? null };
}

/**
 * What must come out of the bin first, so that an item is to be seen in the tree again.
 *
 * @returns null: it is not in the bin; the nearest that is, if the item lies in no living course any more.
 */
export async function findBinned(
  db: SiteDb,
  siteId: number,
  id: number,
): Promise<{ readonly id: number; readonly title: string } | null> {
  const { rows } = await sql<{ id: number; title: string; kind: ItemKind; is_deleted: boolean }>`
    WITH RECURSIVE up AS (
      SELECT item.id, item.title, item.kind, item.deleted_at IS NOT NULL AS is_deleted
      FROM item WHERE item.site_id = ${siteId} AND item.id = ${id}
      UNION
      SELECT item.id, item.title, item.kind, item.deleted_at IS NOT NULL
      FROM up
      JOIN placement ON placement.site_id = ${siteId} AND placement.item_id = up.id
      JOIN item ON item.site_id = ${siteId} AND item.id = placement.parent_id
      WHERE NOT up.is_deleted
    ) SELECT up.id, up.title, up.kind, up.is_deleted FROM up
  `.execute(db);
  const isReached = rows.some(({ kind, is_deleted: isDeleted }) => kind === "course" && !isDeleted);
  return isReached ? null : (rows.find(({ is_deleted: isDeleted }) => isDeleted) ?? null);
}

/** @throws AppError `conflict` for a place that is in the bin, itself or with what it lies in. */
export async function assertNotInBin(db: SiteDb, siteId: number, place: Pick<ItemRow, "id" | "title">): Promise<void> {
  const binned = await findBinned(db, siteId, place.id);
  if (binned)
    throw new AppError("conflict", `${quoted(place)} is in the bin. Restore ${quoted(binned)} first.`, {
      codes: ["inBin"],
    });
}

interface Wish {
  readonly items: readonly Pick<ItemRow, "id" | "kind" | "title">[];
  readonly parent: Pick<ItemRow, "id" | "kind" | "title">;
  /** What lies in the parent already, the items left out. */
  readonly present: readonly { readonly kind: ItemKind }[];
  /** The kinds differ. */
  readonly deed?: "move" | "paste" | "restore";
}

const IS_ALLOWED = { move: canLiveIn, paste: canPaste, restore: canReturn };

/** @throws AppError `invalid` with a sentence about the first that may not stand there. */
export async function assertFits(
  db: SiteDb,
  siteId: number,
  { items, parent, present, deed = "move" }: Wish,
): Promise<void> {
  const place = await findPlaceFacts(db, siteId, parent);
  const stranger = items.find(({ kind }) => !IS_ALLOWED[deed](kind, place));
  if (stranger)
    throw new AppError(
      "invalid",
      `${quoted(stranger)} cannot stand in ${quoted(parent)}: that kind of item does not.`,
      {
        codes: ["kind"],
      },
    );
  const room = ROOM[parent.kind];
  const isCounted = ({ kind }: { readonly kind: ItemKind }) => kind === room?.of;
  if (room && items.some(isCounted) && [...present, ...items].filter(isCounted).length > room.most)
    throw new AppError("invalid", `${quoted(parent)} is full: it can hold ${room.most} at most.`, { codes: ["full"] });
  await assertNoCircle(db, siteId, { items, parent });
}

async function assertNoCircle(db: SiteDb, siteId: number, { items, parent }: Pick<Wish, "items" | "parent">) {
  const above = await measureAbove(db, siteId, parent.id);
  const around = items.find(({ id }) => above.ids.has(id));
  if (around) throw new AppError("invalid", `${quoted(around)} cannot be put into itself.`, { codes: ["circle"] });
  const ids = items.map(({ id }) => id);
  if (above.depth + (await measureHeight(db, siteId, ids)) > DEEPEST_NESTING)
    throw new AppError("invalid", `Folders can lie ${DEEPEST_NESTING} deep at most.`, { codes: ["depth"] });
}

/** What an item lies in, itself too, and how deep it lies: 1 for what lies in nothing. */
async function measureAbove(
  db: SiteDb,
  siteId: number,
  id: number,
): Promise<{ readonly ids: ReadonlySet<number>; readonly depth: number }> {
  const { rows } = await sql<{ id: number; depth: number }>`
    WITH RECURSIVE up AS (
      SELECT ${id}::bigint AS id, 1 AS depth
      UNION
      SELECT placement.parent_id, up.depth + 1 FROM up
      JOIN placement ON placement.site_id = ${siteId} AND placement.item_id = up.id
      WHERE up.depth <= ${DEEPEST_NESTING}
    ) SELECT up.id, up.depth FROM up
  `.execute(db);
  return { ids: new Set(rows.map((row) => row.id)), depth: Math.max(...rows.map((row) => row.depth)) };
}

/** Of the tallest: 1 for things in which nothing lies. */
async function measureHeight(db: SiteDb, siteId: number, ids: readonly number[]): Promise<number> {
  const { rows } = await sql<{ height: number }>`
    WITH RECURSIVE down AS (
      SELECT unnest(${[...ids]}::bigint[]) AS id, 1 AS height
      UNION
      SELECT placement.item_id, down.height + 1 FROM down
      JOIN placement ON placement.site_id = ${siteId} AND placement.parent_id = down.id
      WHERE down.height <= ${DEEPEST_NESTING}
    ) SELECT coalesce(max(down.height), 1) AS height FROM down
  `.execute(db);
  return rows[0]?.height ?? 1;
}
