/** Target of a launch: content of this site only (threat T-10). Only the path of the platform's URL is used. */
import { parseScreenPath } from "../../content/item/public-path.ts";
import { originOfAddress } from "./web-origin.ts";

interface LaunchRequest {
  /** Custom parameter, a path such as `/s1/course2/i9/`. Takes precedence over the URL. */
  readonly customPath: string;
  readonly targetLinkUri: string;
}

/** @param origins of this site. @returns the path of content; null: none. */
export function launchTarget(
  { customPath, targetLinkUri }: LaunchRequest,
  { siteId, origins }: { readonly siteId: number; readonly origins: readonly string[] },
): string | null {
  return contentPath(customPath, siteId) ?? contentPath(pathWithin(targetLinkUri, origins), siteId);
}

function pathWithin(address: string, origins: readonly string[]): string {
  const [whole = ""] = address.split("#", 1);
  const origin = originOfAddress(whole);
  // An origin may be written with its default port.
  if (origin === null || !origins.some((own) => originOfAddress(own) === origin)) return "";
  return /^https?:\/\/[^/?]*(\/[^?]*)/i.exec(whole)?.[1] ?? "";
}

function contentPath(path: string, siteId: number): string | null {
  const place = parseScreenPath(path);
  if (!place || place.siteId !== siteId || place.steps.length === 0) return null;
  const parts = path.split("/").filter((part) => part !== "");
  return `/${parts.join("/")}/`;
}
