/**
 * Copies items to a parent: slides and attachments get one more placement, other items are duplicated with their
 * content.
 */

import { AppError } from "@parfocal/core/errors.ts";
import type { ItemKind } from "@parfocal/core/item/item-kinds.ts";
import { TITLE_MAX_CHARACTERS } from "@parfocal/core/item/item-text-limits.ts";
import { insertAt } from "@parfocal/core/structure/order-rules.ts";
import { sql } from "kysely";
import type { ItemRow } from "#item/item.table.ts";
import { assertNotInBin } from "#item/lock-parent.ts";
import {
  addPlaces,
  findWidestState,
  listParentIds,
  listPlaces,
  lockItems,
  lockStructure,
  type Place,
  readItems,
} from "#item/placement.queries.ts";
import type { SiteDb } from "#platform/db/database.ts";
import { copyQuizAccess } from "./copy-quiz-access.ts";
import { type CopyWatch, UNWATCHED } from "./copy-run.ts";
import { copyTextbookMarks } from "./copy-textbook-marks.ts";
import { ITEM_HANDLERS, TABLES_OF_ALL_KINDS } from "./item-handlers.ts";
import { readPlaceDetails, writePlaceDetails } from "./place-details.ts";
import { assertFits, itemNotFound } from "./place-rules.ts";
import { countBelow } from "./structure.queries.ts";

/** Maximum number of items that one copy creates or places. */
const COPY_MAX_ITEMS = 5_000;
const COPY_MARK = " (copy)";

interface CopyInput {
  readonly id: number;
  readonly kind: ItemKind;
  readonly parentId: number;
  /** From 1; undefined: at the end. */
  readonly position?: number | undefined;
  readonly createdBy: number;
  /** Reports the progress; omitted: not reported. @param total items that will be created or placed. */
  readonly watch?: ((total: number) => CopyWatch) | undefined;
}

/**
 * A copy is never more accessible than its original: it is inactive if the original is inactive everywhere, and gets
 * the same user groups.
 *
 * Duplicates are created before the tree is locked, as this may take a minute and they have no parent until then: other
 * moves can proceed, and the copy contains each list as it was when it was read (decision 0091).
 *
 * @returns ID of the item in the parent: the original's, if it was placed.
 */
export async function copyItemTo(db: SiteDb, siteId: number, input: CopyInput): Promise<number> {
  const { id, kind, parentId, position, createdBy, watch } = input;
  const isPlaced = ITEM_HANDLERS[kind].copies === "placed";
  if (isPlaced) await lockStructure(db, siteId);
  const { original } = await assertCopyFits(db, siteId, input, await readItems(db, siteId, [parentId, id]));
  const copyId = isPlaced
    ? id
    : await copyWhole(db, siteId, original, { isBeside: await isPlacedIn(db, siteId, id, parentId), createdBy, watch });
  if (!isPlaced) await lockStructure(db, siteId);
  // Parents before their contents.
  const locked = [...(await lockItems(db, siteId, [parentId])), ...(await lockItems(db, siteId, [id]))];
  const { parent, present } = await assertCopyFits(db, siteId, input, new Map(locked));
  if (isPlaced) assertPlacedOnce(original, parent, present);
  // The original may have changed since then: its copy must not be too deep.
  else await assertFits(db, siteId, { items: [{ ...original, id: copyId }], parent, present, action: "paste" });
  const order = insertAt(
    present.map(({ itemId }) => itemId),
    [copyId],
    position,
  );
  await addPlaces(db, siteId, parentId, {
    places: [{ itemId: copyId, ...(await findWidestState(db, siteId, id)) }],
    order,
  });
  return copyId;
}

/** @param items existing items by ID. @throws AppError `notFound`, `invalid`. */
async function assertCopyFits(
  db: SiteDb,
  siteId: number,
  { id, kind, parentId }: CopyInput,
  items: ReadonlyMap<number, ItemRow>,
): Promise<{ readonly original: ItemRow; readonly parent: ItemRow; readonly present: readonly Place[] }> {
  const [parent, original] = [items.get(parentId), items.get(id)];
  if (!parent || original?.kind !== kind) throw itemNotFound();
  await assertNotInBin(db, siteId, parent);
  await assertNotInBin(db, siteId, original);
  const present = await listPlaces(db, siteId, parentId);
  await assertFits(db, siteId, { items: [original], parent, present, action: "paste" });
  return { original, parent, present };
}

const isPlacedIn = async (db: SiteDb, siteId: number, id: number, parentId: number): Promise<boolean> =>
  (await listParentIds(db, siteId, id)).includes(parentId);

function assertPlacedOnce(original: ItemRow, parent: ItemRow, present: readonly Place[]): void {
  if (present.some(({ itemId }) => itemId === original.id))
    throw new AppError("conflict", `“${original.title}” is already in “${parent.title}”.`, {
      codes: ["alreadyThere"],
    });
}

async function copyWhole(
  db: SiteDb,
  siteId: number,
  original: ItemRow,
  { isBeside, createdBy, watch }: { isBeside: boolean } & Pick<CopyInput, "createdBy" | "watch">,
): Promise<number> {
  const below = await countBelow(db, siteId, original.id, COPY_MAX_ITEMS + 1);
  if (below > COPY_MAX_ITEMS)
    throw new AppError(
      "invalid",
      `“${original.title}” contains more than ${COPY_MAX_ITEMS} items. Copy its contents separately.`,
      { codes: ["tooMany"] },
    );
  const title = isBeside ? `${original.title.slice(0, TITLE_MAX_CHARACTERS - COPY_MARK.length)}${COPY_MARK}` : null;
  const watched = watch?.(below) ?? UNWATCHED;
  try {
    const copyId = await copyWithContents(db, siteId, original, { title, createdBy, watched });
    await watched.finish(db);
    return copyId;
  } finally {
    // Not awaited: it may wait for a connection, while this transaction holds one.
    void watched.end();
  }
}

/** @param title null: the original's. @returns ID of the new item, which has no parent yet. */
async function copyWithContents(
  db: SiteDb,
  siteId: number,
  original: Pick<ItemRow, "id" | "kind">,
  { title, createdBy, watched }: { title: string | null; createdBy: number; watched: CopyWatch },
): Promise<number> {
  const id = await copyItemRow(db, siteId, original.id, { title, createdBy });
  for (const table of [...ITEM_HANDLERS[original.kind].tables, ...TABLES_OF_ALL_KINDS])
    await copyRows(db, siteId, table, { from: original.id, to: id });
  if (original.kind === "textbook") await copyTextbookMarks(db, siteId, { from: original.id, to: id });
  if (original.kind === "quiz") await copyQuizAccess(db, siteId, { from: original.id, to: id });
  await copyAssignments(db, siteId, { from: original.id, to: id });
  const places: Omit<Place, "kind" | "title">[] = [];
  const placedIds: number[] = [];
  for (const { itemId, kind, isActive, annotationsActive } of await listPlaces(db, siteId, original.id)) {
    const { copies } = ITEM_HANDLERS[kind];
    if (copies === "never") continue;
    if (copies === "placed") {
      placedIds.push(itemId);
      await watched.step(db);
    }
    const copyId =
      copies === "placed"
        ? itemId
        : await copyWithContents(db, siteId, { id: itemId, kind }, { title: null, createdBy, watched });
    places.push({ itemId: copyId, isActive, annotationsActive });
  }
  await addPlaces(db, siteId, id, { places, order: places.map(({ itemId }) => itemId) });
  const details = await readPlaceDetails(db, siteId, original, placedIds);
  await writePlaceDetails(db, siteId, { id, kind: original.kind }, details);
  await watched.step(db);
  return id;
}

async function copyItemRow(
  db: SiteDb,
  siteId: number,
  from: number,
  { title, createdBy }: { title: string | null; createdBy: number },
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    INSERT INTO item (site_id, kind, title, subtitle, summary, description, tags, created_by)
    SELECT site_id, kind, coalesce(${title}::text, title), subtitle, summary, description, tags, ${createdBy}::bigint
    FROM item WHERE site_id = ${siteId} AND id = ${from}
    RETURNING id
  `.execute(db);
  if (!rows[0]) throw itemNotFound();
  return rows[0].id;
}

/** @param table with columns `site_id` and `item_id`. */
async function copyRows(
  db: SiteDb,
  siteId: number,
  table: string,
  { from, to }: { from: number; to: number },
): Promise<void> {
  await sql`
    INSERT INTO ${sql.table(table)}
    SELECT (jsonb_populate_record(original, jsonb_build_object('item_id', ${to}::bigint))).*
    FROM ${sql.table(table)} AS original WHERE original.site_id = ${siteId} AND original.item_id = ${from}
  `.execute(db);
}

async function copyAssignments(db: SiteDb, siteId: number, { from, to }: { from: number; to: number }): Promise<void> {
  await sql`
    INSERT INTO assignment (site_id, user_group_id, resource_id, by_administrator)
    SELECT site_id, user_group_id, ${to}::bigint, by_administrator
    FROM assignment WHERE site_id = ${siteId} AND resource_id = ${from}
  `.execute(db);
}
