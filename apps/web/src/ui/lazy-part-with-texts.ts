/** Parts of a page that are loaded after its image was requested, each with its texts. */
import type { ComponentType } from "react";
import { type LazyPart, lazyPart } from "./lazy-part.ts";

let loadTexts: () => Promise<void> = async () => {};

/** Called once at startup. @param load adds the texts of all later parts; can be called repeatedly. */
export function setLazyTexts(load: () => Promise<void>): void {
  loadTexts = load;
}

/** Resolves when the texts of later parts are loaded. */
export async function fetchWithTexts<Part>(fetchPart: () => Promise<Part>): Promise<Part> {
  const [part] = await Promise.all([fetchPart(), loadTexts()]);
  return part;
}

/** A component that is loaded when it is first shown, or before. @param pick selects an export of the loaded file. */
export function lazyPartWithTexts<Part, Props>(
  fetchPart: () => Promise<Part>,
  pick: (part: Part) => ComponentType<Props>,
): LazyPart<Props> {
  return lazyPart(() => fetchWithTexts(fetchPart), pick);
}
