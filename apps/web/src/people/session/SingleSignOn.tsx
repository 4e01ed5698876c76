/** Sign-in at the institution's own page: the link to it, and why it failed. */
import { Alert, Button, Divider } from "@mantine/core";
import type { SingleSignOnFailure } from "@parfocal/core/session/single-sign-on-failure.ts";
import { startSingleSignOn } from "@parfocal/core/single-sign-on/single-sign-on.contract.ts";
import { IconAlertCircle, IconBuildingBank } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { fileUrlOf } from "#platform/call.ts";
import { useSession } from "#platform/session.tsx";

interface SingleSignOnProps {
  /** Path to open afterwards. */
  readonly next: string;
}

/** A link, because the browser navigates to the institution's page. Renders nothing if no institution is configured. */
export function SingleSignOnButton({ next }: SingleSignOnProps) {
  const { t } = useTranslation();
  const { site, singleSignOn } = useSession();
  if (singleSignOn === null) return null;
  return (
    <>
      <Button
        component="a"
        href={fileUrlOf(startSingleSignOn, { query: { site: site.id, next } })}
        variant="default"
        size="md"
        fullWidth
        leftSection={<IconBuildingBank size={20} stroke={1.5} aria-hidden />}
      >
        {t("session.continueWith", { name: singleSignOn })}
      </Button>
      <Divider my="lg" label={t("session.orWithPassword")} />
    </>
  );
}

interface SingleSignOnFailedProps {
  readonly failure: SingleSignOnFailure | undefined;
}

export function SingleSignOnFailed({ failure }: SingleSignOnFailedProps) {
  const { t } = useTranslation();
  if (failure === undefined) return null;
  return (
    <Alert
      role="alert"
      mb="lg"
      variant="light"
      color={failure === "denied" ? "gray" : "red"}
      icon={<IconAlertCircle size={20} stroke={1.5} />}
    >
      {t(`session.singleSignOn_${failure}`)}
    </Alert>
  );
}
