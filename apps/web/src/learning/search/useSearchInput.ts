/** Writes the search input to the URL after a pause, and follows the URL on back and forward. */
import { SUGGESTION_MIN_CHARACTERS, SUGGESTION_PAUSE_MS } from "@parfocal/core/search/search-limits.ts";
import { useEffect, useRef, useState } from "react";
import { useLatest } from "#ui/useLatest.ts";

interface TypedQuestion {
  readonly typed: string;
  readonly type: (text: string) => void;
  /** Immediately, regardless of its length. */
  readonly submit: () => void;
}

/** @param onSettled receives the input, and whether it was submitted explicitly. */
export function useSearchInput(query: string, onSettled: (query: string, isOnPurpose: boolean) => void): TypedQuestion {
  const [typed, setTyped] = useState(query);
  const settled = useRef(query);
  const handler = useLatest(onSettled);
  useEffect(() => {
    if (query === settled.current) return;
    settled.current = query;
    setTyped(query);
  }, [query]);
  useEffect(() => {
    const text = typed.trim();
    const isTooShort = text.length > 0 && text.length < SUGGESTION_MIN_CHARACTERS;
    if (text === settled.current.trim() || isTooShort) return;
    const timer = setTimeout(() => {
      settled.current = text;
      handler.current(text, false);
    }, SUGGESTION_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  return {
    typed,
    type: setTyped,
    submit: () => {
      settled.current = typed.trim();
      handler.current(typed.trim(), true);
    },
  };
}
