/**
 * The content tree as rows: all of it, or the changes since a version.
 *
 * A version is the oldest transaction that was still running when the answer was read (`pg_snapshot_xmin`). Changes
 * invisible to that answer belong to it or to a later one, so that asking for changes from that version on returns
 * them; an unchanged row may be returned twice. Triggers write the IDs (migration 0012). The version of a list is the ID
 * of the transaction that changed it, or one more than the former version if that is greater (migration 0213): it grows
 * with each change, and is never less than the ID.
 */

import type { Tree, TreeNode, TreeParent } from "@parfocal/core/structure/structure.contract.ts";
import { sql } from "kysely";
import { DEEPEST_NESTING } from "#item/item-paths.queries.ts";
import type { SiteDb } from "#platform/db/database.ts";

/** Added to transaction IDs; increased when the database has moved to another cluster (`normalise-versions.ts`). */
export const VERSION_OFFSET = "structureVersionOffset";
const offset = sql<number>`coalesce((SELECT value::bigint FROM installation WHERE name = ${VERSION_OFFSET}), 0)`;

type NodeCells = [id: number, type: TreeNode["type"], title: string, quizType: string | null, subjectId: number | null];
type ListCells = [parentId: number | null, version: number, children: ChildCells[]];
type ChildCells = [id: number, isActive: boolean, annotationsActive: boolean];

interface TreeRow {
  readonly version: number;
  readonly nodes: NodeCells[];
  readonly lists: ListCells[];
  readonly gone: number[];
}

/** @param which condition on `item`. */
const nodesWhere = (siteId: number, which: ReturnType<typeof sql>) => sql`
  (SELECT coalesce(json_agg(json_build_array(item.id, item.kind, item.title, quiz.quiz_type, quiz_slide.subject_id)), '[]')
   FROM item
   LEFT JOIN quiz ON quiz.site_id = ${siteId} AND quiz.item_id = item.id
   LEFT JOIN quiz_slide ON quiz_slide.site_id = ${siteId} AND quiz_slide.item_id = item.id
   WHERE item.site_id = ${siteId} AND item.deleted_at IS NULL AND ${which})`;

/** @param which condition on `item`, the parent. */
const listsWhere = (siteId: number, which: ReturnType<typeof sql>) => sql`
  (SELECT coalesce(json_agg(json_build_array(item.id, item.children_xid + ${offset}, coalesce(list.children, '[]'))), '[]')
   FROM item
   LEFT JOIN (
     SELECT placement.parent_id,
       json_agg(json_build_array(placement.item_id, placement.is_active, placement.annotations_active) ORDER BY placement.position) AS children
     FROM placement JOIN item AS child ON child.site_id = ${siteId} AND child.id = placement.item_id AND child.deleted_at IS NULL
     WHERE placement.site_id = ${siteId} GROUP BY placement.parent_id
   ) AS list ON list.parent_id = item.id
   WHERE item.site_id = ${siteId} AND item.deleted_at IS NULL AND ${which})`;

const courseList = (siteId: number) => sql`
  json_build_array(NULL,
    coalesce((SELECT courses_xid FROM content_version WHERE site_id = ${siteId}), 0) + ${offset},
    (SELECT coalesce(json_agg(json_build_array(course.item_id, course.is_visible, true) ORDER BY course.position), '[]')
     FROM course JOIN item ON item.site_id = ${siteId} AND item.id = course.item_id AND item.deleted_at IS NULL
     WHERE course.site_id = ${siteId}))`;

const version = sql`pg_snapshot_xmin(pg_current_snapshot())::text::bigint + ${offset}`;

/** @param since version of an earlier response; undefined, or a version of another cluster: everything. */
export async function readTree(db: SiteDb, siteId: number, since: number | undefined): Promise<Tree> {
  if (since !== undefined) {
    const changes = await readChanges(db, siteId, since);
    if (changes) return changes;
  }
  const { rows } = await sql<TreeRow>`
    SELECT ${version} AS version, ${nodesWhere(siteId, sql`true`)} AS nodes,
      ${listsWhere(siteId, sql`list.children IS NOT NULL`)} AS lists, '[]'::json AS gone,
      ${courseList(siteId)} AS courses
  `.execute(db);
  const row = rows[0] as TreeRow & { readonly courses: ListCells };
  return onlyReached({ ...present(row), parents: [row.courses, ...row.lists].map(presentList), isWhole: true });
}

/** @returns null for a version that is not from this cluster. */
async function readChanges(db: SiteDb, siteId: number, since: number): Promise<Tree | null> {
  const { rows } = await sql<TreeRow & { courses: ListCells | null; is_ours: boolean }>`
    WITH RECURSIVE known AS (SELECT ${since}::bigint - ${offset} AS xid),
    come AS (
      SELECT item.id, 0 AS depth FROM item, known
      WHERE item.site_id = ${siteId} AND item.changed_xid >= known.xid AND item.arrived_xid >= known.xid AND item.deleted_at IS NULL
      UNION
      SELECT placement.item_id, come.depth + 1 FROM come
      JOIN placement ON placement.site_id = ${siteId} AND placement.parent_id = come.id WHERE come.depth < ${DEEPEST_NESTING}
    ),
    listed AS (
      SELECT item.id FROM item, known WHERE item.site_id = ${siteId} AND item.children_xid >= known.xid
      UNION SELECT come.id FROM come
    ),
    named AS (
      SELECT item.id FROM item, known WHERE item.site_id = ${siteId} AND item.changed_xid >= known.xid
      UNION SELECT come.id FROM come
    )
    SELECT ${version} AS version,
      known.xid >= 0 AND known.xid <= pg_snapshot_xmax(pg_current_snapshot())::text::bigint AS is_ours,
      ${nodesWhere(siteId, sql`item.id IN (SELECT named.id FROM named)`)} AS nodes,
      (SELECT coalesce(json_agg(json_build_array(item.id, item.children_xid + ${offset},
          (SELECT coalesce(json_agg(json_build_array(placement.item_id, placement.is_active, placement.annotations_active)
             ORDER BY placement.position), '[]')
           FROM placement JOIN item AS child ON child.site_id = ${siteId} AND child.id = placement.item_id AND child.deleted_at IS NULL
           WHERE placement.site_id = ${siteId} AND placement.parent_id = item.id))), '[]')
       FROM item WHERE item.site_id = ${siteId} AND item.deleted_at IS NULL AND item.id IN (SELECT listed.id FROM listed)) AS lists,
      (SELECT coalesce(json_agg(item.id), '[]') FROM item
       WHERE item.site_id = ${siteId} AND item.deleted_at IS NOT NULL AND item.changed_xid >= known.xid) AS gone,
      (SELECT ${courseList(siteId)} FROM content_version WHERE site_id = ${siteId} AND courses_xid >= known.xid) AS courses
    FROM known
  `.execute(db);
  const row = rows[0];
  if (!row?.is_ours) return null;
  const lists = row.courses === null ? row.lists : [row.courses, ...row.lists];
  return { ...present(row), parents: lists.map(presentList), isWhole: false };
}

const present = ({ version: at, nodes, gone }: TreeRow) => ({ version: at, nodes: nodes.map(presentNode), gone });

const presentNode = ([id, type, title, quizType, subjectId]: NodeCells): TreeNode => ({
  id,
  type,
  title,
  quizType: quizType as TreeNode["quizType"],
  subjectId,
});

const presentList = ([id, at, children]: ListCells): TreeParent => ({
  id,
  version: at,
  children: children.map(([childId, isActive, annotationsActive]) => ({ id: childId, isActive, annotationsActive })),
});

/** Removes rows whose parent is in the bin. */
function onlyReached(tree: Tree): Tree {
  const byId = new Map(tree.parents.map((parent) => [parent.id, parent]));
  const reached = new Set<number | null>([null]);
  for (const id of reached) for (const child of byId.get(id)?.children ?? []) reached.add(child.id);
  return {
    ...tree,
    nodes: tree.nodes.filter(({ id }) => reached.has(id)),
    parents: tree.parents.filter(({ id }) => reached.has(id)),
  };
}

/** Current lists, in the requested order; parents in the bin are omitted. @param ids null: the courses. */
export async function readLists(db: SiteDb, siteId: number, ids: readonly (number | null)[]): Promise<TreeParent[]> {
  const requestedIds = [...new Set(ids)].filter((id) => id !== null);
  const { rows } = await sql<{ lists: ListCells[]; courses: ListCells }>`
    SELECT (SELECT coalesce(json_agg(json_build_array(item.id, item.children_xid + ${offset},
        (SELECT coalesce(json_agg(json_build_array(placement.item_id, placement.is_active, placement.annotations_active)
           ORDER BY placement.position), '[]')
         FROM placement WHERE placement.site_id = ${siteId} AND placement.parent_id = item.id))), '[]')
      FROM item WHERE item.site_id = ${siteId} AND item.deleted_at IS NULL AND item.id = ANY(${requestedIds}::bigint[])) AS lists,
      ${courseList(siteId)} AS courses
  `.execute(db);
  const found = rows[0];
  if (!found) return [];
  const byId = new Map([found.courses, ...found.lists].map((cells) => [cells[0], presentList(cells)]));
  return [...new Set(ids)].flatMap((id) => byId.get(id) ?? []);
}

/** One item as a node of the tree. */
export async function readNode(db: SiteDb, siteId: number, id: number): Promise<TreeNode | undefined> {
  const { rows } = await sql<{
    nodes: NodeCells[];
  }>`SELECT ${nodesWhere(siteId, sql`item.id = ${id}`)} AS nodes`.execute(db);
  return rows[0]?.nodes.map(presentNode)[0];
}
