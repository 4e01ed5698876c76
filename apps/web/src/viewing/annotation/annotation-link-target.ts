/** Target of an annotation's link, relative to its slide. In cases: `case/`. */

import { parsePublicPath } from "@parfocal/core/item/public-path.ts";
import { readId } from "#platform/address-parameters.ts";

export type LinkTarget =
  /** An annotation on the current slide. */
  | { readonly kind: "here"; readonly annotationId: number }
  /** Another slide, perhaps an annotation on it. `href`: path and query. */
  | { readonly kind: "slide"; readonly href: string; readonly imageId: number; readonly annotationId: number | null }
  /** Another page of this site. */
  | { readonly kind: "page"; readonly href: string }
  /** Elsewhere. */
  | { readonly kind: "outside"; readonly href: string };

/** @param link as saved: http, https, mailto, or a path. @param origin of this page, e.g. `https://slides.example`. */
export function linkTargetOf(link: string, origin: string, imageId: number): LinkTarget {
  const url = URL.canParse(link, origin) ? new URL(link, origin) : null;
  if (!url || url.origin !== origin) return { kind: "outside", href: link };
  const href = url.pathname + url.search + url.hash;
  const last = parsePublicPath(url.pathname)?.steps.at(-1);
  if (last?.kind !== "image") return { kind: "page", href };
  const named = url.searchParams.get("annotation");
  const annotationId = readId(named);
  if (last.id === imageId && annotationId !== null) return { kind: "here", annotationId };
  return { kind: "slide", href, imageId: last.id, annotationId };
}
