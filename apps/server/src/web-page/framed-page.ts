/** Pages that other sites may show in frames, where the site's option `frameHosts` allows it (threat T-13). */
import { parseScreenPath } from "@parfocal/core/item/public-path.ts";

/** The shared item, and what is opened in it. */
const SHARED_PAGE = /^\/share\/[^/]+(?:\/[a-z]+\d+)*\/?$/;

/**
 * Shared pages and content whose URL says that they are embedded (`?embed=1`): never the administration, an account or a
 * page that signs in.
 *
 * @param url of the page, from its first slash.
 */
export function mayBeFramed(url: string): boolean {
  const [path = "", query = ""] = url.split("?", 2);
  if (new URLSearchParams(query).get("embed") !== "1") return false;
  return SHARED_PAGE.test(path) || (/^\/s\d/.test(path) && (parseScreenPath(path)?.steps.length ?? 0) > 0);
}
