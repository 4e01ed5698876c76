import type { Tally } from "@parfocal/core/counting/tally.ts";
import { useState } from "react";
import { useSession } from "#platform/session.tsx";
import { countsKey } from "./counts-key.ts";
import { readCounts } from "./stored-counts.ts";

/**
 * The signed-in user's last count on a slide, as it was when the component was mounted. @returns null if none is
 * stored.
 */
export function useStoredTally(imageId: number): Tally | null {
  const { site, user } = useSession();
  const [tally] = useState(() => readTally(countsKey(site.id, user?.id ?? 0, imageId)));
  return tally;
}

function readTally(key: string): Tally | null {
  try {
    const counts = readCounts(localStorage.getItem(key));
    return counts?.tallies.find(({ id }) => id === counts.activeId) ?? null;
  } catch {
    return null;
  }
}
