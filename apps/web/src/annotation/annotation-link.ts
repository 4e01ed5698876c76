import { annotationLink } from "@parfocal/core/annotation/annotation.contract.ts";

/** Whether the server will take this link: the contract's own rule. Empty: no link. */
export function isLinkAllowed(link: string): boolean {
  return annotationLink.safeParse(link).success;
}
