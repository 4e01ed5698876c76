/** Earlier values of a custom field, suggested while typing. */
import { listFieldTags } from "@parfocal/core/custom-field/custom-field.contract.ts";
import { TAG_SEARCH_MIN_CHARACTERS } from "@parfocal/core/tag/tag-limits.ts";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { cachedSuggestions } from "#editor/cached-suggestions.ts";
import { call } from "#platform/call.ts";

const PREFIX = "parfocal-field-values-";

/**
 * @param q trimmed; below two characters nothing is requested. @returns an empty list while loading and after a
 *   failure.
 */
export function useFieldSuggestions(fieldId: number, q: string): readonly string[] {
  const isLongEnough = q.length >= TAG_SEARCH_MIN_CHARACTERS;
  // IDs of fields are unique across all sites.
  const { data = [] } = useQuery({
    queryKey: ["custom-field", "tags", fieldId, q],
    queryFn: ({ signal }) =>
      cachedSuggestions(`${PREFIX}${fieldId}`, q, () =>
        call(listFieldTags, { params: { id: fieldId }, query: { q } }, { signal }),
      ),
    enabled: isLongEnough,
    placeholderData: keepPreviousData,
    retry: false,
  });
  return isLongEnough ? data : [];
}
