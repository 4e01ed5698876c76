/**
 * One toast at a time: what happened last is what one wants to read, and to undo. Whatever was undone by a key meanwhile
 * offers its undo no longer. Only a failure leaves an offer in its place and stands beside it: it may come from elsewhere,
 * and would take away the undo of what was just done.
 *
 * The machinery of toasts comes after the first paint (app/ToastHost.tsx), so it is asked for only when needed.
 */
import type { NotificationData } from "@mantine/notifications";

type ToastKind = "message" | "failure" | "offer";

let shown: { readonly id: string; readonly kind: ToastKind } | null = null;
/** A failure beside an offer. */
let beside: string | null = null;

/** Takes the place of the toast before it. @returns what closes it. */
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
