/**
 * Search over all that the caller may see: titles, tags, texts, values of custom fields, content boxes, annotations.
 *
 * Source: spec part 2, sections 2 ("Search page"), 5 and 7 (`query`, `fieldTitles[]`, `fieldValues[]`).
 */
import { z } from "zod";
import type { Call } from "../../call.contract.ts";
import { colourAdjustment } from "../../content/item/colour-adjustment.contract.ts";
import { crumb } from "../../content/item/item-card.contract.ts";
import { id } from "../../platform/ids.ts";
import {
  FOUND_KINDS,
  SEARCH_FILTERS_MAX,
  SEARCH_PAGE_MAX,
  SEARCH_PAGE_SIZE,
  SEARCH_PAGE_SIZE_MAX,
  SEARCH_QUERY_MAX_CHARACTERS,
} from "./search-limits.ts";

const FILTER_MAX_CHARACTERS = 2_000;

/** A parameter that may come once, several times, or not at all. */
const several = <Item extends z.ZodType>(item: Item, { most = SEARCH_FILTERS_MAX } = {}) =>
  z
    .union([item, z.array(item).max(most, `The limit is ${most} filters at once.`)])
    .optional()
    .transform((given) => (given === undefined ? [] : Array.isArray(given) ? given : [given]) as z.output<Item>[]);

const filter = z.string().max(FILTER_MAX_CHARACTERS);
const kind = z.enum(FOUND_KINDS);

const wholeNumber = (most: number) =>
  z
    .string()
    .regex(/^[1-9]\d{0,5}$/, "a positive whole number")
    .transform(Number)
    .refine((number) => number <= most, `the limit is ${most}`);

/** A part of a text, and whether it is what was looked for. */
const segment = z.object({ text: z.string(), isMatch: z.boolean() });
export type TextSegment = z.output<typeof segment>;

const result = z.object({
  kind,
  /** The item; of an annotation its slide. */
  itemId: id,
  annotationId: id.nullable(),
  /** Plain text with what was found marked. */
  title: z.array(segment),
  subtitle: z.string(),
  /** What else was found of it, cut to a few lines; empty: only its title. */
  excerpt: z.array(segment),
  /** Title of the custom field that the excerpt is the value of; null: of none. */
  fieldTitle: z.string().nullable(),
  tags: z.array(z.string()),
  /** From the course down to the item; of what lies in no course the item alone. */
  path: z.array(crumb),
  /** As of an item's card; of an annotation its slide's. */
  thumbnail: z.string().nullable(),
  colour: colourAdjustment.nullable(),
  /** Of an annotation: where to look, in slide pixels; zoom null: so that it fills the view. Of all else null. */
  view: z.object({ center: z.tuple([z.number(), z.number()]), zoom: z.number().nullable() }).nullable(),
});
export type SearchResult = z.output<typeof result>;

const count = z.int().nonnegative();

const facets = z.object({
  /** Of all kinds, whichever are chosen. */
  kinds: z.array(z.object({ kind, count })),
  /** Of what is shown; the most frequent first. */
  tags: z.array(z.object({ value: z.string(), count })),
  fields: z.array(z.object({ title: z.string(), values: z.array(z.object({ value: z.string(), count })) })),
});
export type SearchFacets = z.output<typeof facets>;

const searchAnswer = z.object({
  /** What was asked, trimmed. */
  query: z.string(),
  /** What was looked for in its place, since nothing is written so; null: what was asked. */
  correctedTo: z.string().nullable(),
  page: z.int(),
  pageSize: z.int(),
  /** Of all pages. */
  total: count,
  /** Whether there is more than that: of a word that stands nearly everywhere only the best are counted and shown. */
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
    /** Of several values of one field one is enough; different fields must all fit. */
    "fieldTitles[]": several(filter),
    "fieldValues[]": several(filter),
    /** The same without brackets. */
    fieldTitles: several(filter),
    fieldValues: several(filter),
    /** All of them. */
    "tags[]": several(filter),
    tags: several(filter),
    /** One of them; none: all kinds. */
    "kinds[]": several(kind, { most: FOUND_KINDS.length }),
    kinds: several(kind, { most: FOUND_KINDS.length }),
    page: wholeNumber(SEARCH_PAGE_MAX).default(1),
    pageSize: wholeNumber(SEARCH_PAGE_SIZE_MAX).default(SEARCH_PAGE_SIZE),
    /** What comes first; `false` leaves the facets out, for suggestions. */
    facets: z.enum(["true", "false"]).default("true"),
  }),
  answer: searchAnswer,
} as const satisfies Call;
