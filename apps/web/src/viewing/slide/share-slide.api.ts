import type { BodyFor } from "@parfocal/core/call.contract.ts";
import { createShare } from "@parfocal/core/share/share.contract.ts";
import { useMutation } from "@tanstack/react-query";
import { call } from "#platform/call.ts";

/** The response contains the token, which is returned only once. */
export function useCreateShare() {
  return useMutation({ mutationFn: (body: BodyFor<typeof createShare>) => call(createShare, { body }) });
}
