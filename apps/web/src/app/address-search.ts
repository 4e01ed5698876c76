/** The query part of a URL: plain names and values, as other programs write and read them. */

export function parseSearch(search: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(search));
}

/** Commas, colons and slashes need no escaping in a query, and make the URL more readable. */
export function formatSearch(values: Record<string, unknown>): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(values))
    if (value !== undefined && value !== null) search.set(name, String(value));
  const text = search.toString().replace(/%2C/g, ",").replace(/%3A/g, ":").replace(/%2F/g, "/");
  return text === "" ? "" : `?${text}`;
}
