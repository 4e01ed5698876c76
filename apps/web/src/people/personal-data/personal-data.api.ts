/** The data that the site stores about a person, and its deletion. */
import type { BodyFor } from "@parfocal/core/call.contract.ts";
import {
  deleteOwnAccount,
  deleteUser,
  exportDataOfUser,
  exportOwnData,
  getDataOfUser,
  getOwnData,
  type WorkChoice,
} from "@parfocal/core/personal-data/personal-data.contract.ts";
import { useMutation, useQuery } from "@tanstack/react-query";
import { call, fileUrlOf } from "#platform/call.ts";

const meta = { saysItsFailures: true };

export function useDataOfUser(id: number) {
  return useQuery({
    queryKey: ["personalData", id],
    queryFn: ({ signal }) => call(getDataOfUser, { params: { id } }, { signal }),
    // The decision to delete is based on the counts.
    staleTime: 0,
  });
}

export function useOwnData() {
  return useQuery({
    queryKey: ["personalData", "own"],
    queryFn: ({ signal }) => call(getOwnData, {}, { signal }),
    staleTime: 0,
  });
}

/** URL of the file. @param userId null: the user's own data. */
export const exportAddress = (userId: number | null): string =>
  userId === null ? fileUrlOf(exportOwnData, {}) : fileUrlOf(exportDataOfUser, { params: { id: String(userId) } });

export function useDeleteUser(id: number) {
  return useMutation({
    mutationFn: (work: WorkChoice) => call(deleteUser, { params: { id }, query: { work } }),
    meta,
  });
}

export function useDeleteOwnAccount() {
  return useMutation({
    mutationFn: (body: BodyFor<typeof deleteOwnAccount>) => call(deleteOwnAccount, { body }),
    meta,
  });
}
