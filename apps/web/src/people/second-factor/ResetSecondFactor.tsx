/**
 * For a person who has lost phone and recovery codes: an administrator disables their second factor, after a
 * confirmation.
 */
import { Alert, Button, Group, Text } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { showFailure, showSuccess } from "#platform/failure-toast.ts";
import { useSession } from "#platform/session.tsx";
import forms from "#ui/StackedForm.module.css";
import { useResetSecondFactor } from "./second-factor.api.ts";

export function ResetSecondFactor({ userId }: { readonly userId: number }) {
  const { t } = useTranslation();
  const [isAsking, setAsking] = useState(false);
  const { user: self } = useSession();
  const resetting = useResetSecondFactor(userId);

  async function handleReset() {
    try {
      await resetting.mutateAsync();
      setAsking(false);
      showSuccess(t("secondFactor.resetDone"));
    } catch (error) {
      showFailure(error);
    }
  }

  if (self?.id === userId) return null;
  if (!isAsking)
    return (
      <Button variant="default" mt="md" className={forms.action} onClick={() => setAsking(true)}>
        {t("secondFactor.reset")}
      </Button>
    );
  return (
    <Alert color="red" mt="md" title={t("secondFactor.resetQuestion")}>
      <Text mb="sm">{t("secondFactor.resetText")}</Text>
      <Group gap="sm">
        <Button color="red" loading={resetting.isPending} onClick={() => void handleReset()} data-autofocus>
          {t("secondFactor.reset")}
        </Button>
        <Button variant="default" onClick={() => setAsking(false)}>
          {t("secondFactor.cancel")}
        </Button>
      </Group>
    </Alert>
  );
}
