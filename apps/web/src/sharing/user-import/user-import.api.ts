import type { BodyFor } from "@parfocal/core/call.contract.ts";
import { importGroupUsers, importUsers } from "@parfocal/core/user-import/user-import.contract.ts";
import { useMutation } from "@tanstack/react-query";
import { call } from "#platform/call.ts";

export type ImportList = BodyFor<typeof importUsers>;

/** @param groupId null: no group. @param onImported called after an import that was not a trial. */
export function useImport(groupId: number | null, onImported: () => void) {
  return useMutation({
    mutationFn: (body: ImportList) =>
      groupId === null ? call(importUsers, { body }) : call(importGroupUsers, { params: { id: groupId }, body }),
    meta: { saysItsFailures: true },
    onSuccess: (_answer, { isTrial }) => {
      if (!isTrial) onImported();
    },
  });
}
