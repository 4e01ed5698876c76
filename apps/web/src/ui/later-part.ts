/** Parts of a page that are fetched once its picture is on the way, each with the texts that it needs. */
import { type ComponentType, type LazyExoticComponent, lazy } from "react";
import { untilFetched } from "./until-fetched.ts";

let loadTexts: () => Promise<void> = async () => {};

/** Told once by who knows the languages. @param load adds the texts of all later parts; may be called often. */
export function setLaterTexts(load: () => Promise<void>): void {
  loadTexts = load;
}

/** Fetches a part and its texts, again and again while the connection is away. */
export async function fetchLaterPart<Part>(fetchPart: () => Promise<Part>): Promise<Part> {
  const [part] = await Promise.all([untilFetched(fetchPart), untilFetched(loadTexts)]);
  return part;
}

/** A component that is fetched when it is first shown. @param pick which of the fetched file's exports. */
export function laterPart<Part, Props>(
  fetchPart: () => Promise<Part>,
  pick: (part: Part) => ComponentType<Props>,
): LazyExoticComponent<ComponentType<Props>> {
  return lazy(async () => ({ default: pick(await fetchLaterPart(fetchPart)) }));
}
