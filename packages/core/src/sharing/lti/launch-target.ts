/**
 * What a launch opens: content of this site, and nothing else (threat T-10). Only its path is taken from what the platform says.
 */
import { parseScreenPath } from "../../content/item/public-path.ts";
import { originOfAddress } from "./web-origin.ts";

interface Wanted {
  /** Custom parameter: a path such as `/s1/course2/i9/`. It counts before the address. */
  readonly customPath: string;
  readonly targetLinkUri: string;
}

/** @param origins of this site. @returns the path of content; null: the launch names none. */
export function launchTarget(
  { customPath, targetLinkUri }: Wanted,
  { siteId, origins }: { readonly siteId: number; readonly origins: readonly string[] },
): string | null {
  return contentPath(customPath, siteId) ?? contentPath(pathWithin(targetLinkUri, origins), siteId);
}

function pathWithin(address: string, origins: readonly string[]): string {
  const [whole = ""] = address.split("#", 1);
  const origin = originOfAddress(whole);
  // As written, an origin may name the port that goes without saying.
  if (origin === null || !origins.some((own) => originOfAddress(own) === origin)) return "";
  return /^https?:\/\/[^/?]*(\/[^?]*)/i.exec(whole)?.[1] ?? "";
}

function contentPath(path: string, siteId: number): string | null {
  const place = parseScreenPath(path);
  if (!place || place.siteId !== siteId || place.steps.length === 0) return null;
  const parts = path.split("/").filter((part) => part !== "");
  return `/${parts.join("/")}/`;
}
