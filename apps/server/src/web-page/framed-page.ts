/** Pages that other sites may show in frames, where the site's option `frameHosts` allows it (threat T-13). */
import { parseScreenPath } from "@parfocal/core/item/public-path.ts";

const SHARED_PAGE = /^\/share\/[^/]+\/?$/;

/**
 * Shared pages, and content whose address says that it is embedded (`?embed=1`): never the administration, an account or a
 * page that signs in.
 *
 * @param url of the page, from its first slash.
 */
export function mayBeFramed(url: string): boolean {
  const [path = "", query = ""] = url.split("?", 2);
  if (SHARED_PAGE.test(path)) return true;
  const isEmbedded = new URLSearchParams(query).get("embed") === "1" && /^\/s\d/.test(path);
  return isEmbedded && (parseScreenPath(path)?.steps.length ?? 0) > 0;
}
