/**
 * Preview of content with the rights of a learner or of a selected person (decision 0127). It lasts for this tab,
 * including reloads: reading requests contain its token, others are rejected here and by the server.
 */
export interface Preview {
  readonly token: string;
  readonly siteId: number;
  /** Name of the person; null: a learner without user groups. */
  readonly name: string | null;
  /** URL to return to on exit. */
  readonly back: string;
}

const STORED_AS = "parfocal.preview";

let known: Preview | null | undefined;

export function activePreview(): Preview | null {
  if (known === undefined) known = readStored();
  return known;
}

function readStored(): Preview | null {
  try {
    const text = sessionStorage.getItem(STORED_AS);
    return text === null ? null : (JSON.parse(text) as Preview);
  } catch {
    return null; // Without storage there is no preview.
  }
}

/**
 * Everything on the page was loaded with other rights, so the page is reloaded. @param href URL of the first page of
 * the preview.
 */
export function enterPreview(preview: Preview, href: string): void {
  sessionStorage.setItem(STORED_AS, JSON.stringify(preview));
  location.assign(href);
}

export function exitPreview(): void {
  const back = activePreview()?.back ?? location.href;
  sessionStorage.removeItem(STORED_AS);
  known = null;
  // With a fragment the browser would not reload the page.
  location.assign(back.split("#")[0] ?? back);
}

export function previewHeaders(): Record<string, string> {
  const preview = activePreview();
  return preview === null ? {} : { "x-preview": preview.token };
}
