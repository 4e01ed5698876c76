/** Links of a PDF are untrusted, because its author wrote them. */
const SAFE_PROTOCOLS: ReadonlySet<string> = new Set(["http:", "https:", "mailto:"]);

/** Whether it may be offered: an absolute web or mail URL. */
export function isSafeLink(url: string): boolean {
  return URL.canParse(url) && SAFE_PROTOCOLS.has(new URL(url).protocol);
}

/** @returns the URL if it is a page of this site; null: it leads elsewhere. */
export function ownPage(url: string, origin: string): URL | null {
  if (!isSafeLink(url)) return null;
  const parsed = new URL(url);
  return parsed.origin === origin ? parsed : null;
}
