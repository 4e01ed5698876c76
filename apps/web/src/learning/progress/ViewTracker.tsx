/** Records views of items of all types: the URL contains the item and its path. */
import { OPENED_KINDS } from "@parfocal/core/progress/opened-kinds.ts";
import { useEffect } from "react";
import { useMarkOpened } from "#item/opened.api.ts";
import { usePlace } from "#item/use-place.ts";
import { useSession } from "#platform/session.tsx";

export function ViewTracker() {
  const { user, isExpired } = useSession();
  const { mutate } = useMarkOpened();
  const steps = usePlace()?.steps ?? [];
  const last = steps.at(-1);
  const id = last && OPENED_KINDS.includes(last.kind) ? last.id : null;
  const parentId = steps.at(-2)?.id;
  const isSignedIn = user !== null && !isExpired;
  useEffect(() => {
    if (id !== null && isSignedIn) mutate({ id, parentId });
  }, [id, parentId, isSignedIn, mutate]);
  return null;
}
