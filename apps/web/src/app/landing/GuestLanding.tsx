/** Home page for guests: sign-in and registration, public courses, and the site's URL as a QR code. */
import { Text, Title } from "@mantine/core";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useSession } from "#platform/session.tsx";
import { RegistrationLinks } from "#session/RegistrationLinks.tsx";
import { SignInForm } from "#session/SignInForm.tsx";
import { SingleSignOnButton } from "#session/SingleSignOn.tsx";
import { usePagePlace } from "#ui/page-place.ts";
import { QrCode } from "#ui/QrCode.tsx";
import styles from "./GuestLanding.module.css";

/** Source: docs/spec/constants.tsv, landingQrSize. */
const LANDING_QR_SIZE_PX = 500;

/** @param children the public courses; null: the site shows none to guests. */
export function GuestLanding({ children }: { readonly children: ReactNode }) {
  const { t } = useTranslation();
  const { site } = useSession();
  const path = `/s${site.id}/`;
  const address = `${window.location.origin}${path}`;
  usePagePlace({ title: site.title });
  return (
    <div className={styles.page}>
      <section className={styles.account} aria-label={t("landing.signIn")}>
        <Title order={1}>{site.title}</Title>
        <Text c="dimmed" mb="lg">
          {t(children === null ? "landing.text" : "landing.textPublic")}
        </Text>
        <SingleSignOnButton next={path} />
        <SignInForm isFocused={false} />
        <RegistrationLinks next={undefined} />
      </section>
      {children !== null && (
        <section className={styles.courses}>
          <Title order={2} mb="md">
            {t("landing.courses")}
          </Title>
          {children}
        </section>
      )}
      <figure className={styles.code}>
        <QrCode text={address} label={t("landing.qr", { address })} sizePx={LANDING_QR_SIZE_PX} />
        <figcaption>
          <Text c="dimmed">{t("landing.qrText")}</Text>
          <Text className={styles.address}>{address}</Text>
        </figcaption>
      </figure>
    </div>
  );
}
