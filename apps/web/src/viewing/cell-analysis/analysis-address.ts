/** The address of a slide with a result of cell analysis open: `?view=…&analysis=id`. */
import { readId, withParameter } from "#platform/address-parameters.ts";

const PARAMETER = "analysis";

/** @param search the query part of the address. @returns null: none is asked for. */
export const readAnalysisAddress = (search: string): number | null =>
  readId(new URLSearchParams(search).get(PARAMETER));

/** The query part with the result put in, or taken out; what else stands there is kept. */
export const withAnalysisAddress = (search: string, id: number | null): string =>
  withParameter(search, PARAMETER, id === null ? null : String(id));
