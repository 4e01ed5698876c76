/**
 * On the account page: deletes the user's own account, after the password was entered, or soon after sign-in if there
 * is none.
 */
import { Button, Loader, Text } from "@mantine/core";
import { AppError } from "@parfocal/core/errors.ts";
import type { WorkChoice } from "@parfocal/core/personal-data/personal-data.contract.ts";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useSession } from "#platform/session.tsx";
import { PasswordField } from "#session/PasswordField.tsx";
import forms from "#ui/StackedForm.module.css";
import { DeletionForm } from "./DeletionForm.tsx";
import { LoadFailed } from "./LoadFailed.tsx";
import { useDeleteOwnAccount, useOwnData } from "./personal-data.api.ts";

export function DeleteAccount({ email }: { readonly email: string }) {
  const { t } = useTranslation();
  const [isAsking, setAsking] = useState(false);
  if (isAsking) return <Question email={email} onCancel={() => setAsking(false)} />;
  return (
    <>
      <Text c="dimmed">{t("personalData.deleteIntro")}</Text>
      <Button variant="default" className={forms.action} onClick={() => setAsking(true)}>
        {t("personalData.deleteOwn")}
      </Button>
    </>
  );
}

const FAILURES = {
  lastAdministrator: "personalData.lastAdministrator",
  signInAgain: "personalData.signInAgain",
  tooManyAttempts: "personalData.tooMany",
} as const;

function Question({ email, onCancel }: { readonly email: string; readonly onCancel: () => void }) {
  const { t } = useTranslation();
  const { site } = useSession();
  const { data, error, refetch } = useOwnData();
  const [password, setPassword] = useState("");
  const [wrong, setWrong] = useState<string | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const deleting = useDeleteOwnAccount();

  async function handleDelete(hasPassword: boolean, work: WorkChoice) {
    setFailure(null);
    setWrong(hasPassword && password === "" ? t("personalData.passwordWrong") : null);
    if (hasPassword && password === "") return;
    try {
      await deleting.mutateAsync({ work, currentPassword: hasPassword ? password : null });
      // A full reload, so that no data of the account remains in this tab.
      window.location.assign(`/s${site.id}/`);
    } catch (cause) {
      const codes = cause instanceof AppError ? cause.codes : [];
      const code = codes.find((one): one is keyof typeof FAILURES => one in FAILURES);
      if (codes.includes("currentPasswordIncorrect")) setWrong(t("personalData.passwordWrong"));
      else if (code) setFailure(t(FAILURES[code]));
      else setFailure(cause instanceof AppError ? cause.message : t("platform.failed"));
    }
  }

  if (!data) return error ? <LoadFailed onRetry={() => void refetch()} /> : <Loader size="sm" />;
  return (
    <DeletionForm
      email={email}
      counts={data}
      isOwn
      isBusy={deleting.isPending}
      failure={failure}
      onDelete={(work) => void handleDelete(data.hasPassword, work)}
      onCancel={onCancel}
    >
      {data.hasPassword && (
        <PasswordField
          label={t("personalData.password")}
          name="deletionPassword"
          autoComplete="current-password"
          value={password}
          onValue={setPassword}
          error={wrong}
        />
      )}
    </DeletionForm>
  );
}
