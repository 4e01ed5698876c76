/** Idempotency keys of what a component sends (rule D-4). */
import { useState } from "react";
import { newIdempotencyKey } from "./idempotency-key.ts";

export interface IdempotencyKeys {
  /**
   * Returns the same key when a request is retried, so that the server can detect duplicates.
   *
   * @param content all that is sent, as JSON: the server rejects a key that comes with other content.
   */
  of(content: unknown): string;
  /** Call after success: the same content is a new request from then on. */
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

/** They live as long as the component. */
export function useIdempotencyKeys(): IdempotencyKeys {
  return useState(createIdempotencyKeys)[0];
}

/** What tells a file that is chosen again from another: the browser makes a new object of it each time. */
export const fileAsThing = ({ name, size, type, lastModified }: File) => ({ name, size, type, lastModified });
