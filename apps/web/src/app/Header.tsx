/** Header: logo, breadcrumbs, buttons of the screen, uploads, account. */

import { IconChevronRight } from "@tabler/icons-react";
import { Link, useRouterState } from "@tanstack/react-router";
import { Suspense } from "react";
import { useTranslation } from "react-i18next";
import { useSession } from "#platform/session.tsx";
import { SiteLogo } from "#site/SiteLogo.tsx";
import { ButtonLink } from "#ui/ButtonLink.tsx";
import { HEADER_ACTIONS_ID } from "#ui/HeaderActions.tsx";
import { lazyPartWithTexts } from "#ui/lazy-part-with-texts.ts";
import { ParfocalMark } from "#ui/ParfocalMark.tsx";
import { PRODUCT, useShownPlace } from "#ui/page-place.ts";
import { useUploadEntries } from "#upload/upload-context.tsx";
import { LaterAccountMenu, LaterPreferencesMenu } from "./LaterMenus.tsx";
import { LaterSearch } from "./LaterSearch.tsx";
import { ManageLinks } from "./ManageLinks.tsx";
import styles from "./Shell.module.css";

const UploadIndicator = lazyPartWithTexts(
  () => import("#upload/UploadIndicator.tsx"),
  (part) => part.UploadIndicator,
);

interface HeaderProps {
  readonly isSlide: boolean;
  /** Whether it is a page behind a share link, which has no search. */
  readonly isShared: boolean;
}

export function Header({ isSlide, isShared }: HeaderProps) {
  const { t } = useTranslation();
  const { site, user } = useSession();
  const { title, crumbs } = useShownPlace();
  const hasUploads = useUploadEntries().length > 0;
  const href = useRouterState({ select: ({ location }) => location.href });
  return (
    <header className={styles.header} data-slide={isSlide || undefined} data-deep={crumbs.length > 0 || undefined}>
      <Link
        to={`/s${site.id}/`}
        className={styles.home}
        aria-label={`${site.logo ? site.title : PRODUCT}, ${t("app.home")}`}
      >
        {site.logo ? (
          <SiteLogo logo={site.logo} maxHeightPx={isSlide ? 24 : 32} />
        ) : (
          <>
            <ParfocalMark size={isSlide ? 24 : 28} />
            <span className={styles.name}>{PRODUCT}</span>
          </>
        )}
      </Link>
      <nav className={styles.crumbs} aria-label={t("app.breadcrumbs")}>
        <ol>
          {crumbs.map(({ title: step, href: stepHref }) => (
            <li key={`${step} ${stepHref}`}>
              <IconChevronRight size={16} stroke={1.5} aria-hidden />
              {stepHref === null ? (
                <span className={styles.crumb}>{step}</span>
              ) : (
                <Link to={stepHref} className={styles.crumb} activeOptions={{ exact: true }}>
                  {step}
                </Link>
              )}
            </li>
          ))}
          {(crumbs.length > 0 || isShared) && title !== "" && (
            <li>
              <IconChevronRight size={16} stroke={1.5} aria-hidden />
              <span className={styles.crumb} aria-current="page">
                {title}
              </span>
            </li>
          )}
        </ol>
      </nav>
      <div id={HEADER_ACTIONS_ID} className={styles.actions} />
      {!isShared && <LaterSearch hasOwnBox={/^\/s\d+\/search\/?(\?|$)/.test(href)} />}
      {!isShared && <ManageLinks />}
      {hasUploads && (
        <Suspense fallback={null}>
          <UploadIndicator />
        </Suspense>
      )}
      {user ? (
        <LaterAccountMenu user={user} />
      ) : (
        <>
          <LaterPreferencesMenu />
          <ButtonLink to="/sign-in" search={{ next: href }} variant="default">
            {t("app.signIn")}
          </ButtonLink>
        </>
      )}
    </header>
  );
}
