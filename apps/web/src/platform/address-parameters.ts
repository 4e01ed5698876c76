/** Values in the query part of a URL. */

const ID = /^[1-9]\d{0,14}$/;

/** @param text parameter of a URL. @returns null if it is not an ID. */
export const readId = (text: string | null): number | null => (text !== null && ID.test(text) ? Number(text) : null);

/** The query part with one value appended; null: removed. Commas remain readable. */
export function withParameter(search: string, name: string, value: string | null): string {
  const parameters = new URLSearchParams(search);
  parameters.delete(name);
  const others = parameters.toString().replace(/%2C/g, ",");
  const parts = [...(others === "" ? [] : [others]), ...(value === null ? [] : [`${name}=${value}`])];
  return parts.length === 0 ? "" : `?${parts.join("&")}`;
}
