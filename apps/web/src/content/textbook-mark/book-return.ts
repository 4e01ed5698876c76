/**
 * The link back to a textbook page from the target of a mark or link on it. It is stored in the state of the history
 * entry: it survives a reload, and a copied URL does not lead others to a textbook that they did not come from.
 */
import { parsePublicPath } from "@parfocal/core/item/public-path.ts";

export interface BookReturn {
  /** URL of the page in the textbook. */
  readonly href: string;
  readonly title: string;
  /** From 1. */
  readonly pageNumber: number;
}

/** @param path path of the textbook. */
export function bookReturnTo(path: string, title: string, pageNumber: number): BookReturn {
  return { href: `${path}?page=${pageNumber}`, title, pageNumber };
}

/**
 * @param state state of a history entry, possibly of an older version. @returns null if the user did not come from a
 *   textbook.
 */
export function readBookReturn(state: unknown): BookReturn | null {
  const { bookReturn } = (state ?? {}) as { readonly bookReturn?: Partial<BookReturn> };
  if (!bookReturn) return null;
  const { href, title, pageNumber } = bookReturn;
  if (typeof href !== "string" || typeof title !== "string" || !Number.isInteger(pageNumber)) return null;
  const [path = ""] = href.split("?");
  if (parsePublicPath(path)?.steps.at(-1)?.kind !== "textbook") return null;
  return { href, title, pageNumber: pageNumber as number };
}
