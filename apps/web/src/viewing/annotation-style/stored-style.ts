/** Display settings of annotations, stored in this browser. */
import type { AnnotationStyle } from "@parfocal/core/annotation/annotation-style.ts";
import { readRemembered, remember } from "#ui/remembered.ts";

/** The slide page checks this name to see whether settings are stored. */
const NAME = "annotation-style";

/** @returns null if nothing is stored or it cannot be read. */
export function readStoredStyle(): unknown {
  try {
    return JSON.parse(readRemembered(NAME) ?? "null");
  } catch {
    return null;
  }
}

export function keepStyle(style: AnnotationStyle): void {
  remember(NAME, JSON.stringify(style));
}
