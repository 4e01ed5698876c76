import { addPasskey, beginPasskey, listPasskeys, removePasskey } from "@parfocal/core/passkey/passkey.contract.ts";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { call } from "#platform/call.ts";
import { createOnDevice } from "#session/device-passkey.ts";

const PASSKEYS_KEY = ["passkeys"] as const;
const meta = { saysItsFailures: true };

export function usePasskeys() {
  return useQuery({ queryKey: PASSKEYS_KEY, queryFn: ({ signal }) => call(listPasskeys, {}, { signal }) });
}

interface NewPasskey {
  readonly name: string;
  readonly currentPassword: string;
}

/** The browser asks the user between the two requests. */
export function useAddPasskey() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async ({ name, currentPassword }: NewPasskey) => {
      const credential = await createOnDevice(await call(beginPasskey, { body: { currentPassword } }));
      return call(addPasskey, { body: { name, credential } });
    },
    onSuccess: () => queryClient.invalidateQueries({ queryKey: PASSKEYS_KEY }),
    meta,
  });
}

export function useRemovePasskey() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => call(removePasskey, { params: { id } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: PASSKEYS_KEY }),
  });
}
