import { describe, expect, it } from "vitest";
import {
  findInPage,
  firstHitFrom,
  neighbourHit,
  numberOfHit,
  readFindQuery,
  readPageText,
  type TextItem,
  totalHits,
} from "./find-in-pages.ts";

const ANY = { isCaseMatched: false, areWordsWhole: false };
const line = (text: string): TextItem => ({ text, endsLine: true });
const run = (text: string): TextItem => ({ text, endsLine: false });

/** @returns the highlighted text of each hit. */
function found(items: readonly TextItem[], typed: string, options = ANY): string[] {
  const query = readFindQuery(typed, options);
  if (!query) return [];
  return findInPage(readPageText(items), query, 100).map(({ start, end }) =>
    items
      .slice(start.item, end.item + 1)
      .map(({ text }, at) =>
        text.slice(at === 0 ? start.offset : 0, start.item + at === end.item ? end.offset : undefined),
      )
      .join("|"),
  );
}

describe("a hit", () => {
  it.each<[what: string, items: readonly TextItem[], typed: string, marked: string[]]>([
    ["in one item, every occurrence", [line("Cell, cells, CELL")], "cell", ["Cell", "cell", "CELL"]],
    ["over several items", [run("glome"), run("ru"), line("lus")], "glomerulus", ["glome|ru|lus"]],
    ["across a line end", [line("renal"), line("corpuscle")], "renal corpuscle", ["renal|corpuscle"]],
    [
      "across any run of spaces",
      [run("renal "), run("   "), run("corpuscle")],
      "renal  corpuscle",
      ["renal |   |corpuscle"],
    ],
    ["in a word divided at a line end", [line("glomeru-"), line("lus of")], "glomerulus", ["glomeru-|lus"]],
    ["with its own hyphen at a line end", [line("PAS-"), line("Stain")], "pas- stain", ["PAS-|Stain"]],
    ["with accents only in the book", [line("Ménière, Müller")], "meniere", ["Ménière"]],
    ["with accents in both", [line("Müller, Muller")], "müller", ["Müller"]],
    ["across a ligature", [line("ef\ufb01cient")], "efficient", ["ef\ufb01cient"]],
    ["of a ligature's parts", [line("\ufb01bre")], "fibre", ["\ufb01bre"]],
    ["after a soft hyphen", [line("neph\u00adron")], "nephron", ["neph\u00adron"]],
    ["of characters outside the basic plane", [line("a \u{1d6fc} b")], "\u{1d6fc}", ["\u{1d6fc}"]],
    ["of characters with a meaning in patterns", [line("(a.b)* c")], "(a.b)*", ["(a.b)*"]],
  ])("is found %s", (_what, items, typed, marked) => expect(found(items, typed)).toEqual(marked));

  it("matches case and whole words on request", () => {
    const items = [line("Cell cells cell-wall İcell")];
    expect(found(items, "cell", { ...ANY, isCaseMatched: true })).toEqual(["cell", "cell", "cell"]);
    expect(found(items, "cell", { ...ANY, areWordsWhole: true })).toEqual(["Cell", "cell"]);
  });

  it("is not found for spaces only; hits are counted up to the limit", () => {
    expect(readFindQuery("  \u00ad ", ANY)).toBeNull();
    const query = readFindQuery("a", ANY);
    expect(query && findInPage(readPageText([line("aaaaaa")]), query, 4)).toHaveLength(4);
    expect(found([line("aaaaa")], "aa")).toEqual(["aa", "aa"]);
  });
});

describe("hits in a book", () => {
  const counts = new Map([
    [7, 2],
    [2, 3],
    [4, 0],
  ]);

  it("are numbered in reading order, whichever page was searched first", () => {
    expect(totalHits(counts)).toBe(5);
    expect(numberOfHit(counts, { page: 2, hit: 0 })).toBe(1);
    expect(numberOfHit(counts, { page: 7, hit: 1 })).toBe(5);
  });

  it("wrap around at the ends of the book", () => {
    expect(neighbourHit(counts, { page: 2, hit: 2 }, 1)).toEqual({ page: 7, hit: 0 });
    expect(neighbourHit(counts, { page: 7, hit: 1 }, 1)).toEqual({ page: 2, hit: 0 });
    expect(neighbourHit(counts, { page: 2, hit: 0 }, -1)).toEqual({ page: 7, hit: 1 });
    expect(neighbourHit(new Map(), { page: 2, hit: 0 }, 1)).toBeNull();
  });

  it("start at the current page", () => {
    expect(firstHitFrom(counts, 3)).toEqual({ page: 7, hit: 0 });
    expect(firstHitFrom(counts, 8)).toEqual({ page: 2, hit: 0 });
    expect(firstHitFrom(new Map(), 0)).toBeNull();
  });
});
