/** Values that were entered in a custom field before, offered while one types. */
import { listFieldTags } from "@parfocal/core/custom-field/custom-field.contract.ts";
import { TAG_SEARCH_MIN_CHARACTERS } from "@parfocal/core/tag/tag-limits.ts";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { keptSuggestions } from "#editor/kept-suggestions.ts";
import { call } from "#platform/call.ts";

const PREFIX = "parfocal-field-values-";

/**
 * @param q trimmed; shorter than two characters nothing is fetched. @returns none while they are fetched, or cannot be.
 */
export function useFieldSuggestions(fieldId: number, q: string): readonly string[] {
  const isLongEnough = q.length >= TAG_SEARCH_MIN_CHARACTERS;
  // Ids of fields are unique over all sites.
  const { data = [] } = useQuery({
    queryKey: ["custom-field", "tags", fieldId, q],
    queryFn: ({ signal }) =>
      keptSuggestions(`${PREFIX}${fieldId}`, q, () =>
        call(listFieldTags, { params: { id: fieldId }, query: { q } }, { signal }),
      ),
    enabled: isLongEnough,
    placeholderData: keepPreviousData,
    retry: false,
  });
  return isLongEnough ? data : [];
}
