/** A text that is being written, stored in this browser until it is saved: a reload does not lose it. */
import { useCallback, useState } from "react";

const PREFIX = "parfocal-textbook-note-";

interface StoredText {
  readonly text: string;
  /** What it belongs to: of a new note its page, of an edited one the version that it was written from. */
  readonly at: number;
}

function readStored(key: string): StoredText | null {
  try {
    const { text, at } = JSON.parse(localStorage.getItem(PREFIX + key) ?? "{}") as Partial<StoredText>;
    return typeof text === "string" && Number.isInteger(at) ? { text, at: at as number } : null;
  } catch {
    return null;
  }
}

function store(key: string, stored: StoredText | null): void {
  try {
    if (stored === null) localStorage.removeItem(PREFIX + key);
    else localStorage.setItem(PREFIX + key, JSON.stringify(stored));
  } catch {
    // Storage is closed to us, or full: the text lives as long as the page is open.
  }
}

/** @param key of person and note. @returns the text, null: nothing is being written; and a function that changes it. */
export function useStoredText(key: string): readonly [StoredText | null, (stored: StoredText | null) => void] {
  const [held, setHeld] = useState(() => ({ key, stored: readStored(key) }));
  const change = useCallback(
    (stored: StoredText | null) => {
      setHeld({ key, stored });
      store(key, stored);
    },
    [key],
  );
  return [held.key === key ? held.stored : readStored(key), change];
}
