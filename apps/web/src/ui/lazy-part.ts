/** Parts of the app that are fetched when they are first shown, or before. */
import { type ComponentType, type LazyExoticComponent, lazy } from "react";
import { untilFetched } from "./until-fetched.ts";

export type LazyPart<Props> = LazyExoticComponent<ComponentType<Props>> & {
  /** Begins to fetch it, and does not say if that fails: it is fetched again when it is shown. May be called often. */
  readonly prefetch: () => void;
};

/** @param pick which of the fetched file's exports. */
export function lazyPart<Part, Props>(
  fetchPart: () => Promise<Part>,
  pick: (part: Part) => ComponentType<Props>,
): LazyPart<Props> {
  const part = lazy(async () => ({ default: pick(await untilFetched(fetchPart)) }));
  return Object.assign(part, { prefetch: () => void fetchPart().catch(() => {}) });
}
