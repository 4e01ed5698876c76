/** Queries of the audit log. It is refetched each time it is opened. */
import type { AuditArea } from "@parfocal/core/audit/audit-actions.ts";
import { exportAudit, listAudit } from "@parfocal/core/audit-log/audit-log.contract.ts";
import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { call, fileUrlOf } from "#platform/call.ts";

export interface AuditFilter {
  /** ID of a person; null: anyone. */
  readonly person: number | null;
  readonly area: AuditArea | null;
  /** Days `yyyy-MM-dd` in the site's time zone; empty: no limit. */
  readonly from: string;
  readonly until: string;
}

const queryOf = ({ person, area, from, until }: AuditFilter) => ({
  ...(person === null ? {} : { person: String(person) }),
  ...(area === null ? {} : { area }),
  ...(from === "" ? {} : { from }),
  ...(until === "" ? {} : { until }),
});

export function useAuditLog(filter: AuditFilter) {
  return useInfiniteQuery({
    queryKey: ["audit-log", filter],
    initialPageParam: null as number | null,
    queryFn: ({ pageParam, signal }) => {
      const before = pageParam === null ? {} : { before: String(pageParam) };
      return call(listAudit, { query: { ...queryOf(filter), ...before } }, { signal });
    },
    getNextPageParam: ({ entries, hasMore }) => (hasMore ? (entries.at(-1)?.id ?? null) : null),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}

/** URL of the entries as CSV. */
export const auditExportAddress = (filter: AuditFilter): string => fileUrlOf(exportAudit, { query: queryOf(filter) });
