/** Page of the user's own account: name, password, other devices. */
import { Alert, Text, Title } from "@mantine/core";
import { AppError } from "@parfocal/core/errors.ts";
import { IconCheck } from "@tabler/icons-react";
import { Navigate, useNavigate, useSearch } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { PasskeySection } from "#passkey/PasskeySection.tsx";
import { DeleteAccount } from "#personal-data/DeleteAccount.tsx";
import { ExportData } from "#personal-data/ExportData.tsx";
import { useSession } from "#platform/session.tsx";
import { SecondFactorSection } from "#second-factor/SecondFactorSection.tsx";
import { CallFailure } from "#ui/CallFailure.tsx";
import { PageHeading } from "#ui/PageHeading.tsx";
import { PageSkeleton } from "#ui/PageSkeleton.tsx";
import { usePagePlace } from "#ui/page-place.ts";
import styles from "./Account.module.css";
import { useProfile } from "./account.api.ts";
import { EmailForm } from "./EmailForm.tsx";
import { PASSWORD_CHANGED, PasswordForm } from "./PasswordForm.tsx";
import { PictureForm } from "./PictureForm.tsx";
import { ProfileForm } from "./ProfileForm.tsx";
import { SessionList } from "./SessionList.tsx";

export function AccountPage() {
  const { t } = useTranslation();
  const { site, user } = useSession();
  usePagePlace({ title: t("account.pageTitle"), crumbs: [{ title: t("course.pageTitle"), href: `/s${site.id}/` }] });
  if (!user) return <Navigate to="/sign-in" search={{ next: `/s${site.id}/account` }} replace />;
  return <OwnAccount />;
}

function OwnAccount() {
  const { t } = useTranslation();
  const { data: profile, error, refetch } = useProfile();
  const isSessionLost = error instanceof AppError && error.kind === "unauthenticated";
  if (!profile && error) {
    const shown = isSessionLost ? error : new AppError("internal", t("account.loadFailed"), { cause: error });
    return <CallFailure error={shown} onRetry={() => void refetch()} />;
  }
  if (!profile) return <PageSkeleton />;
  return (
    <>
      <PageHeading title={t("account.pageTitle")} />
      <PasswordChanged />
      <div className={styles.sections}>
        <section className={styles.section} aria-labelledby="account-profile">
          <Title order={2} id="account-profile">
            {t("account.profile")}
          </Title>
          <PictureForm />
          <ProfileForm profile={profile} />
          <EmailForm />
        </section>
        <section className={styles.section} aria-labelledby="account-password">
          <Title order={2} id="account-password">
            {t("account.password")}
          </Title>
          <Text c="dimmed">{t("account.passwordIntro")}</Text>
          <PasswordForm email={profile.email} />
        </section>
        <section className={styles.section} aria-labelledby="account-second-factor">
          <Title order={2} id="account-second-factor">
            {t("secondFactor.title")}
          </Title>
          <SecondFactorSection />
        </section>
        <section className={styles.section} aria-labelledby="account-passkeys">
          <Title order={2} id="account-passkeys">
            {t("passkey.title")}
          </Title>
          <PasskeySection />
        </section>
        <section className={styles.section} aria-labelledby="account-devices">
          <Title order={2} id="account-devices">
            {t("account.devices")}
          </Title>
          <Text c="dimmed">{t("account.devicesIntro")}</Text>
          <SessionList />
        </section>
        <section className={styles.section} aria-labelledby="account-data">
          <Title order={2} id="account-data">
            {t("personalData.exportTitle")}
          </Title>
          <Text c="dimmed">{t("personalData.exportIntro")}</Text>
          <ExportData userId={null} />
        </section>
        <section className={styles.section} aria-labelledby="account-deletion">
          <Title order={2} id="account-deletion">
            {t("personalData.deleteTitle")}
          </Title>
          <DeleteAccount email={profile.email} />
        </section>
      </div>
    </>
  );
}

/** Stays until it is closed or the page is left. */
function PasswordChanged() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { site } = useSession();
  const { done } = useSearch({ strict: false }) as { done?: unknown };
  if (done !== PASSWORD_CHANGED) return null;
  return (
    <Alert
      role="status"
      color="teal"
      icon={<IconCheck size={20} stroke={1.5} />}
      className={styles.changed}
      withCloseButton
      closeButtonLabel={t("ui.close")}
      onClose={() => void navigate({ to: `/s${site.id}/account`, search: {}, replace: true })}
    >
      {t("account.passwordChanged")}
    </Alert>
  );
}
