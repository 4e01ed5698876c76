/** Page views, sent to the tracking address of the site: without cookies, and only once the visitor has agreed. */
import { useEffect } from "react";

interface PageView {
  /** Origin of this site. */
  readonly origin: string;
  /** Without a query: it can hold codes and what was searched for. */
  readonly path: string;
}

/** Parameters as Matomo reads them. @param trackingUrl with those of its own, such as `idsite`. */
export function pageViewUrl(trackingUrl: string, { origin, path }: PageView): string {
  const address = new URL(trackingUrl);
  address.searchParams.set("url", `${origin}${path}`);
  return address.href;
}

/** @param path null: a page whose address is private. @param trackingUrl empty: nothing is sent. */
export function usePageViews(trackingUrl: string, path: string | null): void {
  useEffect(() => {
    if (trackingUrl === "" || path === null) return;
    const options = { method: "POST", mode: "no-cors", credentials: "omit", keepalive: true } as const;
    // Nobody waits for it, and a blocked one is no fault of the page.
    fetch(pageViewUrl(trackingUrl, { origin: window.location.origin, path }), {
      ...options,
      referrerPolicy: "no-referrer",
    }).catch(() => {});
  }, [trackingUrl, path]);
}
