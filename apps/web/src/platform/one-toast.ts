/**
 * One toast at a time: the latest action is the one to read about, and to undo. An action that was undone by a key no
 * longer offers its undo. Only a failure does not replace such an offer, but is shown beside it: it can be about
 * something else, and would remove the undo of the latest action.
 *
 * The toast library is loaded after the first paint (app/ToastHost.tsx), so it is only requested when needed.
 */
import type { NotificationData } from "@mantine/notifications";

type ToastKind = "message" | "failure" | "offer";

let shown: { readonly id: string; readonly kind: ToastKind } | null = null;
/** A failure beside an offer. */
let beside: string | null = null;

/** Replaces the previous toast. @returns a function that closes it. */
export async function showOneToast(toast: NotificationData, kind: ToastKind): Promise<() => void> {
  const { notifications } = await import("@mantine/notifications");
  if (beside !== null) notifications.hide(beside);
  beside = null;
  const isBesideOffer = kind === "failure" && shown?.kind === "offer";
  if (shown !== null && !isBesideOffer) notifications.hide(shown.id);
  const id = notifications.show(toast);
  if (isBesideOffer) beside = id;
  else shown = { id, kind };
  return () => void notifications.hide(id);
}
