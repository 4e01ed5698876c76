import { useSession } from "#platform/session.tsx";

/** Storage key of recent searches in this browser: separate for each user and site. */
export function useSearcher(): string {
  const { site, user } = useSession();
  return `${site.id}-${user?.id ?? "guest"}`;
}
