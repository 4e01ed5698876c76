/** Splits a query into words, and finds words of the site that a user may have meant. */
import { SEARCH_WORDS_MAX } from "@parfocal/core/search/search-limits.ts";
import { findMeantWord, maxMistakes, wordsInReach } from "@parfocal/core/search/spelling.ts";
import { type RawBuilder, type SqlBool, sql } from "kysely";
import { visibleItems } from "#item/visible-items.queries.ts";
import type { SiteDb } from "#platform/db/database.ts";
import { foundWords, isSeen, joinSeen, type Searcher } from "./searchable-words.ts";

/** A word that must be found. */
export interface SearchTerm {
  /** Lower case without accents, only letters and digits. */
  readonly word: string;
  /** The word and its stems: a word of a text matches if it starts with one of them. */
  readonly beginnings: readonly string[];
}

/** Shorter stems would match too much. */
const SHORTEST_STEM = 4;
/** Maximum number of words of the site that are compared with a word without matches. */
const MAX_CANDIDATES = 60;
/** Minimum number of shared trigrams. */
const FEWEST_SHARED = 2;
/** Indexed length of a word. */
const LONGEST_WORD = 100;
/** Sorts after every other character. */
const LAST_LETTER = "\u{10ffff}";

/**
 * The words of a query in order, each once. Stop words ("of", "der") are used only if there are no other words.
 *
 * @param text any text: characters other than letters and digits separate words.
 */
export async function readTerms(db: SiteDb, text: string): Promise<SearchTerm[]> {
  const { rows } = await sql<{ word: string; stems: string[]; isCommon: boolean }>`
    SELECT word, array_remove(english[1:1] || german[1:1], NULL) AS stems, english = '{}' OR german = '{}' AS "isCommon"
    FROM (
      SELECT word, min(place) AS place, ts_lexize('pg_catalog.english_stem', word) AS english,
        ts_lexize('pg_catalog.german_stem', word) AS german
      FROM unnest(string_to_array(search_fold(${text}), ' ')) WITH ORDINALITY AS typed (word, place)
      WHERE word <> '' GROUP BY word
    ) AS typed
    ORDER BY place
  `.execute(db);
  const distinctive = rows.filter(({ isCommon }) => !isCommon);
  return (distinctive.length > 0 ? distinctive : rows).slice(0, SEARCH_WORDS_MAX).map(({ word, stems }) => ({
    word,
    beginnings: [...new Set([word, ...stems.filter((stem) => stem.length >= SHORTEST_STEM)])],
  }));
}

/**
 * Whether a word starts with one of these, as ranges of an ordered column, so that an index can be used.
 *
 * @param column in the order of code points (`COLLATE "C"`).
 */
export function beginsWith(column: RawBuilder<unknown>, beginnings: readonly string[]): RawBuilder<SqlBool> {
  const shortest = beginnings.filter((each) => !beginnings.some((other) => other !== each && each.startsWith(other)));
  return sql<SqlBool>`(${sql.join(
    shortest.map((given) => {
      const beginning = given.slice(0, LONGEST_WORD);
      return sql`(${column} >= ${beginning} AND ${column} < ${beginning + LAST_LETTER})`;
    }),
    sql` OR `,
  )})`;
}

/**
 * Corrects words without matches to words in content that the searcher can see.
 *
 * @returns null if there is no similar word.
 */
export async function correctTerms(
  db: SiteDb,
  siteId: number,
  searcher: Searcher,
  terms: readonly SearchTerm[],
): Promise<string | null> {
  const candidates = new Map<string, readonly string[]>();
  for (const { word } of terms)
    candidates.set(word, wordsInReach(word, maxMistakes(word) === 0 ? [] : await listLikeWords(db, siteId, word)));
  const there = await listFoundWords(db, siteId, searcher, terms, [...candidates.values()].flat());
  const words = terms.map(({ word, beginnings }) => {
    if (there.some((each) => beginnings.some((beginning) => each.startsWith(beginning)))) return word;
    const likest = candidates.get(word)?.filter((each) => there.includes(each)) ?? [];
    return findMeantWord(word, likest) ?? word;
  });
  const isChanged = words.some((word, index) => word !== terms[index]?.word);
  return isChanged ? words.join(" ") : null;
}

/** The given words, and words matched by the terms, that occur in content that the searcher can see. */
async function listFoundWords(
  db: SiteDb,
  siteId: number,
  searcher: Searcher,
  terms: readonly SearchTerm[],
  words: readonly string[],
): Promise<string[]> {
  const word = sql`document.word`;
  const fits = sql`(
    ${word} = ANY (${[...words]}::text[]) OR ${beginsWith(
      word,
      terms.flatMap(({ beginnings }) => beginnings),
    )}
  )`;
  const { rows } = await sql<{ word: string }>`
    WITH RECURSIVE ${foundWords(siteId, searcher, fits)},
    hit AS MATERIALIZED (SELECT DISTINCT item_id, annotation_id, word FROM found_word),
    ${visibleItems(siteId, searcher, "hit")}
    SELECT DISTINCT hit.word FROM hit ${joinSeen(siteId)} WHERE ${isSeen(siteId, searcher)}
  `.execute(db);
  return rows.map((row) => row.word);
}

/** Folded words of the site that share the most trigrams with this one, regardless of visibility. */
async function listLikeWords(db: SiteDb, siteId: number, word: string): Promise<string[]> {
  const { rows } = await sql<{ word: string }>`
    SELECT word FROM search_trigram
    WHERE site_id = ${siteId} AND trigram = ANY (${trigramsOf(word)}::text[])
    GROUP BY word HAVING count(DISTINCT trigram) >= ${FEWEST_SHARED}
    ORDER BY count(DISTINCT trigram) DESC, abs(length(word) - ${word.length}), word
    LIMIT ${MAX_CANDIDATES}
  `.execute(db);
  return rows.map((row) => row.word);
}

/** As in PostgreSQL's index: with two spaces before the word and one after it. */
function trigramsOf(word: string): string[] {
  const letters = [..."  ", ...word, " "];
  return [...new Set(letters.slice(2).map((_, index) => letters.slice(index, index + 3).join("")))];
}
