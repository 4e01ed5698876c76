/** Converts annotations and opening views of a slide to the pixels of another file. */

import { type PixelScale, scalePoint, scaleShape } from "@parfocal/core/geometry/scale-shape.ts";
import { boundsOf } from "@parfocal/core/geometry/shape.ts";
import { formatWkt, parseWkt } from "@parfocal/core/geometry/wkt.ts";
import { rescaleZoom, type SlideMeasures } from "@parfocal/core/image/replace-file.ts";
import { sql } from "kysely";
import type { SiteDb } from "#platform/db/database.ts";
import { splitIntoPortions } from "#platform/db/portions.ts";

interface Scaling {
  readonly old: SlideMeasures;
  readonly next: SlideMeasures;
  /** New pixels for each old one. */
  readonly scale: PixelScale;
}

/** Outlines are read and written in batches: those of a slide can be hundreds of megabytes. */
const PORTION = { rows: 500, bytes: 512 * 1024 };

/**
 * Converts annotations with their earlier versions, regions and answers of quizzes, and views: of the slide, in cases,
 * in shares and in textbooks.
 */
export async function scaleDrawn(db: SiteDb, siteId: number, imageId: number, scaling: Scaling): Promise<void> {
  await scaleAnnotations(db, siteId, imageId, scaling);
  await scaleVersions(db, siteId, imageId, scaling);
  await scaleRegions(db, siteId, imageId, scaling);
  await scaleAnswers(db, siteId, imageId, scaling);
  await scaleViews(db, siteId, imageId, scaling);
  await scaleBoundPoints(db, siteId, imageId, scaling);
}

/** Null if it is not valid; it is then left unchanged. */
function scaleWkt(wkt: string, scale: PixelScale) {
  const read = parseWkt(wkt);
  if (!read.ok) return null;
  const shape = scaleShape(read.shape, scale);
  return { geometry: formatWkt(shape), bounds: boundsOf(shape) };
}

async function scaleAnnotations(db: SiteDb, siteId: number, imageId: number, { scale, ...files }: Scaling) {
  const sizes = await db
    .selectFrom("annotation")
    .select(["id", "geometry_bytes as bytes"])
    .where("site_id", "=", siteId)
    .where("image_id", "=", imageId)
    .orderBy("id")
    .forUpdate()
    .execute();
  for (const portion of splitIntoPortions(sizes, PORTION)) {
    const rows = await db
      .selectFrom("annotation")
      .select(["id", "geometry", "zoom"])
      .where("site_id", "=", siteId)
      .where("id", "=", sql<number>`ANY(${portion.map(({ id }) => id)}::bigint[])`)
      .execute();
    const written = rows.flatMap(({ id, geometry, zoom }) => {
      const scaled = scaleWkt(geometry, scale);
      const newZoom = zoom === null ? null : rescaleZoom(zoom, files.old, files.next, scale);
      return scaled ? [{ id, ...scaled, zoom: newZoom }] : [];
    });
    await sql`
      UPDATE annotation SET geometry = new.geometry, zoom = new.zoom,
        -- Of the old pixels: without one it counts with all its bytes until its outline is changed.
        coarse_geometry = NULL, coarse_px = NULL, drawn_size_px = NULL,
        min_x = new.min_x, min_y = new.min_y, max_x = new.max_x, max_y = new.max_y
      FROM unnest(
        ${written.map(({ id }) => id)}::bigint[], ${written.map(({ geometry }) => geometry)}::text[],
        ${written.map(({ zoom }) => zoom)}::float8[],
        ${written.map(({ bounds }) => bounds.minX)}::float8[], ${written.map(({ bounds }) => bounds.minY)}::float8[],
        ${written.map(({ bounds }) => bounds.maxX)}::float8[], ${written.map(({ bounds }) => bounds.maxY)}::float8[]
      ) AS new (id, geometry, zoom, min_x, min_y, max_x, max_y)
      WHERE annotation.site_id = ${siteId} AND annotation.id = new.id
    `.execute(db);
  }
}

async function scaleVersions(db: SiteDb, siteId: number, imageId: number, { scale, ...files }: Scaling) {
  const sizes = await db
    .selectFrom("annotation_version")
    .innerJoin("annotation", (join) =>
      join
        .onRef("annotation.id", "=", "annotation_version.annotation_id")
        .onRef("annotation.site_id", "=", "annotation_version.site_id"),
    )
    .select([
      "annotation_version.annotation_id as id",
      "annotation_version.version",
      sql<number>`octet_length(annotation_version.geometry)`.as("bytes"),
    ])
    .where("annotation_version.site_id", "=", siteId)
    .where("annotation.image_id", "=", imageId)
    .orderBy("annotation_version.annotation_id")
    .orderBy("annotation_version.version")
    .execute();
  for (const portion of splitIntoPortions(sizes, PORTION)) {
    const { rows } = await sql<{ id: number; version: number; geometry: string; zoom: number | null }>`
      SELECT known.annotation_id AS id, known.version, known.geometry, known.zoom
      FROM annotation_version AS known
      JOIN unnest(
        ${portion.map(({ id }) => id)}::bigint[], ${portion.map(({ version }) => version)}::int[]
      ) AS wanted (id, version) ON wanted.id = known.annotation_id AND wanted.version = known.version
      WHERE known.site_id = ${siteId}
    `.execute(db);
    const written = rows.flatMap(({ geometry, zoom, ...key }) => {
      const scaled = scaleWkt(geometry, scale);
      const newZoom = zoom === null ? null : rescaleZoom(zoom, files.old, files.next, scale);
      return scaled ? [{ ...key, geometry: scaled.geometry, zoom: newZoom }] : [];
    });
    await sql`
      UPDATE annotation_version SET geometry = new.geometry, zoom = new.zoom
      FROM unnest(
        ${written.map(({ id }) => id)}::bigint[], ${written.map(({ version }) => version)}::int[],
        ${written.map(({ geometry }) => geometry)}::text[], ${written.map(({ zoom }) => zoom)}::float8[]
      ) AS new (id, version, geometry, zoom)
      WHERE annotation_version.site_id = ${siteId} AND annotation_version.annotation_id = new.id
        AND annotation_version.version = new.version
    `.execute(db);
  }
}

/**
 * Questions that refer to the slide or follow it in a quiz: each question that is answered by marks is one of the two.
 * Includes removed questions, which can be restored.
 */
const questionsAbout = (siteId: number, imageId: number) => sql`
  WITH place AS (
    SELECT item_id, parent_id FROM placement WHERE site_id = ${siteId}
    UNION SELECT item_id, parent_id FROM bin_entry WHERE site_id = ${siteId}
  ), asked AS (
    SELECT question.item_id FROM quiz_question AS question
    LEFT JOIN place ON place.item_id = question.item_id
    LEFT JOIN quiz_slide AS slide ON slide.site_id = ${siteId} AND slide.item_id = place.parent_id
    WHERE question.site_id = ${siteId} AND coalesce(question.linked_item_id, slide.subject_id) = ${imageId}
  )`;

/** Regions of correct answers. */
async function scaleRegions(db: SiteDb, siteId: number, imageId: number, { scale }: Scaling): Promise<void> {
  const { rows } = await sql<{ id: number; region: string }>`
    ${questionsAbout(siteId, imageId)}
    SELECT item_id AS id, region FROM quiz_answer_option
    WHERE site_id = ${siteId} AND region IS NOT NULL AND item_id IN (
      SELECT place.item_id FROM place JOIN asked ON asked.item_id = place.parent_id
    )
    ORDER BY item_id FOR UPDATE OF quiz_answer_option
  `.execute(db);
  const written = rows.flatMap(({ id, region }) => {
    const scaled = scaleWkt(region, scale);
    return scaled ? [{ id, region: scaled.geometry }] : [];
  });
  await sql`
    UPDATE quiz_answer_option SET region = new.region
    FROM unnest(${written.map(({ id }) => id)}::bigint[], ${written.map(({ region }) => region)}::text[]) AS new (id, region)
    WHERE quiz_answer_option.site_id = ${siteId} AND quiz_answer_option.item_id = new.id
  `.execute(db);
}

interface AnswerKey {
  readonly attemptId: number;
  readonly questionId: number;
  readonly subjectId: number;
}

/** Marks of learners; their points do not change. */
async function scaleAnswers(db: SiteDb, siteId: number, imageId: number, { scale }: Scaling): Promise<void> {
  const { rows: sizes } = await sql<AnswerKey & { bytes: number }>`
    ${questionsAbout(siteId, imageId)}
    SELECT attempt_id AS "attemptId", question_id AS "questionId", subject_id AS "subjectId",
      octet_length(answer::text) AS bytes
    FROM quiz_answer
    WHERE site_id = ${siteId} AND answer ->> 'type' = 'annotation'
      AND question_id IN (SELECT item_id FROM asked)
    ORDER BY attempt_id, question_id, subject_id FOR UPDATE
  `.execute(db);
  for (const portion of splitIntoPortions(sizes, PORTION)) {
    const keys = sql`unnest(
      ${portion.map(({ attemptId }) => attemptId)}::bigint[], ${portion.map(({ questionId }) => questionId)}::bigint[],
      ${portion.map(({ subjectId }) => subjectId)}::bigint[]
    ) WITH ORDINALITY AS wanted (attempt_id, question_id, subject_id, number)`;
    const { rows } = await sql<{ marks: readonly string[] }>`
      SELECT given.answer -> 'marks' AS marks FROM ${keys}
      JOIN quiz_answer AS given USING (attempt_id, question_id, subject_id)
      WHERE given.site_id = ${siteId} ORDER BY number
    `.execute(db);
    const marks = rows.map((row) => JSON.stringify(row.marks.map((wkt) => scaleWkt(wkt, scale)?.geometry ?? wkt)));
    await sql`
      UPDATE quiz_answer AS given SET answer = jsonb_set(given.answer, '{marks}', scaled.marks)
      FROM ${keys} JOIN unnest(${marks}::jsonb[]) WITH ORDINALITY AS scaled (marks, number) USING (number)
      WHERE given.site_id = ${siteId} AND given.attempt_id = wanted.attempt_id
        AND given.question_id = wanted.question_id AND given.subject_id = wanted.subject_id
    `.execute(db);
  }
}

/**
 * Centre and zoom of the slide itself, of its placements in cases, of links to it, and of textbook marks that lead to
 * it.
 */
async function scaleViews(db: SiteDb, siteId: number, imageId: number, { old, next, scale }: Scaling): Promise<void> {
  const zoomBy = rescaleZoom(0, old, next, scale);
  const change = sql`center_x = center_x * ${scale.x}::float8, center_y = center_y * ${scale.y}::float8,
    zoom = zoom + ${zoomBy}::float8`;
  await sql`UPDATE image SET ${change} WHERE site_id = ${siteId} AND item_id = ${imageId}`.execute(db);
  await sql`UPDATE case_item SET ${change} WHERE site_id = ${siteId} AND image_id = ${imageId}`.execute(db);
  await sql`UPDATE share SET ${change} WHERE site_id = ${siteId} AND item_id = ${imageId}`.execute(db);
  await sql`
    UPDATE textbook_mark SET target_view = target_view || jsonb_build_object(
      'center', jsonb_build_array(
        (target_view #>> '{center,0}')::float8 * ${scale.x}::float8,
        (target_view #>> '{center,1}')::float8 * ${scale.y}::float8),
      'zoom', (target_view ->> 'zoom')::float8 + ${zoomBy}::float8)
    WHERE site_id = ${siteId} AND target_item_id = ${imageId} AND target_view IS NOT NULL
  `.execute(db);
}

async function scaleBoundPoints(db: SiteDb, siteId: number, imageId: number, { scale }: Scaling): Promise<void> {
  const rows = await db
    .selectFrom("case_item")
    .select(["case_id", "bound_points"])
    .where("site_id", "=", siteId)
    .where("image_id", "=", imageId)
    .execute();
  for (const { case_id: caseId, bound_points: points } of rows) {
    await db
      .updateTable("case_item")
      .set({ bound_points: JSON.stringify(points.map((point) => point && scalePoint(point, scale))) })
      .where("site_id", "=", siteId)
      .where("case_id", "=", caseId)
      .where("image_id", "=", imageId)
      .execute();
  }
}
