/** Values in the query part of an address. */

const ID = /^[1-9]\d{0,14}$/;

/** @param text from an address. @returns null: it is not an ID. */
export const readId = (text: string | null): number | null => (text !== null && ID.test(text) ? Number(text) : null);

/** The query part with one value put in, at its end; null: taken out. Commas stay readable. */
export function withParameter(search: string, name: string, value: string | null): string {
  const parameters = new URLSearchParams(search);
  parameters.delete(name);
  const others = parameters.toString().replace(/%2C/g, ",");
  const parts = [...(others === "" ? [] : [others]), ...(value === null ? [] : [`${name}=${value}`])];
  return parts.length === 0 ? "" : `?${parts.join("&")}`;
}
