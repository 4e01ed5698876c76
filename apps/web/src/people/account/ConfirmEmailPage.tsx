/** Target of the link in the mail to a new email address. It requires a click, because mail scanners open links too. */
import { Alert, Anchor, Button, Text } from "@mantine/core";
import { AppError } from "@parfocal/core/errors.ts";
import { IconCheck } from "@tabler/icons-react";
import { useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useSession } from "#platform/session.tsx";
import { PageHeading } from "#ui/PageHeading.tsx";
import { usePagePlace } from "#ui/page-place.ts";
import forms from "#ui/StackedForm.module.css";
import styles from "./Account.module.css";
import { useConfirmEmail } from "./account.api.ts";

export function ConfirmEmailPage() {
  const { t } = useTranslation();
  const { site } = useSession();
  const { token } = useSearch({ strict: false }) as { token?: unknown };
  const [failure, setFailure] = useState<string | null>(null);
  const confirming = useConfirmEmail();
  usePagePlace({ title: t("account.confirmTitle") });

  async function handleConfirm() {
    setFailure(null);
    try {
      await confirming.mutateAsync(String(token ?? "-"));
    } catch (error) {
      if (!(error instanceof AppError)) setFailure(t("platform.failed"));
      else if (error.codes.includes("linkInvalid"))
        setFailure(`${t("account.linkInvalid")} ${t("account.confirmAgain")}`);
      else setFailure(error.codes.includes("emailTaken") ? t("account.emailTaken") : error.message);
    }
  }

  return (
    <div className={styles.narrow}>
      <PageHeading title={t("account.confirmTitle")} />
      <div className={forms.form}>
        {confirming.data ? (
          <Alert role="status" color="teal" icon={<IconCheck size={20} stroke={1.5} />}>
            {t("account.confirmDone", { email: confirming.data.email })}
          </Alert>
        ) : (
          <>
            <Text c="dimmed">{t("account.confirmIntro")}</Text>
            <div role="alert">{failure && <Alert color="red">{failure}</Alert>}</div>
            <Button loading={confirming.isPending} onClick={() => void handleConfirm()} className={forms.action}>
              {t("account.confirmButton")}
            </Button>
          </>
        )}
        <Anchor href={`/s${site.id}/account`}>{t("account.toProfile")}</Anchor>
      </div>
    </div>
  );
}
