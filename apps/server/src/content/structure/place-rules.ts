/** Checks whether items can be placed in a parent: content type, depth, cycles, capacity. */
import { ATTACHMENTS_OF_ITEM_MAX } from "@parfocal/core/attachment/attachment-limits.ts";
import { CASE_ITEMS_MAX } from "@parfocal/core/case/case.contract.ts";
import { AppError, notFoundOrNoAccess } from "@parfocal/core/errors.ts";
import type { ItemKind } from "@parfocal/core/item/item-kinds.ts";
import { canLiveIn, canPaste, canReturn, type PlaceFacts } from "@parfocal/core/structure/paste-rules.ts";
import { sql } from "kysely";
import type { ItemRow } from "#item/item.table.ts";
import { DEEPEST_NESTING } from "#item/item-paths.queries.ts";
import { measureAbove, quoted, tooDeep } from "#item/lock-parent.ts";
import type { SiteDb } from "#platform/db/database.ts";

/** Maximum number of items of one type in a parent of a type; no row: unlimited. */
const ROOM: Partial<Record<ItemKind, { readonly of: ItemKind; readonly most: number }>> = {
  image: { of: "attachment", most: ATTACHMENTS_OF_ITEM_MAX },
  case: { of: "image", most: CASE_ITEMS_MAX },
};

export const itemNotFound = () => notFoundOrNoAccess();

/** Facts about a parent that the rules need. The type of a quiz applies to its children as well. */
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

interface Input {
  readonly items: readonly Pick<ItemRow, "id" | "kind" | "title">[];
  readonly parent: Pick<ItemRow, "id" | "kind" | "title">;
  /** Existing children of the parent, without the placed items. */
  readonly present: readonly { readonly kind: ItemKind }[];
  /** The allowed content types differ between them. */
  readonly action?: "move" | "paste" | "restore";
}

const IS_ALLOWED = { move: canLiveIn, paste: canPaste, restore: canReturn };

/** @throws AppError `invalid` with a message about the first item that does not fit. */
export async function assertFits(
  db: SiteDb,
  siteId: number,
  { items, parent, present, action = "move" }: Input,
): Promise<void> {
  const place = await findPlaceFacts(db, siteId, parent);
  const stranger = items.find(({ kind }) => !IS_ALLOWED[action](kind, place));
  if (stranger)
    throw new AppError(
      "invalid",
      `${quoted(stranger)} cannot be placed in ${quoted(parent)}: this content type is not allowed there.`,
      {
        codes: ["kind"],
      },
    );
  const room = ROOM[parent.kind];
  const isCounted = ({ kind }: { readonly kind: ItemKind }) => kind === room?.of;
  if (room && items.some(isCounted) && [...present, ...items].filter(isCounted).length > room.most)
    throw new AppError("invalid", `${quoted(parent)} is full. The limit is ${room.most}.`, { codes: ["full"] });
  await assertNoCircle(db, siteId, { items, parent });
}

async function assertNoCircle(db: SiteDb, siteId: number, { items, parent }: Pick<Input, "items" | "parent">) {
  const above = await measureAbove(db, siteId, parent.id);
  const around = items.find(({ id }) => above.ids.has(id));
  if (around) throw new AppError("invalid", `${quoted(around)} cannot be moved into itself.`, { codes: ["circle"] });
  const ids = items.map(({ id }) => id);
  if (above.depth + (await measureHeight(db, siteId, ids)) > DEEPEST_NESTING) throw tooDeep();
}

/** Height of the tallest item: 1 for items without children. */
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
