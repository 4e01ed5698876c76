/** Allowed targets of an annotation's link: http, https, mailto, or a path of this site (threat T-11). */

export const ANNOTATION_LINK_MAX_CHARACTERS = 2_000;

/** Empty: no link. */
export const ANNOTATION_LINK_PATTERN = /^$|^(https?:\/\/|mailto:|\/(?!\/))/i;

export function isAnnotationLink(link: string): boolean {
  const trimmed = link.trim();
  return trimmed.length <= ANNOTATION_LINK_MAX_CHARACTERS && ANNOTATION_LINK_PATTERN.test(trimmed);
}
