/** What stands around every screen: header, breadcrumbs, who one is; nothing at all around the sign-in page. */
import { useNetwork } from "@mantine/hooks";
import { IconCloudOff } from "@tabler/icons-react";
import { Outlet, useRouterState } from "@tanstack/react-router";
import { Suspense } from "react";
import { useTranslation } from "react-i18next";
import { usePlace } from "#item/use-place.ts";
import { SignInAgainDialog } from "#session/SignInAgainDialog.tsx";
import { PageSkeleton } from "#ui/PageSkeleton.tsx";
import { Header } from "./Header.tsx";
import { PreferencesMenu } from "./PreferencesMenu.tsx";
import styles from "./Shell.module.css";

const CONTENT_ID = "content";

export function Shell() {
  const { t } = useTranslation();
  const path = useRouterState({ select: ({ location }) => location.pathname });
  const isSlide = usePlace()?.steps.at(-1)?.kind === "image";
  const { online: isOnline } = useNetwork();

  if (path === "/sign-in") {
    return (
      <>
        <div className={styles.corner}>
          <PreferencesMenu />
        </div>
        <Outlet />
      </>
    );
  }
  return (
    <div className={styles.shell} data-slide={isSlide || undefined}>
      <a className={styles.skip} href={`#${CONTENT_ID}`}>
        {t("app.skipToContent")}
      </a>
      <Header isSlide={isSlide} />
      <div role="status">
        {!isOnline && (
          <div className={styles.offline}>
            <IconCloudOff size={18} stroke={1.5} aria-hidden /> {t("app.offline")}
          </div>
        )}
      </div>
      <main id={CONTENT_ID} tabIndex={-1} className={isSlide ? styles.slide : styles.page}>
        <Suspense fallback={isSlide ? null : <PageSkeleton />}>
          <Outlet />
        </Suspense>
      </main>
      <SignInAgainDialog />
    </div>
  );
}
