import { useSession } from "#platform/session.tsx";

/** Under which name this browser remembers what was searched for: of each user of each site apart. */
export function useSearcher(): string {
  const { site, user } = useSession();
  return `${site.id}-${user?.id ?? "guest"}`;
}
