/** URL of a slide with an open cell analysis result: `?view=…&analysis=id`. */
import { readId, withParameter } from "#platform/address-parameters.ts";

const PARAMETER = "analysis";

/** @param search query of the URL. @returns null if it contains no result. */
export const readAnalysisAddress = (search: string): number | null =>
  readId(new URLSearchParams(search).get(PARAMETER));

/** The query with the result added or removed; its other parameters are kept. */
export const withAnalysisAddress = (search: string, id: number | null): string =>
  withParameter(search, PARAMETER, id === null ? null : String(id));
