/** Tags suggested while typing. */
import type { ItemKind } from "@parfocal/core/item/item-kinds.ts";
import { searchTags } from "@parfocal/core/tag/tag.contract.ts";
import { call } from "#platform/call.ts";
import { cachedSuggestions } from "./cached-suggestions.ts";

const PREFIX = "parfocal-tags-";

/**
 * @param field the site and the content type; without a type, tags of all types. @param q trimmed, two characters or
 *   more. @throws AppError
 */
export function suggestTags(
  field: { readonly siteId: number; readonly type?: ItemKind },
  q: string,
  signal?: AbortSignal,
): Promise<readonly string[]> {
  return cachedSuggestions(`${PREFIX}${field.siteId}-${field.type ?? "any"}`, q, () =>
    call(searchTags, { query: { q, ...(field.type && { type: field.type }) } }, signal ? { signal } : {}),
  );
}
