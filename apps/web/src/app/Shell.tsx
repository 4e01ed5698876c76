/** Frame of every screen: header, breadcrumbs, account menu; the sign-in page has none. */
import { useNetwork } from "@mantine/hooks";
import { isEmbeddedSearch, SHARED_PAGES } from "@parfocal/core/share/share-path.ts";
import { IconCloudOff } from "@tabler/icons-react";
import { Outlet, useRouterState } from "@tanstack/react-router";
import { lazy, Suspense, useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { Announcements } from "#announcement/Announcements.tsx";
import { ConsentHost } from "#consent/ConsentHost.tsx";
import { usePlace } from "#item/use-place.ts";
import { MediaPickerHost } from "#media/MediaPickerHost.tsx";
import { activePreview } from "#platform/preview.ts";
import { useSession } from "#platform/session.tsx";
import { readSignInSearch } from "#session/sign-in-search.ts";
import { ShareHost } from "#share/ShareHost.tsx";
import { SiteFoot } from "#site/SiteLinks.tsx";
import { readBookReturn } from "#textbook-mark/book-return.ts";
import { useIsPageFilled } from "#ui/filled-page.ts";
import { HEADER_ACTIONS_ID } from "#ui/HeaderActions.tsx";
import { lazyPart } from "#ui/lazy-part.ts";
import { lazyPartWithTexts } from "#ui/lazy-part-with-texts.ts";
import { PageSkeleton } from "#ui/PageSkeleton.tsx";
import { useIsSettled } from "#ui/settled.ts";
import { untilFetched } from "#ui/until-fetched.ts";
import { AccountPreferences } from "./AccountPreferences.tsx";
import { Header } from "./Header.tsx";
import { LaterPreferencesMenu } from "./LaterMenus.tsx";
import { LaterPalette } from "./LaterPalette.tsx";
import { isSignedOutInFrame, leaveFrame } from "./leave-frame.ts";
import { OutdatedNotice } from "./OutdatedNotice.tsx";
import styles from "./Shell.module.css";

const SignInAgainDialog = lazy(() =>
  untilFetched(() => import("#session/SignInAgainDialog.tsx")).then(({ SignInAgainDialog }) => ({
    default: SignInAgainDialog,
  })),
);

const SignedOutInFrame = lazyPart(
  () => import("#session/SignedOutInFrame.tsx"),
  (part) => part.SignedOutInFrame,
);

const OutboxSync = lazy(() =>
  untilFetched(() => import("./OutboxSync.tsx")).then(({ OutboxSync }) => ({ default: OutboxSync })),
);

const ViewTracker = lazy(() =>
  untilFetched(() => import("#progress/ViewTracker.tsx")).then(({ ViewTracker }) => ({ default: ViewTracker })),
);

const NewMembershipNotices = lazyPartWithTexts(
  () => import("#work-group/NewMembershipNotices.tsx"),
  ({ NewMembershipNotices }) => NewMembershipNotices,
);

const BookReturnBar = lazyPartWithTexts(
  () => import("#textbook-mark/BookReturnBar.tsx"),
  ({ BookReturnBar }) => BookReturnBar,
);

const PreviewBar = lazyPartWithTexts(
  () => import("./PreviewBar.tsx"),
  (part) => part.PreviewBar,
);

const CONTENT_ID = "content";

/** The content manager fills the window; its links and the cookie settings are in the menu, as on slides. */
const CONTENT_MANAGER = /^\/s\d+\/manage\/?$/;

export function Shell() {
  return (
    <>
      <AccountPreferences />
      <Frame />
    </>
  );
}

function Frame() {
  const { t } = useTranslation();
  const path = useRouterState({ select: ({ location }) => location.pathname });
  const search = useRouterState({ select: ({ location }) => location.searchStr });
  const place = usePlace();
  const kind = place?.steps.at(-1)?.kind;
  const isFilled = useIsPageFilled();
  const isSlide = kind === "image" || kind === "case" || isFilled;
  const isShared = path.startsWith(SHARED_PAGES);
  const isEmbedded = isEmbeddedSearch(search);
  const isFramedLink = isShared && isEmbedded;
  const state = useRouterState({ select: ({ location }) => location.state });
  const bookReturn = readBookReturn(state);
  const { isExpired, newMemberships } = useSession();
  const isSettled = useIsSettled();
  const content = useRef<HTMLElement>(null);
  // The link with the focus no longer exists: continue from the new page's content, not from the top of the window.
  // biome-ignore lint/correctness/useExhaustiveDependencies: with each new path
  useEffect(() => {
    if (document.activeElement === document.body) content.current?.focus({ preventScroll: true });
  }, [path]);
  useEffect(() => leaveFrame({ path, search }, window), [path, search]);
  const { online: isOnline } = useNetwork();
  const preview = activePreview();

  if (path === "/sign-in") {
    const { next } = readSignInSearch(Object.fromEntries(new URLSearchParams(search)));
    if (isSignedOutInFrame({ path }, window))
      return (
        <Suspense fallback={null}>
          <SignedOutInFrame next={next} />
        </Suspense>
      );
    return (
      <div className={styles.shell}>
        <Announcements isEmbedded={isEmbedded} />
        <div className={styles.signIn}>
          <div className={styles.corner}>
            <LaterPreferencesMenu />
          </div>
          <Suspense fallback={null}>
            <Outlet />
          </Suspense>
        </div>
        <ConsentHost isEmbedded={isEmbedded} trackedPath={null} />
      </div>
    );
  }
  return (
    <div className={styles.shell} data-slide={isSlide || undefined}>
      <a className={styles.skip} href={`#${CONTENT_ID}`}>
        {t("app.skipToContent")}
      </a>
      {(!isSlide || isSettled) && <Announcements isEmbedded={isEmbedded} />}
      {isFramedLink ? (
        <div id={HEADER_ACTIONS_ID} className={styles.embedded} />
      ) : (
        <Header isSlide={isSlide} isShared={isShared} />
      )}
      <div role="status">
        {!isOnline && (
          <div className={styles.notice}>
            <IconCloudOff size={18} stroke={1.5} aria-hidden /> {t("app.offline")}
          </div>
        )}
        <OutdatedNotice />
      </div>
      <Suspense fallback={null}>{preview && <PreviewBar preview={preview} />}</Suspense>
      <Suspense fallback={null}>{isSettled && newMemberships.length > 0 && <NewMembershipNotices />}</Suspense>
      <Suspense fallback={null}>{bookReturn && <BookReturnBar key={path} back={bookReturn} />}</Suspense>
      <main ref={content} id={CONTENT_ID} tabIndex={-1} className={isSlide ? styles.slide : styles.page}>
        <Suspense fallback={isSlide ? null : <PageSkeleton />}>
          <Outlet />
        </Suspense>
      </main>
      {!isSlide && !isFramedLink && !CONTENT_MANAGER.test(path) && <SiteFoot />}
      <ConsentHost isEmbedded={isEmbedded} trackedPath={place ? path : null} />
      <MediaPickerHost />
      <ShareHost />
      {!isShared && <LaterPalette />}
      <Suspense fallback={null}>{isExpired && <SignInAgainDialog />}</Suspense>
      <Suspense fallback={null}>{isSettled && !preview && <OutboxSync />}</Suspense>
      <Suspense fallback={null}>{isSettled && !preview && <ViewTracker />}</Suspense>
    </div>
  );
}
