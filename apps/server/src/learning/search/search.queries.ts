import type { SearchFacets } from "@parfocal/core/search/search.contract.ts";
import type { FoundKind } from "@parfocal/core/search/search-limits.ts";
import { type RawBuilder, sql } from "kysely";
import { visibleItems } from "#item/visible-items.queries.ts";
import type { SiteDb } from "#platform/db/database.ts";
import { beginsWith, type SearchTerm } from "./search-terms.queries.ts";
import { foundWords, isSeen, joinSeen, type Searcher } from "./searchable-words.ts";

export interface SearchOptions {
  /** All terms must match; empty: everything matches. */
  readonly terms: readonly SearchTerm[];
  /** By title of the custom field: one of the values must match. */
  readonly fields: ReadonlyMap<string, readonly string[]>;
  /** All tags must match. */
  readonly tags: readonly string[];
  /** Empty: all. */
  readonly kinds: readonly FoundKind[];
  readonly page: number;
  readonly pageSize: number;
  readonly wantsFacets: boolean;
}

export interface Hit {
  readonly kind: FoundKind;
  readonly itemId: number;
  readonly annotationId: number | null;
}

interface Hits {
  readonly total: number;
  /** Whether there are more matches than were counted; total and facets then cover only the best matches. */
  readonly isMore: boolean;
  readonly hits: readonly Hit[];
  readonly facets: SearchFacets;
}

const MAX_TAGS = 30;
const MAX_FIELDS = 20;
const MAX_VALUES = 30;
/** Weight of annotations, so that annotations on a slide rank after slides of that name. */
const ANNOTATION_SHARE = 0.5;
/**
 * Maximum number of best items, and of annotations, that are examined for a very frequent word: more than anyone reads,
 * and few enough for a fast first page.
 */
const MAX_COUNTED = 500;

const list = (values: readonly string[]) => sql`${[...values]}::text[]`;

/**
 * One page of matches, best first, and facets of all matches.
 *
 * Exact if a filter is set, or if the searcher can see only a small part of the matches; otherwise up to `maxCounted`.
 */
export async function findHits(
  db: SiteDb,
  siteId: number,
  searcher: Searcher,
  options: SearchOptions,
  maxCounted = MAX_COUNTED,
): Promise<Hits> {
  const isChosen = options.fields.size + options.tags.length + options.kinds.length > 0;
  if (options.terms.length === 0 || isChosen) return countHits(db, siteId, searcher, options, null);
  const best = await countHits(db, siteId, searcher, options, maxCounted);
  return best.isThin ? countHits(db, siteId, searcher, options, null) : best;
}

/** Number of matches, or of visible matches. */
interface Share {
  readonly items: number;
  readonly annotations: number;
}

/** @param most maximum number of examined items and of annotations; null: all. */
async function countHits(
  db: SiteDb,
  siteId: number,
  searcher: Searcher,
  options: SearchOptions,
  most: number | null,
): Promise<Hits & { readonly isThin: boolean }> {
  const offset = (options.page - 1) * options.pageSize;
  const { rows } = await sql<{ total: number; found: Share; seen: Share; hits: Hit[] } & SearchFacets>`
    WITH RECURSIVE ${hitsOf(siteId, searcher, options.terms)},
    ${bestOf(most)},
    ${visibleItems(siteId, searcher, "hit")},
    fitting AS MATERIALIZED (
      SELECT hit.item_id, hit.annotation_id, hit.rank, item.title, item.tags,
        CASE WHEN hit.annotation_id = 0 THEN item.kind ELSE 'annotation' END AS kind
      FROM hit ${joinSeen(siteId)}
      JOIN item ON item.site_id = ${siteId} AND item.id = hit.item_id
      WHERE ${isSeen(siteId, searcher)} AND item.tags @> ${list(options.tags)}
        ${sql.join([...fieldConditions(siteId, options.fields)], sql` `)}
    ),
    shown AS NOT MATERIALIZED (
      SELECT * FROM fitting WHERE ${options.kinds.length === 0} OR kind = ANY (${list(options.kinds)})
    )
    SELECT
      (SELECT count(*) FROM shown) AS total,
      ${shareOf("ranked")} AS found, ${shareOf("fitting")} AS seen,
      (SELECT coalesce(json_agg(json_build_object('kind', kind, 'itemId', item_id, 'annotationId', NULLIF(annotation_id, 0))
          ORDER BY rank DESC, title, item_id, annotation_id), '[]')
        FROM (SELECT * FROM shown ORDER BY rank DESC, title, item_id, annotation_id
          LIMIT ${options.pageSize} OFFSET ${offset}) AS one_page) AS hits,
      ${options.wantsFacets ? facetsOf(siteId) : NO_FACETS}
  `.execute(db);
  const [row] = rows;
  if (!row) throw new Error("a query without FROM has no row");
  const { total, found, seen, hits, kinds, tags, fields } = row;
  const cut = (["items", "annotations"] as const).filter((share) => most !== null && found[share] > most);
  return {
    total,
    isMore: cut.length > 0,
    // Most of the best matches are hidden from this searcher: the visible ones may have much lower ranks.
    isThin: cut.some((share) => most !== null && seen[share] * 2 < most),
    hits,
    facets: { kinds, tags, fields },
  };
}

const shareOf = (table: "ranked" | "fitting"): RawBuilder<unknown> => sql`(
  SELECT json_build_object('items', count(*) FILTER (WHERE annotation_id = 0),
    'annotations', count(*) FILTER (WHERE annotation_id <> 0))
  FROM ${sql.table(table)}
)`;

/** `hit`: the examined rows of `ranked`. Ties are ordered by age, so that pages are consistent. */
function bestOf(most: number | null): RawBuilder<unknown> {
  if (most === null) return sql`hit AS NOT MATERIALIZED (SELECT * FROM ranked)`;
  return sql`
    hit AS MATERIALIZED (
      (SELECT * FROM ranked WHERE annotation_id = 0 ORDER BY rank DESC, item_id LIMIT ${most})
      UNION ALL
      (SELECT * FROM ranked WHERE annotation_id <> 0 ORDER BY rank DESC, annotation_id LIMIT ${most})
    )
  `;
}

/**
 * Ends with `ranked (item_id, annotation_id, rank)`. The words of an item can occur in different fields, for example
 * one in its title and the other in a custom field. Annotations on it count separately.
 */
function hitsOf(siteId: number, searcher: Searcher, terms: readonly SearchTerm[]): RawBuilder<unknown> {
  if (terms.length === 0) return everythingOf(siteId);
  const word = sql`document.word`;
  const any = sql`(${sql.join(
    terms.map(({ beginnings }) => beginsWith(word, beginnings)),
    sql` OR `,
  )})`;
  // For each word the field with the highest weight; a whole word weighs more than a prefix. All values have one type:
  // PostgreSQL treats numbers with a point as decimals, and converting those costs more than everything else.
  const isWhole = sql`CASE WHEN word = ANY (${list(terms.map((term) => term.word))}) THEN 2::real ELSE 1::real END`;
  const ranks = terms.map(({ beginnings }) =>
    // There is only one term, so all matched words belong to it.
    terms.length === 1
      ? sql`max(weight * ${isWhole})`
      : sql`max(weight * ${isWhole}) FILTER (WHERE ${beginsWith(sql`word`, beginnings)})`,
  );
  return sql`
    ${foundWords(siteId, searcher, any)},
    ranked AS MATERIALIZED (
      SELECT * FROM (
        SELECT item_id, annotation_id,
          ((${sql.join(ranks, sql` + `)}) * CASE WHEN annotation_id = 0 THEN 1::real ELSE ${sql.lit(ANNOTATION_SHARE)}::real END) AS rank
        FROM found_word GROUP BY item_id, annotation_id
      ) AS items
      -- Null: one of the words does not stand there.
      WHERE rank IS NOT NULL
    )
  `;
}

/** Everything with a title; annotations are found only by a word. */
const everythingOf = (siteId: number): RawBuilder<unknown> => sql`
  ranked AS MATERIALIZED (
    SELECT item_id, 0::bigint AS annotation_id, 0::real AS rank
    FROM search_document WHERE site_id = ${siteId} AND part = 'item'
  )
`;

/** Words of a value; of a list, the words of each element. */
const WORDS_OF_VALUE = sql`unnest(
  CASE WHEN custom_field.field_type = 'tags' THEN string_to_array(custom_field_value.value, ', ')
    ELSE ARRAY[custom_field_value.value] END
)`;

function* fieldConditions(siteId: number, fields: SearchOptions["fields"]): Generator<RawBuilder<unknown>> {
  for (const [title, values] of fields)
    yield sql`AND EXISTS (
      SELECT 1 FROM custom_field
      JOIN custom_field_value ON custom_field_value.site_id = ${siteId} AND custom_field_value.field_id = custom_field.id
      CROSS JOIN LATERAL ${WORDS_OF_VALUE} AS entry (word)
      WHERE custom_field.site_id = ${siteId} AND custom_field.title = ${title}
        AND custom_field_value.item_id = hit.item_id AND entry.word = ANY (${list(values)})
    )`;
}

const NO_FACETS = sql`'[]'::json AS kinds, '[]'::json AS tags, '[]'::json AS fields`;

const facetsOf = (siteId: number): RawBuilder<unknown> => sql`
  (SELECT coalesce(json_agg(json_build_object('kind', kind, 'count', count) ORDER BY count DESC, kind), '[]')
    FROM (SELECT kind, count(*) FROM fitting GROUP BY kind) AS of_kind) AS kinds,
  (SELECT coalesce(json_agg(json_build_object('value', tag, 'count', count) ORDER BY count DESC, tag), '[]')
    FROM (
      SELECT tag, sum(count)::bigint AS count
      FROM (SELECT tags, count(*) FROM shown GROUP BY tags) AS of_tags CROSS JOIN LATERAL unnest(tags) AS entry (tag)
      GROUP BY tag ORDER BY sum(count) DESC, tag LIMIT ${MAX_TAGS}
    ) AS of_tag) AS tags,
  (SELECT coalesce(json_agg(json_build_object('title', title, 'values', values) ORDER BY total DESC, title), '[]')
    FROM (
      SELECT title, sum(count) AS total,
        json_agg(json_build_object('value', word, 'count', count) ORDER BY count DESC, word)
          FILTER (WHERE place <= ${MAX_VALUES}) AS values
      FROM (
        SELECT custom_field.title, word, sum(count)::bigint AS count,
          row_number() OVER (PARTITION BY custom_field.title ORDER BY sum(count) DESC, word) AS place
        FROM (
          SELECT custom_field_value.field_id, custom_field_value.value, count(*)
          FROM shown
          JOIN custom_field_value ON custom_field_value.site_id = ${siteId} AND custom_field_value.item_id = shown.item_id
          GROUP BY custom_field_value.field_id, custom_field_value.value
        ) AS custom_field_value
        JOIN custom_field ON custom_field.site_id = ${siteId} AND custom_field.id = custom_field_value.field_id
        CROSS JOIN LATERAL ${WORDS_OF_VALUE} AS entry (word)
        GROUP BY custom_field.title, word
      ) AS of_value
      GROUP BY title ORDER BY sum(count) DESC, title LIMIT ${MAX_FIELDS}
    ) AS of_field) AS fields
`;
