/** Values in the query part of a URL. */

const ID = /^[1-9]\d{0,14}$/;
const PAGE_NUMBER = /^[1-9]\d{0,5}$/;

/** @param value an ID as text, such as a parameter of a URL. @returns null if it is not an ID. */
export const readId = (value: unknown): number | null =>
  typeof value === "string" && ID.test(value) ? Number(value) : null;

/**
 * @param value parameter of a URL.
 * @param max the last page that can exist.
 * @returns page of a list, from 1; 1 if the value is none.
 */
export const readPageNumber = (value: unknown, max = Number.POSITIVE_INFINITY): number =>
  typeof value === "string" && PAGE_NUMBER.test(value) && Number(value) <= max ? Number(value) : 1;

/** The query part with one value appended; null: removed. Commas remain readable. */
export function withParameter(search: string, name: string, value: string | null): string {
  const parameters = new URLSearchParams(search);
  parameters.delete(name);
  const others = parameters.toString().replace(/%2C/g, ",");
  const parts = [...(others === "" ? [] : [others]), ...(value === null ? [] : [`${name}=${value}`])];
  return parts.length === 0 ? "" : `?${parts.join("&")}`;
}
