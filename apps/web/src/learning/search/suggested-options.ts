/** Options below the header's search field, in order. */
import type { SearchAnswer, SearchResult } from "@parfocal/core/search/search.contract.ts";
import { addressOf, type ResultAddress } from "./result-address.ts";

export type SuggestedOption =
  | { readonly kind: "recent"; readonly key: string; readonly query: string }
  | { readonly kind: "result"; readonly key: string; readonly result: SearchResult; readonly address: ResultAddress }
  | { readonly kind: "all"; readonly key: string; readonly query: string };

interface Situation {
  readonly siteId: number;
  /** Trimmed. */
  readonly typed: string;
  /** Undefined: none yet. */
  readonly answer: SearchAnswer | undefined;
  readonly recent: readonly string[];
}

/** Before input the recent searches; then the results, and last a link to all results. */
export function optionsFor({ siteId, typed, answer, recent }: Situation): SuggestedOption[] {
  if (typed === "") return recent.map((query) => ({ kind: "recent", key: `recent ${query}`, query }));
  const found = (answer?.results ?? []).flatMap((result): SuggestedOption[] => {
    const address = addressOf(siteId, result);
    const key = `result ${result.itemId} ${result.annotationId}`;
    return address ? [{ kind: "result", key, result, address }] : [];
  });
  return answer && answer.total > 0 ? [...found, { kind: "all", key: "all", query: typed }] : [];
}
