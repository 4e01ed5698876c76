/** How questions to the server are kept, repeated and, when they fail, reported. */
import { AppError, type ErrorKind } from "@parfocal/core/errors.ts";
import {
  type InvalidateOptions,
  type InvalidateQueryFilters,
  MutationCache,
  QueryClient,
  type QueryKey,
} from "@tanstack/react-query";
import { showFailure } from "#platform/failure-toast.ts";

/** Failures that may be over a moment later. */
const PASSING: readonly ErrorKind[] = ["unavailable", "internal", "tooManyRequests"];
const MAX_RETRIES = 2;
const FRESH_MS = 30_000;

declare module "@tanstack/react-query" {
  interface Register {
    /** `saysItsFailures`: the screen that makes the change shows what went wrong itself. */
    mutationMeta: { readonly saysItsFailures?: boolean };
  }
}

/**
 * TanStack Query joins a request that is the first of its query when that query is invalidated, although its answer may have
 * been made before the change: such a query is requested once more.
 */
class CurrentQueryClient extends QueryClient {
  override async invalidateQueries<const Key extends QueryKey = QueryKey>(
    filters?: InvalidateQueryFilters<Key>,
    options?: InvalidateOptions,
  ): Promise<void> {
    const requested = this.getQueryCache().findAll(filters as InvalidateQueryFilters);
    const joined = requested.filter(({ state }) => state.fetchStatus !== "idle" && state.data === undefined);
    await super.invalidateQueries(filters, options);
    if (joined.length > 0) await super.invalidateQueries({ predicate: (query) => joined.includes(query) }, options);
  }
}

export function createQueryClient(): QueryClient {
  return new CurrentQueryClient({
    defaultOptions: {
      queries: {
        // Ask even when the browser believes to be offline: it is often wrong, and a failure can be shown.
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
