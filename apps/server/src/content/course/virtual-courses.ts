/**
 * Virtual courses: for each of the user's groups that has folders assigned, a course of these folders. They are
 * computed, not stored, so items cannot be added, ordered or removed.
 *
 * Source: spec decisions, "Identity" (virtual course).
 */
import type { Course, CourseCard } from "@parfocal/core/course/course.contract.ts";
import { notFoundOrNoAccess } from "@parfocal/core/errors.ts";
import type { ItemCard } from "@parfocal/core/item/item-card.contract.ts";
import type { OpenedShare } from "@parfocal/core/item/opened-share.contract.ts";
import { sql } from "kysely";
import { findPrimaryFields } from "#custom-field/custom-field.present.ts";
import type { AccessScope } from "#item/access-scope.ts";
import { loadLook } from "#item/item-appearance.ts";
import { countItemsInEach, listWaysToEach } from "#item/item-paths.queries.ts";
import { findOpenedShares } from "#item/opened-items.queries.ts";
import type { SiteDb } from "#platform/db/database.ts";
import { type Cover, findCovers } from "#structure/cover-images.ts";
import { primaryFieldOf, progressOf } from "#structure/present-cards.ts";

interface AssignedFolder {
  readonly id: number;
  readonly title: string;
  readonly subtitle: string;
}

interface VirtualCourse {
  /** ID of the user group. */
  readonly id: number;
  readonly title: string;
  /** Ordered by title; never empty. */
  readonly folders: readonly AssignedFolder[];
}

/** Ordered by title. @param id of a single virtual course; null: all. */
async function listVirtualCourseRows(
  db: SiteDb,
  siteId: number,
  accessScope: AccessScope,
  id: number | null = null,
): Promise<VirtualCourse[]> {
  if (accessScope.groupsOf === null) return [];
  const { rows } = await sql<{ groupId: number; groupTitle: string } & AssignedFolder>`
    SELECT user_group.id AS "groupId", user_group.title AS "groupTitle", item.id, item.title, item.subtitle
    FROM user_group_member member
    JOIN user_group ON user_group.site_id = ${siteId} AND user_group.id = member.user_group_id
    JOIN assignment ON assignment.site_id = ${siteId} AND assignment.user_group_id = user_group.id
    JOIN item ON item.site_id = ${siteId} AND item.id = assignment.resource_id
    WHERE member.site_id = ${siteId} AND member.user_id = ${accessScope.groupsOf} AND item.kind = 'folder' AND item.deleted_at IS NULL
      AND (user_group.date_start IS NULL OR user_group.date_start <= now())
      AND (user_group.date_end IS NULL OR now() <= user_group.date_end)
      AND (${id}::bigint IS NULL OR user_group.id = ${id}::bigint)
    ORDER BY lower(user_group.title), user_group.id, lower(item.title), item.id
  `.execute(db);
  const folderIds = [...new Set(rows.map((row) => row.id))];
  const ways = await listWaysToEach(db, siteId, folderIds, accessScope);
  const courses = new Map<number, VirtualCourse>();
  for (const { groupId, groupTitle, ...folder } of rows.filter((row) => ways.has(row.id))) {
    const course = courses.get(groupId) ?? { id: groupId, title: groupTitle, folders: [] };
    courses.set(groupId, { ...course, folders: [...course.folders, folder] });
  }
  return [...courses.values()];
}

/** Ordered by title. */
export async function listVirtualCourseCards(
  db: SiteDb,
  siteId: number,
  accessScope: AccessScope,
): Promise<CourseCard[]> {
  const courses = await listVirtualCourseRows(db, siteId, accessScope);
  const folderIds = courses.flatMap(({ folders }) => folders.map(({ id }) => id));
  const covers = await findCovers(db, siteId, folderIds, accessScope);
  const shares = await findOpenedShares(db, siteId, placesOf(courses), accessScope);
  return courses.map((course) => presentCard(course, covers, shares));
}

/** The viewed share of a course is that of all its folders. */
const placesOf = (courses: readonly VirtualCourse[]) =>
  courses.flatMap(({ id: key, folders }) => folders.map(({ id }) => ({ key, id })));

function presentCard(
  { id, title, folders }: VirtualCourse,
  covers: ReadonlyMap<number, Cover>,
  shares: ReadonlyMap<number, OpenedShare>,
): CourseCard {
  const cover = folders.map((folder) => covers.get(folder.id)).find((found) => found !== undefined);
  return {
    id,
    title,
    description: "",
    thumbnail: cover?.thumbnail ?? null,
    colour: cover?.colour ?? null,
    isVirtual: true,
    isVisible: true,
    folderCount: folders.length,
    itemCount: 0,
    ...progressOf(shares, id),
  };
}

/** @throws AppError `notFound` unless one of the user's groups has this ID and folders assigned to it. */
export async function loadVirtualCourse(
  db: SiteDb,
  siteId: number,
  accessScope: AccessScope,
  id: number,
): Promise<Course> {
  const [course] = await listVirtualCourseRows(db, siteId, accessScope, id);
  if (!course) throw notFoundOrNoAccess("Course");
  const ids = course.folders.map((folder) => folder.id);
  const covers = await findCovers(db, siteId, ids, accessScope);
  const places = [...placesOf([course]), ...ids.map((folderId) => ({ key: folderId, id: folderId }))];
  const shares = await findOpenedShares(db, siteId, places, accessScope);
  const counts = await countItemsInEach(db, siteId, ids, accessScope);
  const primaryFields = await findPrimaryFields(db, siteId, ids);
  const folders: ItemCard[] = course.folders.map((folder) => ({
    ...presentFolder(folder, covers.get(folder.id), counts.get(folder.id) ?? 0),
    ...progressOf(shares, folder.id),
    ...primaryFieldOf(primaryFields, folder.id),
  }));
  return {
    ...presentCard(course, covers, shares),
    ...(await loadLook(db, siteId, id)),
    tags: [],
    userRoles: [],
    folders,
    items: [],
    userCanEdit: false,
  };
}

function presentFolder({ id, title, subtitle }: AssignedFolder, cover: Cover | undefined, itemCount: number): ItemCard {
  return {
    id,
    itemId: id,
    type: "folder",
    title,
    subtitle,
    thumbnail: cover?.thumbnail ?? null,
    colour: cover?.colour ?? null,
    isActive: true,
    annotationsActive: true,
    parent: null,
    itemCount,
    isAssignedFolder: true,
    job: null,
  };
}

/** The first of a person's virtual courses that contains a folder; null if none does. */
export async function findVirtualCourseOf(
  db: SiteDb,
  siteId: number,
  accessScope: AccessScope,
  folderId: number,
): Promise<{ readonly id: number; readonly title: string } | null> {
  const courses = await listVirtualCourseRows(db, siteId, accessScope);
  return courses.find(({ folders }) => folders.some(({ id }) => id === folderId)) ?? null;
}
