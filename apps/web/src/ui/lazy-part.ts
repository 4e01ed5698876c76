/** Parts of the app that are fetched when they are first shown, or before. */
import { type ComponentType, createElement, type JSX, lazy, useState } from "react";
import { untilFetched } from "./until-fetched.ts";

export interface LazyPart<Props> {
  (props: Props): JSX.Element;
  /** Begins to fetch it; resolves when it is there. Never rejects: what fails is fetched again when it is shown. */
  readonly prefetch: () => Promise<void>;
}

/**
 * A part that has been fetched is shown at once. A component that suspends, for however short, is shown 300 ms later at the
 * earliest: React leaves the fallback on the screen for so long, so that it does not flash.
 *
 * @param pick which of the fetched file's exports.
 */
export function lazyPart<Part, Props>(
  fetchPart: () => Promise<Part>,
  pick: (part: Part) => ComponentType<Props>,
): LazyPart<Props> {
  let fetched: ComponentType<Props> | null = null;
  let fetching: Promise<ComponentType<Props>> | null = null;
  const fetchOnce = (): Promise<ComponentType<Props>> => {
    fetching ??= untilFetched(fetchPart).then(
      (part) => {
        fetched = pick(part);
        return fetched;
      },
      (error: unknown) => {
        fetching = null;
        throw error;
      },
    );
    return fetching;
  };
  const Suspending = lazy(async () => ({ default: await fetchOnce() }));
  const choose = () => (fetched ?? Suspending) as ComponentType<object>;
  const show = (props: Props): JSX.Element => createElement(Chosen, { choose, its: props as object });
  return Object.assign(show, { prefetch: () => fetchOnce().then(ignore, ignore) });
}

/** Chooses once: another component in its place would lose what was typed. */
function Chosen({ choose, its }: { readonly choose: () => ComponentType<object>; readonly its: object }): JSX.Element {
  const [Shown] = useState(choose);
  return createElement(Shown, its);
}

const ignore = (): void => {};
