/** Idempotency keys for the requests of a component (rule D-4). */
import { useState } from "react";
import { newIdempotencyKey } from "./idempotency-key.ts";

interface IdempotencyKeys {
  /**
   * Returns the same key when a request is retried, so that the server can detect duplicates.
   *
   * @param content the whole request, as JSON: the server rejects a key with other content.
   */
  of(content: unknown): string;
  /** Call after success: the same content is then a new request. */
  forget(content: unknown): void;
}

export function createIdempotencyKeys(): IdempotencyKeys {
  const keys = new Map<string, string>();
  return {
    of(content) {
      const text = JSON.stringify(content);
      const key = keys.get(text) ?? newIdempotencyKey();
      keys.set(text, key);
      return key;
    },
    forget: (content) => void keys.delete(JSON.stringify(content)),
  };
}

/** The keys are kept for the lifetime of the component. */
export function useIdempotencyKeys(): IdempotencyKeys {
  return useState(createIdempotencyKeys)[0];
}

/** Identifies a file that is chosen again: the browser creates a new object each time. */
export const fileAsKey = ({ name, size, type, lastModified }: File) => ({ name, size, type, lastModified });
