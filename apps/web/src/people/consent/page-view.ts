/** Page views, sent to the tracking URL of the site: without cookies, and only with the visitor's consent. */
import { useEffect } from "react";

interface PageView {
  /** Origin of this site. */
  readonly origin: string;
  /** Without the query, which can contain codes and search terms. */
  readonly path: string;
}

/** Parameters in Matomo's format. @param trackingUrl including its own parameters, such as `idsite`. */
export function pageViewUrl(trackingUrl: string, { origin, path }: PageView): string {
  const address = new URL(trackingUrl);
  address.searchParams.set("url", `${origin}${path}`);
  return address.href;
}

/** @param path null: a page with a private URL. @param trackingUrl empty: nothing is sent. */
export function usePageViews(trackingUrl: string, path: string | null): void {
  useEffect(() => {
    if (trackingUrl === "" || path === null) return;
    const options = { method: "POST", mode: "no-cors", credentials: "omit", keepalive: true } as const;
    // The result is not needed, and a blocked request is not an error.
    fetch(pageViewUrl(trackingUrl, { origin: window.location.origin, path }), {
      ...options,
      referrerPolicy: "no-referrer",
    }).catch(() => {});
  }, [trackingUrl, path]);
}
