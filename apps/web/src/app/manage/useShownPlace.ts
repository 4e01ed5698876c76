/**
 * Keeps the tree with the address: what the address names is shown there. Where the tree itself asks for an address its row
 * is selected by then; the address follows later, or not at all, if somebody stays with what is not saved.
 */
import { useEffect, useRef } from "react";

export interface ChosenPlace {
  readonly id: number;
  /** null: a course, or wherever it lies. */
  readonly parentId: number | null;
}

export interface ShownPlace {
  /** The tree asks for this place, which it shows already. */
  readonly expect: (place: ChosenPlace | null) => void;
  /** The tree asks for this place, which is to be shown when it has come, and shown once more if it is there already. */
  readonly reveal: (place: ChosenPlace) => void;
  /** The address stays as it is after all. */
  readonly showAgain: () => void;
}

const addressOf = (place: ChosenPlace | null): string => (place ? `${place.id} ${place.parentId}` : "");

/**
 * @param chosen what the address names.
 * @param show selects it in the tree; false: the tree does not know it yet, so it is tried again with the next change.
 */
export function useShownPlace(chosen: ChosenPlace | null, show: (place: ChosenPlace) => boolean): ShownPlace {
  const address = addressOf(chosen);
  /** The address that the tree shows already; null: none. */
  const shown = useRef<string | null>(null);
  /** The one that was asked for here and has not come yet; null: none. */
  const expected = useRef<string | null>(null);
  const follow = () => {
    if (expected.current === address) {
      shown.current = address;
      expected.current = null;
    }
    if (expected.current !== null || shown.current === address) return;
    if (!chosen || show(chosen)) shown.current = address;
  };
  // After each change of the tree too: it may know only now what the address names.
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
