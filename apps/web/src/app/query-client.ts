/** How queries to the server are cached, retried and, if they fail, reported. */
import { AppError, type ErrorKind } from "@parfocal/core/errors.ts";
import {
  type InvalidateOptions,
  type InvalidateQueryFilters,
  MutationCache,
  QueryClient,
  type QueryKey,
} from "@tanstack/react-query";
import { showFailure } from "#platform/failure-toast.ts";

/** Errors that may be temporary. */
const PASSING: readonly ErrorKind[] = ["unavailable", "internal", "tooManyRequests"];
const MAX_RETRIES = 2;
const FRESH_MS = 30_000;
/** Maximum wait of a form for the lists that its change affects, ms. */
const MAX_WAIT_FOR_ALL_MS = 2_000;

declare module "@tanstack/react-query" {
  interface Register {
    /** `saysItsFailures`: the screen that makes the change shows errors itself. */
    mutationMeta: { readonly saysItsFailures?: boolean };
  }
}

/**
 * Differs from TanStack Query in two ways:
 *
 * - There, a query that is invalidated during its first request joins that request, although its answer may have been made
 *   before the change. Here it is requested again.
 * - There, invalidating all queries resolves when the last of them has answered. Here it resolves after two seconds at the
 *   latest: a form is finished once the server has acknowledged its change, and is not held up by a slow list elsewhere.
 */
class CurrentQueryClient extends QueryClient {
  override async invalidateQueries<const Key extends QueryKey = QueryKey>(
    filters?: InvalidateQueryFilters<Key>,
    options?: InvalidateOptions,
  ): Promise<void> {
    const refreshed = this.requestAgain(filters, options);
    return filters === undefined ? atMost(MAX_WAIT_FOR_ALL_MS, refreshed) : refreshed;
  }

  private async requestAgain<const Key extends QueryKey = QueryKey>(
    filters?: InvalidateQueryFilters<Key>,
    options?: InvalidateOptions,
  ): Promise<void> {
    const requested = this.getQueryCache().findAll(filters as InvalidateQueryFilters);
    const joined = requested.filter(({ state }) => state.fetchStatus !== "idle" && state.data === undefined);
    await super.invalidateQueries(filters, options);
    if (joined.length > 0) await super.invalidateQueries({ predicate: (query) => joined.includes(query) }, options);
  }
}

/** Resolves with `work`, or after the given time. */
function atMost(milliseconds: number, work: Promise<void>): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, milliseconds);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

export function createQueryClient(): QueryClient {
  return new CurrentQueryClient({
    defaultOptions: {
      queries: {
        // Send requests even if the browser reports that it is offline, because it is often wrong and failures are
        // shown.
        networkMode: "always",
        staleTime: FRESH_MS,
        retry: (failureCount, error) =>
          failureCount < MAX_RETRIES && error instanceof AppError && PASSING.includes(error.kind),
      },
      mutations: { networkMode: "always" },
    },
    mutationCache: new MutationCache({
      onError: (error, _variables, _result, { meta }) => {
        if (!meta?.saysItsFailures) showFailure(error);
      },
    }),
  });
}
