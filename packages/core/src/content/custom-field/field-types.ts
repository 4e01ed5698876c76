/**
 * Types of custom fields, one row per type, and the content types that can have fields.
 *
 * Source: spec part 1, section 3 ("Custom field", "Entity types for assignments").
 */

import type { FieldType } from "../item/field-type-names.ts";
import { ITEM_KIND_NAMES, ITEM_KINDS, type ItemKind } from "../item/item-kinds.ts";
import { isSafeLink } from "../rich-text/rich-text-address.ts";
import { isCountryCode } from "./country-codes.ts";

interface FieldTypeFacts {
  /** Whether a non-empty value is valid. @param choices the field's default values. */
  readonly accepts: (value: string, choices: readonly string[]) => boolean;
  /** What the field requires, as the end of an error message. */
  readonly wants: string;
}

const NUMBER = /^[-+]?(\d+([.,]\d*)?|[.,]\d+)(e[-+]?\d{1,3})?$/i;

/** An existing day as `yyyy-MM-dd`. */
function isDay(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return false;
  const instant = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(instant.getTime()) && instant.toISOString().startsWith(text);
}

export const FIELD_TYPES = {
  text: { accepts: () => true, wants: "text" },
  select: { accepts: (value, choices) => choices.includes(value), wants: "one of its choices" },
  country: { accepts: isCountryCode, wants: "a two-letter country code" },
  number: { accepts: (value) => NUMBER.test(value), wants: "a number" },
  date: { accepts: isDay, wants: "a date such as 2027-01-31" },
  link: { accepts: isSafeLink, wants: "a URL that starts with https://, http://, mailto: or /" },
  /** Several keywords, separated by commas. */
  tags: { accepts: () => true, wants: "words separated by commas" },
} as const satisfies Record<FieldType, FieldTypeFacts>;

/** Kinds of content that can have fields, by their entity types. */
export const POST_TYPES = ITEM_KIND_NAMES.flatMap((kind) => ITEM_KINDS[kind].entityType ?? []) as [string, ...string[]];

/** @throws RangeError if it is not a post type. */
export function itemKindOfPostType(postType: string): ItemKind {
  const kind = ITEM_KIND_NAMES.find((name) => ITEM_KINDS[name].entityType === postType);
  if (!kind) throw new RangeError(`${postType} is not a post type`);
  return kind;
}

/** A value as it is stored: trimmed; the keywords of a list are trimmed one by one. */
export function tidyFieldValue(fieldType: FieldType, value: string): string {
  return fieldType === "tags" ? splitList(value).join(", ") : value.trim();
}

/** Whether a value is valid for the field after trimming; an empty value always is. */
export function isFieldValue(fieldType: FieldType, value: string, choices: readonly string[]): boolean {
  return value === "" || FIELD_TYPES[fieldType].accepts(value, choices);
}

/**
 * Comma-separated values as a list of trimmed ones, without empty values and duplicates.
 *
 * Source: spec part 1, section 5, "Custom field form".
 */
export function splitList(entered: string | readonly string[]): string[] {
  const parts = (typeof entered === "string" ? [entered] : entered).flatMap((part) => part.split(","));
  return [...new Set(parts.map((part) => part.trim()).filter((part) => part !== ""))];
}
