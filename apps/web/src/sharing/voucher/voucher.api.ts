/** Requests for vouchers, and registration with one. */
import type { BodyFor } from "@parfocal/core/call.contract.ts";
import {
  createVouchers,
  deleteVoucher,
  listVoucherCodes,
  listVouchers,
  registerWithVoucher,
} from "@parfocal/core/voucher/voucher.contract.ts";
import type { VoucherStatus } from "@parfocal/core/voucher/voucher-status.ts";
import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { call } from "#platform/call.ts";

const voucherKeys = {
  all: ["vouchers"] as const,
  list: (query: VoucherQuery) => ["vouchers", "list", query] as const,
};

export interface VoucherQuery {
  /** A code, or part of a person's name or email address; empty: all. */
  readonly q: string;
  readonly status: VoucherStatus | null;
  /** Null: all batches. */
  readonly batch: number | null;
  /** ID of the vouchers' user group; null: vouchers of all groups and without one. */
  readonly group: number | null;
  /** From 1. */
  readonly page: number;
}

export function useVouchers(query: VoucherQuery) {
  const { q, status, batch, group, page } = query;
  return useQuery({
    queryKey: voucherKeys.list(query),
    queryFn: ({ signal }) => {
      const filters = {
        ...(status ? { status } : {}),
        ...(batch === null ? {} : { batch: String(batch) }),
        ...(group === null ? {} : { group: String(group) }),
      };
      return call(listVouchers, { query: { q, page: String(page), ...filters } }, { signal });
    },
    placeholderData: keepPreviousData,
  });
}

export function useCreateVouchers() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: BodyFor<typeof createVouchers>) => call(createVouchers, { body }),
    meta: { saysItsFailures: true },
    onSuccess: () => queryClient.invalidateQueries({ queryKey: voucherKeys.all }),
  });
}

export function useDeleteVoucher() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => call(deleteVoucher, { params: { id } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: voucherKeys.all }),
  });
}

/** @param batch null: the active codes of all batches. */
export function useFetchVoucherCodes() {
  return useMutation({
    mutationFn: async (batch: number | null) => {
      const query = batch === null ? {} : { batch: String(batch) };
      return (await call(listVoucherCodes, { query })).codes;
    },
  });
}

export function useRegister() {
  return useMutation({
    mutationFn: (body: BodyFor<typeof registerWithVoucher>) => call(registerWithVoucher, { body }),
    meta: { saysItsFailures: true },
  });
}
