/** Jumps within the book, and the way back. */
import { useCallback, useState } from "react";
import { useLatest } from "#ui/useLatest.ts";
import type { Book, BookPlace, BookTarget } from "./book.ts";
import type { BookView } from "./useBookView.ts";

const MAX_PLACES = 50;

export interface WayBack {
  readonly canGoBack: boolean;
  readonly go: (place: BookPlace) => void;
  /** An invalid target changes nothing. */
  readonly follow: (target: BookTarget) => Promise<void>;
  readonly back: () => void;
}

export function useWayBack(book: Book, view: BookView): WayBack {
  const [places, setPlaces] = useState<readonly BookPlace[]>([]);
  const now = useLatest(view);
  const go = useCallback((place: BookPlace) => {
    const from = now.current.whereNow();
    setPlaces((before) => [...before.slice(1 - MAX_PLACES), from]);
    now.current.goTo(place.pageNumber - 1, place.point);
  }, []);
  const follow = useCallback(
    async (target: BookTarget) => {
      const place = await book.resolve(target);
      if (place) go(place);
    },
    [book, go],
  );
  const back = useCallback(() => {
    const last = places.at(-1);
    if (!last) return;
    setPlaces((before) => before.slice(0, -1));
    now.current.goTo(last.pageNumber - 1, last.point);
  }, [places]);
  return { canGoBack: places.length > 0, go, follow, back };
}
