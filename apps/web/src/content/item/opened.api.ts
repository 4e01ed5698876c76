/** Marks items as viewed or not viewed, and invalidates what depends on it. */
import { AppError, type ErrorKind } from "@parfocal/core/errors.ts";
import { forgetOpened, markOpened } from "@parfocal/core/progress/progress.contract.ts";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { call } from "#platform/call.ts";
import { backoffMs } from "#platform/outbox/backoff.ts";
import { contentKeys } from "./content-keys.ts";

interface Opening {
  readonly id: number;
  /** The parent through which the item was opened; undefined: none. */
  readonly parentId: number | undefined;
}

/** Errors that may be temporary, including a lost connection. */
const PASSING: readonly ErrorKind[] = ["unavailable", "internal", "tooManyRequests"];
/** At the longest pause between attempts, this covers a lecture without a connection. */
const MAX_ATTEMPTS = 200;

/**
 * Shows no error, because the user did not request it. Without a connection it is retried until the connection is back,
 * as long as the page is open.
 */
export function useMarkOpened() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ id, parentId }: Opening) =>
      call(markOpened, { params: { id }, body: parentId === undefined ? {} : { parentId } }),
    meta: { saysItsFailures: true },
    retry: (failures, error) =>
      failures < MAX_ATTEMPTS && (!(error instanceof AppError) || PASSING.includes(error.kind)),
    retryDelay: (failures) => backoffMs(failures + 1),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: contentKeys.all }),
  });
}

/** Of a course or folder: all items in it. */
export function useForgetOpened() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => call(forgetOpened, { params: { id } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: contentKeys.all }),
  });
}
