/**
 * Paths with the ID of a post at the host site, `/s1/post45/`, which lead to the item that the post shows; and the item
 * that a post shows, from the path in it.
 */
import { type PathStep, parseScreenPath } from "../../content/item/public-path.ts";

const POST_PATH = /^\/s([1-9]\d{0,14})\/post([1-9]\d{0,14})\/?$/;

interface PostPlace {
  readonly siteId: number;
  readonly postId: number;
}

/** @returns null for any other path. */
export function parsePostPath(path: string): PostPlace | null {
  const [, site, post] = POST_PATH.exec(path) ?? [];
  return site === undefined || post === undefined ? null : { siteId: Number(site), postId: Number(post) };
}

/** @param address path of content, with or without a query. @returns null if it refers to no item of the site. */
export function itemOfAddress(address: string, siteId: number): PathStep | null {
  const place = parseScreenPath(address.split(/[?#]/, 1)[0] ?? "");
  return place?.siteId === siteId ? (place.steps.at(-1) ?? null) : null;
}
