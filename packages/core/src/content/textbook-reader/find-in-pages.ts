/**
 * Find in the text of a book, page by page. A page's text consists of items: runs of characters as they were typeset.
 */

export interface TextItem {
  readonly text: string;
  /** Whether the item ends a line. */
  readonly endsLine: boolean;
}

export interface FindOptions {
  readonly isCaseMatched: boolean;
  readonly areWordsWhole: boolean;
}

/** A position in a page's text: before the character `offset` of the item. */
interface TextPlace {
  readonly item: number;
  readonly offset: number;
}

/** `end` is the position after the last character. */
export interface Hit {
  readonly start: TextPlace;
  readonly end: TextPlace;
}

/** Normalized text for comparison, with the source position of each UTF-16 unit. */
export interface PageText {
  /**
   * Text in NFKD (compatibility forms and accents decomposed), runs of white space and line ends as one space, hyphens
   * at line ends removed.
   */
  readonly text: string;
  readonly items: Int32Array;
  readonly offsets: Int32Array;
  /** For each unit, the length of its source character in the item. */
  readonly lengths: Uint8Array;
}

const SPACE = /\s/u;
const ACCENT = /\p{M}/u;
const ACCENTS = /\p{M}/gu;
const LETTER = /\p{L}/u;
const WORD = /[\p{L}\p{N}\p{M}_]/u;
const LINE_END_HYPHEN = /[-\u00ad\u2010]$/;
const SOFT_HYPHEN = "\u00ad";

export function readPageText(items: readonly TextItem[]): PageText {
  const units: string[] = [];
  const places: number[] = [];
  const push = (unit: string, item: number, offset: number, length: number): void => {
    units.push(unit);
    places.push(item, offset, length);
  };
  const pushSpace = (item: number, offset: number, length: number): void => {
    if (units.length > 0 && units.at(-1) !== " ") push(" ", item, offset, length);
  };
  for (const [index, { text, endsLine }] of items.entries()) {
    const isWordContinued = endsLine && LINE_END_HYPHEN.test(text) && beginsInside(items, index, text);
    const shown = isWordContinued ? text.slice(0, -1) : text;
    let offset = 0;
    for (const character of shown) {
      if (SPACE.test(character)) pushSpace(index, offset, character.length);
      else if (character !== SOFT_HYPHEN)
        for (const unit of character.normalize("NFKD").split("")) push(unit, index, offset, character.length);
      offset += character.length;
    }
    if (endsLine && !isWordContinued) pushSpace(index, text.length, 0);
  }
  const count = units.length;
  return {
    text: units.join(""),
    items: Int32Array.from({ length: count }, (_, at) => places[3 * at] ?? 0),
    offsets: Int32Array.from({ length: count }, (_, at) => places[3 * at + 1] ?? 0),
    lengths: Uint8Array.from({ length: count }, (_, at) => places[3 * at + 2] ?? 0),
  };
}

/**
 * Whether a hyphen at a line end divides a word: preceded by a letter, and the next line starts with a lower-case
 * letter.
 */
function beginsInside(items: readonly TextItem[], index: number, text: string): boolean {
  const before = text.at(-2) ?? "";
  const next =
    items
      .slice(index + 1)
      .find((item) => item.text.trim() !== "")
      ?.text.trimStart() ?? "";
  const first = [...next][0] ?? "";
  return LETTER.test(before) && LETTER.test(first) && first === first.toLowerCase();
}

/** A normalized query; null if it is empty. */
export interface FindQuery extends FindOptions {
  readonly text: string;
  /** Accents are compared only if the query contains one. */
  readonly areAccentsMatched: boolean;
}

export function readFindQuery(typed: string, options: FindOptions): FindQuery | null {
  const text = typed.normalize("NFKD").replaceAll(SOFT_HYPHEN, "").replace(/\s+/gu, " ").trim();
  if (text === "") return null;
  return { ...options, text: options.isCaseMatched ? text : foldCase(text), areAccentsMatched: ACCENT.test(text) };
}

/** Lower-cases unit by unit, so that lengths are unchanged. */
function foldCase(text: string): string {
  const lower = text.toLowerCase();
  if (lower.length === text.length) return lower;
  return text.replace(/./gsu, (character) => {
    const one = character.toLowerCase();
    return one.length === character.length ? one : character;
  });
}

/** @param limit maximum number of hits. @returns hits in reading order, not overlapping. */
export function findInPage(page: PageText, query: FindQuery, limit: number): Hit[] {
  const { text: shown, retained } = query.areAccentsMatched
    ? { text: page.text, retained: null }
    : withoutAccents(page.text);
  const text = query.isCaseMatched ? shown : foldCase(shown);
  const unitAt = (at: number): number => (retained ? (retained[at] ?? 0) : at);
  const hits: Hit[] = [];
  for (let at = text.indexOf(query.text); at >= 0 && hits.length < limit; ) {
    const end = at + query.text.length;
    const isHit = !query.areWordsWhole || isWholeWord(text, at, end);
    if (isHit) hits.push(hitOf(page, unitAt(at), unitAt(end - 1)));
    at = text.indexOf(query.text, isHit ? end : at + 1);
  }
  return hits;
}

function withoutAccents(text: string): { readonly text: string; readonly retained: Int32Array | null } {
  const bare = text.replace(ACCENTS, "");
  if (bare.length === text.length) return { text, retained: null };
  const retained: number[] = [];
  let at = 0;
  for (const character of text) {
    if (!ACCENT.test(character)) for (let unit = 0; unit < character.length; unit += 1) retained.push(at + unit);
    at += character.length;
  }
  return { text: bare, retained: Int32Array.from(retained) };
}

const isWholeWord = (text: string, start: number, end: number): boolean =>
  !(WORD.test(text[start - 1] ?? "") && WORD.test(text[start] ?? "")) &&
  !(WORD.test(text[end] ?? "") && WORD.test(text[end - 1] ?? ""));

function hitOf({ items, offsets, lengths }: PageText, first: number, last: number): Hit {
  return {
    start: { item: items[first] ?? 0, offset: offsets[first] ?? 0 },
    end: { item: items[last] ?? 0, offset: (offsets[last] ?? 0) + (lengths[last] ?? 0) },
  };
}

/** Position among all hits: page, and index within the page's hits. */
export interface HitPlace {
  /** Index of the page. */
  readonly page: number;
  readonly hit: number;
}

/** @param counts number of hits by page index; pages without hits may be omitted. */
export function totalHits(counts: ReadonlyMap<number, number>): number {
  let total = 0;
  for (const count of counts.values()) total += count;
  return total;
}

/** @returns the number of the hit among all known hits, from 1. */
export function numberOfHit(counts: ReadonlyMap<number, number>, { page, hit }: HitPlace): number {
  let before = 0;
  for (const [index, count] of counts) if (index < page) before += count;
  return before + hit + 1;
}

/** @returns the first hit on or after this page, wrapping at the end of the book; null if there are no hits. */
export function firstHitFrom(counts: ReadonlyMap<number, number>, page: number): HitPlace | null {
  const pages = pagesWithHits(counts);
  const found = pages.find((index) => index >= page) ?? pages[0];
  return found === undefined ? null : { page: found, hit: 0 };
}

/** @returns the next (1) or previous (-1) hit, wrapping at the ends of the book; null if there are no hits. */
export function neighbourHit(
  counts: ReadonlyMap<number, number>,
  { page, hit }: HitPlace,
  direction: 1 | -1,
): HitPlace | null {
  const next = hit + direction;
  if (next >= 0 && next < (counts.get(page) ?? 0)) return { page, hit: next };
  const pages = pagesWithHits(counts);
  const found =
    direction === 1
      ? (pages.find((index) => index > page) ?? pages[0])
      : (pages.findLast((index) => index < page) ?? pages.at(-1));
  return found === undefined ? null : { page: found, hit: direction === 1 ? 0 : (counts.get(found) ?? 1) - 1 };
}

const pagesWithHits = (counts: ReadonlyMap<number, number>): readonly number[] =>
  [...counts].flatMap(([page, count]) => (count > 0 ? [page] : [])).sort((a, b) => a - b);
