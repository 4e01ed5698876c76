/**
 * Search over everything visible to the caller: titles, tags, texts, custom field values, content boxes, annotations.
 *
 * Source: spec part 2, sections 2 ("Search page"), 5 and 7 (`query`, `fieldTitles[]`, `fieldValues[]`).
 */
import { z } from "zod";
import type { Call } from "../../call.contract.ts";
import { colourAdjustment } from "../../content/item/colour-adjustment.contract.ts";
import { crumb } from "../../content/item/item-card.contract.ts";
import { id } from "../../platform/ids.ts";
import { pageNumberText } from "../../platform/list-query.ts";
import {
  FOUND_KINDS,
  SEARCH_FILTERS_MAX,
  SEARCH_PAGE_MAX,
  SEARCH_PAGE_SIZE,
  SEARCH_PAGE_SIZE_MAX,
  SEARCH_QUERY_MAX_CHARACTERS,
} from "./search-limits.ts";

const FILTER_MAX_CHARACTERS = 2_000;

/** A parameter that may occur any number of times. */
const several = <Item extends z.ZodType>(item: Item, { most = SEARCH_FILTERS_MAX } = {}) =>
  z
    .union([item, z.array(item).max(most, `The limit is ${most} filters at once.`)])
    .optional()
    .transform((given) => (given === undefined ? [] : Array.isArray(given) ? given : [given]) as z.output<Item>[]);

const filter = z.string().max(FILTER_MAX_CHARACTERS);
const kind = z.enum(FOUND_KINDS);

const pageSizeText = z
  .string()
  .regex(/^[1-9]\d{0,5}$/, "the size of a page is a positive whole number")
  .transform(Number)
  .refine((size) => size <= SEARCH_PAGE_SIZE_MAX, `the limit is ${SEARCH_PAGE_SIZE_MAX}`)
  .default(SEARCH_PAGE_SIZE);

/** A part of a text, and whether it matches. */
const segment = z.object({ text: z.string(), isMatch: z.boolean() });
export type TextSegment = z.output<typeof segment>;

const result = z.object({
  kind,
  /** The item; for an annotation its slide. */
  itemId: id,
  annotationId: id.nullable(),
  /** Plain text with the matches marked. */
  title: z.array(segment),
  subtitle: z.string(),
  /** Other matching text, cut to a few lines; empty: only the title matches. */
  excerpt: z.array(segment),
  /** Title of the custom field that the excerpt comes from; null: none. */
  fieldTitle: z.string().nullable(),
  tags: z.array(z.string()),
  /** From the course down to the item; only the item if it is in no course. */
  path: z.array(crumb),
  /** As in item cards; for an annotation that of its slide. */
  thumbnail: z.string().nullable(),
  colour: colourAdjustment.nullable(),
  /** For an annotation: the view, in slide pixels; zoom null: fill the view. Otherwise null. */
  view: z.object({ center: z.tuple([z.number(), z.number()]), zoom: z.number().nullable() }).nullable(),
});
export type SearchResult = z.output<typeof result>;

const count = z.int().nonnegative();

const facets = z.object({
  /** Counts for all kinds, regardless of the kind filter. */
  kinds: z.array(z.object({ kind, count })),
  /** Tags of the results, the most frequent first. */
  tags: z.array(z.object({ value: z.string(), count })),
  fields: z.array(z.object({ title: z.string(), values: z.array(z.object({ value: z.string(), count })) })),
});
export type SearchFacets = z.output<typeof facets>;

const searchAnswer = z.object({
  /** The query, trimmed. */
  query: z.string(),
  /** Corrected query that was used because nothing matches the original; null: the original was used. */
  correctedTo: z.string().nullable(),
  page: z.int(),
  pageSize: z.int(),
  /** Total of all pages. */
  total: count,
  /** Whether there are more results than `total`: for very frequent words only the best ones are counted and shown. */
  isMore: z.boolean(),
  results: z.array(result),
  facets,
});
export type SearchAnswer = z.output<typeof searchAnswer>;

export const search = {
  method: "GET",
  path: "/v2/search",
  summary: "Search the content visible to the caller; custom field titles and values are sent in pairs",
  policy: "seesSite",
  query: z.object({
    query: z
      .string()
      .max(
        SEARCH_QUERY_MAX_CHARACTERS,
        `The search text is too long. The limit is ${SEARCH_QUERY_MAX_CHARACTERS} characters.`,
      )
      .default("")
      // biome-ignore lint/suspicious/noControlCharactersInRegex: PostgreSQL rejects NUL, and other control characters are never intended
      .transform((text) => text.replace(/[\u0000-\u001f\u007f]+/g, " ").trim()),
    /** One of several values of a field must match; different fields must all match. */
    "fieldTitles[]": several(filter),
    "fieldValues[]": several(filter),
    /** The same without brackets. */
    fieldTitles: several(filter),
    fieldValues: several(filter),
    /** All must match. */
    "tags[]": several(filter),
    tags: several(filter),
    /** One must match; empty: all kinds. */
    "kinds[]": several(kind, { most: FOUND_KINDS.length }),
    kinds: several(kind, { most: FOUND_KINDS.length }),
    page: pageNumberText.refine((page) => page <= SEARCH_PAGE_MAX, `the limit is ${SEARCH_PAGE_MAX}`),
    pageSize: pageSizeText,
    /** `false` omits the facets, for suggestions. */
    facets: z.enum(["true", "false"]).default("true"),
  }),
  answer: searchAnswer,
} as const satisfies Call;
