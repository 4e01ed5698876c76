/** Text being written, stored in this browser until it is saved, so that a reload does not lose it. */
import { useCallback, useState } from "react";

const PREFIX = "parfocal-textbook-note-";

interface StoredText {
  readonly text: string;
  /** What it belongs to: for a new note its page, for an edited one the version it is based on. */
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
    // Storage is unavailable or full: the text lasts as long as the page is open.
  }
}

/**
 * @param key identifies user and note. @returns the text, null if nothing is being written; and a function that changes
 *   it.
 */
export function useStoredText(key: string): readonly [StoredText | null, (stored: StoredText | null) => void] {
  const [current, setCurrent] = useState(() => ({ key, stored: readStored(key) }));
  const change = useCallback(
    (stored: StoredText | null) => {
      setCurrent({ key, stored });
      store(key, stored);
    },
    [key],
  );
  return [current.key === key ? current.stored : readStored(key), change];
}
