/**
 * Pages that other sites may show in frames (threat T-13): sites of the option `frameHosts`, or only the host through
 * which people sign in.
 */
import { parsePostPath } from "@parfocal/core/host-sign-in/post-path.ts";
import { parseScreenPath } from "@parfocal/core/item/public-path.ts";
import { isChooserPath } from "@parfocal/core/lti/chooser-path.ts";
import { isEmbeddedSearch, isManagerPath } from "@parfocal/core/share/share-path.ts";

/** The shared item, and an item opened in it. */
const SHARED_PAGE = /^\/share\/[^/]+(?:\/[a-z]+\d+)*\/?$/;

/** Who may show a page in a frame: nobody, only the host site, or also the sites listed in the options. */
export type Framing = "nobody" | "host" | "sites";

/**
 * Shared pages, content, and the page for choosing content for a learning platform, if their URL marks them as embedded
 * (`?embed=1`); the content manager only in the host site, whose tokens sign people in (decision 0137). Never an
 * account page or a sign-in page.
 *
 * @param url of the page, from its first slash.
 */
export function framingOf(url: string): Framing {
  const [path = "", query = ""] = url.split("?", 2);
  if (!isEmbeddedSearch(`?${query}`)) return "nobody";
  if (isManagerPath(path)) return "host";
  const isContent = /^\/s\d/.test(path) && (parseScreenPath(path)?.steps.length ?? 0) > 0;
  const isShown = isContent || parsePostPath(path) !== null || SHARED_PAGE.test(path) || isChooserPath(path);
  return isShown ? "sites" : "nobody";
}
