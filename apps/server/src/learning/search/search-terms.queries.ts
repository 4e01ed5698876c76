/** What a person typed, as words to look for; and which words of the site they may have meant. */
import { SEARCH_WORDS_MAX } from "@parfocal/core/search/search-limits.ts";
import { findMeantWord, mostMistakes, wordsInReach } from "@parfocal/core/search/spelling.ts";
import { type RawBuilder, type SqlBool, sql } from "kysely";
import { visibleItems } from "#item/visible-items.queries.ts";
import type { SiteDb } from "#platform/db/database.ts";
import { foundWords, isSeen, joinSeen, type Searcher } from "./searchable-words.ts";

/** A word that must be found. */
export interface SearchTerm {
  /** Small letters without accents, letters and digits only. */
  readonly word: string;
  /** The word and its stems: a word of a text is found if it begins with one of them. */
  readonly beginnings: readonly string[];
}

/** Shorter stems would find too much. */
const SHORTEST_STEM = 4;
/** Words of the site that are compared with a word that nothing was found for. */
const MAX_CANDIDATES = 60;
/** Groups of three letters that a word must share to be looked at. */
const FEWEST_SHARED = 2;
/** As many letters of a word are in the index. */
const LONGEST_WORD = 100;
/** Comes after every other. */
const LAST_LETTER = "\u{10ffff}";

/**
 * The words of a question in their order, each once. Those that stand in every text ("of", "der") only count if there is
 * no other.
 *
 * @param text anything: whatever is no letter or digit only separates words.
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
  const telling = rows.filter(({ isCommon }) => !isCommon);
  return (telling.length > 0 ? telling : rows).slice(0, SEARCH_WORDS_MAX).map(({ word, stems }) => ({
    word,
    beginnings: [...new Set([word, ...stems.filter((stem) => stem.length >= SHORTEST_STEM)])],
  }));
}

/**
 * Whether a word of the index begins with one of these, as ranges of an ordered column: so an index is used.
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
 * The text with the words that nothing was found for put right, as they are written somewhere that the searcher may see.
 *
 * @returns null: no word is like one that is there.
 */
export async function correctTerms(
  db: SiteDb,
  siteId: number,
  searcher: Searcher,
  terms: readonly SearchTerm[],
): Promise<string | null> {
  const candidates = new Map<string, readonly string[]>();
  for (const { word } of terms)
    candidates.set(word, wordsInReach(word, mostMistakes(word) === 0 ? [] : await listLikeWords(db, siteId, word)));
  const there = await listFoundWords(db, siteId, searcher, terms, [...candidates.values()].flat());
  const words = terms.map(({ word, beginnings }) => {
    if (there.some((each) => beginnings.some((beginning) => each.startsWith(beginning)))) return word;
    const likest = candidates.get(word)?.filter((each) => there.includes(each)) ?? [];
    return findMeantWord(word, likest) ?? word;
  });
  const isChanged = words.some((word, index) => word !== terms[index]?.word);
  return isChanged ? words.join(" ") : null;
}

/** Those of the words, and of all that the terms begin, that stand in something that the searcher may see. */
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

/** Folded words of the site that share most trigrams with this one, regardless of visibility. */
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

/** As the index has them: with two blanks before the word and one after it. */
function trigramsOf(word: string): string[] {
  const letters = [..."  ", ...word, " "];
  return [...new Set(letters.slice(2).map((_, index) => letters.slice(index, index + 3).join("")))];
}
