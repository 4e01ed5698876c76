/**
 * Keeps the tree in step with the address: the item in the address is shown. If the tree itself requests an address,
 * its row is already selected; the address follows later, or not at all if the person stays with unsaved changes.
 */
import { useEffect, useRef } from "react";

export interface ChosenPlace {
  readonly id: number;
  /** null: a course, or in any parent. */
  readonly parentId: number | null;
}

interface ShownPlace {
  /** The tree asks for this place, which it shows already. */
  readonly expect: (place: ChosenPlace | null) => void;
  /** The tree requests this place: it is shown when it is loaded, and shown again if it is loaded already. */
  readonly reveal: (place: ChosenPlace) => void;
  /** The address stays as it is after all. */
  readonly showAgain: () => void;
}

const addressOf = (place: ChosenPlace | null): string => (place ? `${place.id} ${place.parentId}` : "");

/**
 * @param chosen the item in the address.
 * @param show selects it in the tree; false: the tree does not know it yet, so it is tried again with the next change.
 */
export function useShownPlace(chosen: ChosenPlace | null, show: (place: ChosenPlace) => boolean): ShownPlace {
  const address = addressOf(chosen);
  /** The address that the tree shows already; null: none. */
  const shown = useRef<string | null>(null);
  /** The place requested here that is not loaded yet; null: none. */
  const expected = useRef<string | null>(null);
  const follow = () => {
    if (expected.current === address) {
      shown.current = address;
      expected.current = null;
    }
    if (expected.current !== null || shown.current === address) return;
    if (!chosen || show(chosen)) shown.current = address;
  };
  // Also after each change of the tree: only then it may contain the item in the address.
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
