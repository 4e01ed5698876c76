/**
 * Keeps the tree in sync with the URL: the item in the URL is selected. If the tree itself requests a URL, its row is
 * already selected; the URL follows later, or not at all if the user stays because of unsaved changes.
 */
import { useEffect, useRef } from "react";

export interface ChosenPlace {
  readonly id: number;
  /** null: a course, or in any parent. */
  readonly parentId: number | null;
}

interface ShownPlace {
  /** Announces a URL change by the tree, whose item is already selected. */
  readonly expect: (place: ChosenPlace | null) => void;
  /** Requests an item: it is shown when it is loaded, or again if it is already loaded. */
  readonly reveal: (place: ChosenPlace) => void;
  /** The URL stays unchanged after all. */
  readonly showAgain: () => void;
}

const addressOf = (place: ChosenPlace | null): string => (place ? `${place.id} ${place.parentId}` : "");

/**
 * @param chosen the item in the URL.
 * @param show selects it in the tree; false: it is not in the tree yet, so it is tried again with the next change.
 */
export function useShownPlace(chosen: ChosenPlace | null, show: (place: ChosenPlace) => boolean): ShownPlace {
  const address = addressOf(chosen);
  /** The URL that the tree already shows; null: none. */
  const shown = useRef<string | null>(null);
  /** The requested item that is not loaded yet; null: none. */
  const expected = useRef<string | null>(null);
  const follow = () => {
    if (expected.current === address) {
      shown.current = address;
      expected.current = null;
    }
    if (expected.current !== null || shown.current === address) return;
    if (!chosen || show(chosen)) shown.current = address;
  };
  // Also after each change of the tree, which may then contain the item in the URL.
  useEffect(follow);
  const showAgain = () => {
    expected.current = null;
    shown.current = null;
    follow();
  };
  return {
    expect(place) {
      const next = addressOf(place);
      expected.current = next === address ? null : next;
    },
    reveal(place) {
      expected.current = null;
      if (addressOf(place) === address) showAgain();
    },
    showAgain,
  };
}
