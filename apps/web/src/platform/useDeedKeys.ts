/** Idempotency keys of what one place on the screen adds (rule D-4). */
import { useState } from "react";
import { newIdempotencyKey } from "./idempotency-key.ts";

export interface DeedKeys {
  /**
   * The key of a thing: tried again after a failure, it is the same deed, whose answer alone may have been lost.
   *
   * @param thing all that is sent of it, as JSON can say it: the server refuses a key with other contents.
   */
  of(thing: unknown): string;
  /** It has succeeded: the same thing once more is another deed. */
  forget(thing: unknown): void;
}

export function createDeedKeys(): DeedKeys {
  const keys = new Map<string, string>();
  return {
    of(thing) {
      const text = JSON.stringify(thing);
      const key = keys.get(text) ?? newIdempotencyKey();
      keys.set(text, key);
      return key;
    },
    forget: (thing) => void keys.delete(JSON.stringify(thing)),
  };
}

/** They live as long as the component. */
export function useDeedKeys(): DeedKeys {
  return useState(createDeedKeys)[0];
}

/** What tells a file that is chosen again from another: the browser makes a new object of it each time. */
export const fileAsThing = ({ name, size, type, lastModified }: File) => ({ name, size, type, lastModified });
