/** Parts of the app that are loaded when they are first shown, or before. */
import { type ComponentType, createElement, type JSX, lazy, useState } from "react";
import { untilFetched } from "./until-fetched.ts";

export interface LazyPart<Props> {
  (props: Props): JSX.Element;
  /** Starts loading; resolves when it is loaded. Never rejects: after a failure it is loaded again when it is shown. */
  readonly prefetch: () => Promise<void>;
  /** The same function: the router calls it by this name, and waits for it before it leaves the page. */
  readonly preload: () => Promise<void>;
}

/**
 * A loaded part is shown immediately. A component that suspends, even briefly, is shown at least 300 ms later: React
 * keeps the fallback for this time to avoid flashing.
 *
 * @param pick selects an export of the loaded file.
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
  const prefetch = () => fetchOnce().then(ignore, ignore);
  return Object.assign(show, { prefetch, preload: prefetch });
}

/** Chooses once: replacing the component would lose the input. */
function Chosen({ choose, its }: { readonly choose: () => ComponentType<object>; readonly its: object }): JSX.Element {
  const [Shown] = useState(choose);
  return createElement(Shown, its);
}

const ignore = (): void => {};
