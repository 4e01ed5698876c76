/** Container of the toasts. Loaded once the page has settled, as toasts are not needed before. */
import { lazy, Suspense } from "react";
import { useIsSettled } from "#ui/settled.ts";
import { untilFetched } from "#ui/until-fetched.ts";
import styles from "./ToastHost.module.css";

const TOAST_WIDTH_PX = 380;
const Notifications = lazy(() =>
  untilFetched(() => import("@mantine/notifications")).then(({ Notifications }) => ({ default: Notifications })),
);

export function ToastHost() {
  const isSettled = useIsSettled();
  return (
    <Suspense fallback={null}>
      {isSettled && (
        <Notifications
          position="bottom-center"
          containerWidth={TOAST_WIDTH_PX}
          classNames={{ root: styles.root ?? "" }}
        />
      )}
    </Suspense>
  );
}
