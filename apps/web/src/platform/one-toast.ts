/**
 * One toast at a time: what happened last is what one wants to read, and to undo. Whatever was undone by a key meanwhile
 * offers its undo no longer.
 *
 * The machinery of toasts comes after the first paint (app/ToastHost.tsx), so it is asked for only when needed.
 */
import type { NotificationData } from "@mantine/notifications";

let shown: string | null = null;

/** Takes the place of the toast before it. @returns what closes it. */
export async function showOneToast(toast: NotificationData): Promise<() => void> {
  const { notifications } = await import("@mantine/notifications");
  if (shown !== null) notifications.hide(shown);
  const id = notifications.show(toast);
  shown = id;
  return () => void notifications.hide(id);
}
