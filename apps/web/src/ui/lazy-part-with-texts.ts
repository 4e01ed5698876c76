/** Parts of a page that are fetched once its picture is on the way, each with the texts that it needs. */
import type { ComponentType } from "react";
import { type LazyPart, lazyPart } from "./lazy-part.ts";

let loadTexts: () => Promise<void> = async () => {};

/** Called once at startup. @param load adds the texts of all later parts; may be called often. */
export function setLazyTexts(load: () => Promise<void>): void {
  loadTexts = load;
}

/** Resolves when the texts of later parts are there too. */
export async function fetchWithTexts<Part>(fetchPart: () => Promise<Part>): Promise<Part> {
  const [part] = await Promise.all([fetchPart(), loadTexts()]);
  return part;
}

/** A component that is fetched when it is first shown, or before. @param pick which of the fetched file's exports. */
export function lazyPartWithTexts<Part, Props>(
  fetchPart: () => Promise<Part>,
  pick: (part: Part) => ComponentType<Props>,
): LazyPart<Props> {
  return lazyPart(() => fetchWithTexts(fetchPart), pick);
}
