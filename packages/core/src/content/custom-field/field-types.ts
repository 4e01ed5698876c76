/**
 * What a custom field can hold, one row per type, and what it can be a field of.
 *
 * Source: spec part 1, section 3 ("Custom field", "Entity types for assignments").
 */

import type { FieldType } from "../item/field-type-names.ts";
import { ITEM_KIND_NAMES, ITEM_KINDS, type ItemKind } from "../item/item-kinds.ts";
import { isSafeLink } from "../rich-text/rich-text-address.ts";
import { isCountryCode } from "./country-codes.ts";

interface FieldTypeFacts {
  /** Whether a value that is not empty can be kept. @param choices the field's default values. */
  readonly accepts: (value: string, choices: readonly string[]) => boolean;
  /** What is wrong with a value that cannot, as the end of a sentence. */
  readonly wants: string;
}

const NUMBER = /^[-+]?(\d+([.,]\d*)?|[.,]\d+)(e[-+]?\d{1,3})?$/i;

/** `yyyy-MM-dd`, of a day that there is. */
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
  /** Several words, separated by commas. */
  tags: { accepts: () => true, wants: "words separated by commas" },
} as const satisfies Record<FieldType, FieldTypeFacts>;

/** Kinds of content that can have fields, by their entity types. */
export const POST_TYPES = ITEM_KIND_NAMES.flatMap((kind) => ITEM_KINDS[kind].entityType ?? []) as [string, ...string[]];

/** @throws RangeError for what is no post type. */
export function itemKindOfPostType(postType: string): ItemKind {
  const kind = ITEM_KIND_NAMES.find((name) => ITEM_KINDS[name].entityType === postType);
  if (!kind) throw new RangeError(`${postType} is not a post type`);
  return kind;
}

/** A value as it is kept: trimmed, and the words of a list each on its own. */
export function tidyFieldValue(fieldType: FieldType, value: string): string {
  return fieldType === "tags" ? splitList(value).join(", ") : value.trim();
}

/** Whether a value, tidied, fits the field; an empty one always does. */
export function isFieldValue(fieldType: FieldType, value: string, choices: readonly string[]): boolean {
  return value === "" || FIELD_TYPES[fieldType].accepts(value, choices);
}

/**
 * Values entered with commas, as a trimmed list; empty ones and doubles are dropped.
 *
 * Source: spec part 1, section 5, "Custom field form".
 */
export function splitList(entered: string | readonly string[]): string[] {
  const parts = (typeof entered === "string" ? [entered] : entered).flatMap((part) => part.split(","));
  return [...new Set(parts.map((part) => part.trim()).filter((part) => part !== ""))];
}
