/** Links of a PDF are not to be trusted: its author wrote them. */
const SAFE_PROTOCOLS: ReadonlySet<string> = new Set(["http:", "https:", "mailto:"]);

/** Whether it may be offered: a whole address of a web page or for mail. */
export function isSafeLink(url: string): boolean {
  return URL.canParse(url) && SAFE_PROTOCOLS.has(new URL(url).protocol);
}

/** @returns the address, if it is one of this site's pages; null: it leads elsewhere. */
export function ownPage(url: string, origin: string): URL | null {
  if (!isSafeLink(url)) return null;
  const parsed = new URL(url);
  return parsed.origin === origin ? parsed : null;
}
