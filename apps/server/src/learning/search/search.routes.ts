import type { QueryOf } from "@parfocal/core/call.contract.ts";
import { AppError } from "@parfocal/core/errors.ts";
import { type SearchAnswer, search } from "@parfocal/core/search/search.contract.ts";
import { findAnnotationCaller } from "#annotation/annotation.present.ts";
import { type SiteDb, withSite } from "#platform/db/database.ts";
import { longRoute } from "#platform/http/route.ts";
import { createLimiter } from "#platform/limiter.ts";
import { presentHits } from "./present-results.ts";
import { findHits, type SearchOptions } from "./search.queries.ts";
import { createSearchPace } from "./search-pace.ts";
import { correctTerms, readTerms, type SearchTerm } from "./search-terms.queries.ts";
import type { Searcher } from "./searchable-words.ts";

/**
 * Maximum number of concurrent searches; others wait without a connection, so that searches of a whole lecture hall do
 * not delay slides.
 */
const AT_ONCE = 4;
const MAX_WAITING = 200;
const limiter = createLimiter(AT_ONCE, MAX_WAITING);
const pace = createSearchPace();

type Question = QueryOf<typeof search>;

/** @throws AppError `invalid` for a title without a value, or a value without a title. */
function readFields(question: Question): ReadonlyMap<string, readonly string[]> {
  const titles = [...question["fieldTitles[]"], ...question.fieldTitles];
  const values = [...question["fieldValues[]"], ...question.fieldValues];
  if (titles.length !== values.length)
    throw new AppError("invalid", "Send one value for each custom field title.", {
      codes: ["fieldValues"],
    });
  const fields = new Map<string, string[]>();
  for (const [index, title] of titles.entries())
    fields.set(title, [...(fields.get(title) ?? []), values[index] as string]);
  return fields;
}

export const searchRoutes = [
  longRoute(search, async ({ siteId, caller, platform, request }, { query }) => {
    pace.count(caller.user ? `user ${caller.user.id}` : `guest ${request.ip}`, Date.now());
    const fields = readFields(query);
    return limiter.run(() =>
      withSite(platform.database, siteId, async (db) => {
        const searcher = { caller, who: await findAnnotationCaller(db, siteId, caller) };
        return answerQuestion(db, siteId, searcher, query, fields);
      }),
    );
  }),
];

async function answerQuestion(
  db: SiteDb,
  siteId: number,
  searcher: Searcher,
  question: Question,
  fields: ReadonlyMap<string, readonly string[]>,
): Promise<SearchAnswer> {
  const { query, page, pageSize } = question;
  const wantsFacets = question.facets === "true";
  const optionsFor = (terms: readonly SearchTerm[]): SearchOptions => ({
    terms,
    fields,
    tags: [...question["tags[]"], ...question.tags],
    kinds: [...question["kinds[]"], ...question.kinds],
    page,
    pageSize,
    wantsFacets,
  });
  const requestedTerms = await readTerms(db, query);
  const answer = { query, correctedTo: null, page, pageSize };
  if (query !== "" && requestedTerms.length === 0)
    return { ...answer, total: 0, isMore: false, results: [], facets: { kinds: [], tags: [], fields: [] } };
  let terms = requestedTerms;
  let found = await findHits(db, siteId, searcher, optionsFor(terms));
  let correctedTo: string | null = null;
  if (found.total === 0 && requestedTerms.length > 0) {
    const corrected = await correctTerms(db, siteId, searcher, requestedTerms);
    if (corrected !== null) {
      const meant = await readTerms(db, corrected);
      const again = await findHits(db, siteId, searcher, optionsFor(meant));
      if (again.total > 0) [terms, found, correctedTo] = [meant, again, corrected];
    }
  }
  const results = await presentHits(db, siteId, searcher, found.hits, { terms, wantsCovers: wantsFacets });
  return { ...answer, correctedTo, total: found.total, isMore: found.isMore, results, facets: found.facets };
}
