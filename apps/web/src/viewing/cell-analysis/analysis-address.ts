/** The address of a slide with a result of cell analysis open: `?view=…&analysis=id`. */
const PARAMETER = "analysis";

/** @param search the query part of the address. @returns null: none is asked for. */
export function readAnalysisAddress(search: string): number | null {
  const id = new URLSearchParams(search).get(PARAMETER) ?? "";
  return /^[1-9]\d{0,14}$/.test(id) ? Number(id) : null;
}

/** The query part with the result put in, or taken out; what else stands there is kept. */
export function withAnalysisAddress(search: string, id: number | null): string {
  const parameters = new URLSearchParams(search);
  parameters.delete(PARAMETER);
  if (id !== null) parameters.set(PARAMETER, String(id));
  const text = parameters.toString().replace(/%2C/g, ",");
  return text === "" ? "" : `?${text}`;
}
