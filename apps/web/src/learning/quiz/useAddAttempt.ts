/** Adds an item once, even if the request is repeated; reports why it failed. */
import { useRef, useState } from "react";
import { newIdempotencyKey } from "#platform/idempotency-key.ts";
import { messageIfInvalid } from "#platform/invalid-input.ts";

interface AddAttempt<Body> {
  /** @returns whether it was added. */
  readonly add: (body: Body) => Promise<boolean>;
  readonly isBusy: boolean;
  /** Null: the last attempt did not fail. */
  readonly failure: string | null;
}

/**
 * @param send sends the request with the idempotency key; throws AppError.
 * @param failedText shown for failures that the user cannot fix.
 */
export function useAddAttempt<Body>(
  send: (body: Body, idempotencyKey: string) => Promise<void>,
  failedText: string,
): AddAttempt<Body> {
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const attempt = useRef<{ item: string; key: string } | null>(null);
  async function add(body: Body): Promise<boolean> {
    if (isBusy) return false;
    setBusy(true);
    setFailure(null);
    const item = JSON.stringify(body);
    // Sent again after a lost response, it is the same action.
    if (attempt.current?.item !== item) attempt.current = { item, key: newIdempotencyKey() };
    try {
      await send(body, attempt.current.key);
      return true;
    } catch (error) {
      setFailure(messageIfInvalid(error, failedText));
      return false;
    } finally {
      setBusy(false);
    }
  }
  return { add, isBusy, failure };
}
