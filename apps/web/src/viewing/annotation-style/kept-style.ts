/** The look of annotations, kept in this browser. */
import type { AnnotationStyle } from "@parfocal/core/annotation/annotation-style.ts";
import { readRemembered, remember } from "#ui/remembered.ts";

/** Under this name the slide page looks whether anything is kept. */
const NAME = "annotation-style";

/** @returns null: nothing, or nothing that can be read. */
export function readKeptStyle(): unknown {
  try {
    return JSON.parse(readRemembered(NAME) ?? "null");
  } catch {
    return null;
  }
}

export function keepStyle(style: AnnotationStyle): void {
  remember(NAME, JSON.stringify(style));
}
