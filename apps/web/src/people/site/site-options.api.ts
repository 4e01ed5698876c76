/** The options of the site, and what changes to them invalidate. */

import { deleteSiteLogo, setSiteLogo } from "@parfocal/core/site/site-logo.contract.ts";
import { getSiteOptions, putSiteOptions, type SiteOptions } from "@parfocal/core/site/site-options.contract.ts";
import type { OptionName, OptionValue, OptionValues } from "@parfocal/core/site/site-options.ts";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { call } from "#platform/call.ts";
import { useSession } from "#platform/session.tsx";

const OPTIONS_KEY = ["siteOptions"] as const;

const valuesOf = (options: SiteOptions) =>
  Object.fromEntries(Object.entries(options).map(([name, { value }]) => [name, value])) as unknown as OptionValues;

export function useSiteOptions() {
  return useQuery({
    queryKey: OPTIONS_KEY,
    queryFn: async ({ signal }) => valuesOf(await call(getSiteOptions, {}, { signal })),
  });
}

/** Resolves once the header and the footer of the page are updated too. */
export function useChangeSiteOptions() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (changed: Partial<Readonly<Record<OptionName, OptionValue>>>) => {
      const body = Object.fromEntries(Object.entries(changed).map(([name, value]) => [name, { value }]));
      return valuesOf(await call(putSiteOptions, { body }));
    },
    meta: { saysItsFailures: true },
    async onSuccess(values) {
      queryClient.setQueryData(OPTIONS_KEY, values);
      // Dates, hosts and access depend on them.
      await queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== OPTIONS_KEY[0] });
    },
  });
}

/** Resolves once the header shows the new logo too. */
export function useSetSiteLogo() {
  const { refresh } = useSession();
  return useMutation({
    mutationFn: (dataUrl: string) => call(setSiteLogo, { body: { dataUrl } }),
    meta: { saysItsFailures: true },
    onSuccess: refresh,
  });
}

export function useDeleteSiteLogo() {
  const { refresh } = useSession();
  return useMutation({
    mutationFn: () => call(deleteSiteLogo),
    meta: { saysItsFailures: true },
    onSuccess: refresh,
  });
}
