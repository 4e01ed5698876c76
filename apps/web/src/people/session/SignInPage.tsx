/** The first page that most people see. */
import { Text, Title } from "@mantine/core";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { useSession } from "#platform/session.tsx";
import { SiteFoot } from "#site/SiteLinks.tsx";
import { SiteLogo } from "#site/SiteLogo.tsx";
import { ParfocalMark } from "#ui/ParfocalMark.tsx";
import { PRODUCT, usePagePlace } from "#ui/page-place.ts";
import { RegistrationLinks } from "./RegistrationLinks.tsx";
import { SignInForm } from "./SignInForm.tsx";
import styles from "./SignInPage.module.css";
import { SingleSignOnButton, SingleSignOnFailed } from "./SingleSignOn.tsx";
import { TissuePicture } from "./TissuePicture.tsx";

export function SignInPage() {
  const { t } = useTranslation();
  const { site, user } = useSession();
  const { next, failed } = useSearch({ from: "/sign-in" });
  const navigate = useNavigate();
  usePagePlace({ title: t("session.pageTitle") });
  const isOnlyLooking = user !== null && next === undefined;
  const target = next ?? `/s${site.id}/`;
  useEffect(() => {
    if (isOnlyLooking) void navigate({ href: target, replace: true });
  }, [isOnlyLooking, navigate, target]);

  return (
    <main className={styles.page}>
      <div className={styles.picture}>
        <TissuePicture />
        <div className={styles.claim}>
          <p className={styles.welcome}>{t("session.welcome")}</p>
          <p className={styles.tagline}>{t("session.tagline")}</p>
        </div>
      </div>
      <section className={styles.side}>
        <div className={styles.form}>
          <div className={styles.brand}>
            {site.logo ? (
              <SiteLogo logo={site.logo} maxHeightPx={64} />
            ) : (
              <>
                <ParfocalMark size={40} />
                <span className={styles.name}>{PRODUCT}</span>
              </>
            )}
          </div>
          <Title order={1} className={styles.title}>
            {t("session.pageTitle")}
          </Title>
          <Text c="dimmed" mb="lg">
            {site.title !== PRODUCT && site.title}
          </Text>
          <SingleSignOnFailed failure={failed} />
          <SingleSignOnButton next={target} />
          <SignInForm onSignedIn={() => void navigate({ href: target, replace: true })} />
          <RegistrationLinks next={next} />
        </div>
        <SiteFoot />
      </section>
    </main>
  );
}
