/** The second factor on the account page: its state, and enabling or disabling it. */
import { Alert, Button, Group, Skeleton, Text } from "@mantine/core";
import { AppError } from "@parfocal/core/errors.ts";
import { IconShieldCheck } from "@tabler/icons-react";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { PasswordField } from "#session/PasswordField.tsx";
import forms from "#ui/StackedForm.module.css";
import { ConfirmForm } from "./ConfirmForm.tsx";
import {
  useEndSecondFactor,
  useRefreshSecondFactor,
  useSecondFactor,
  useStartSecondFactor,
} from "./second-factor.api.ts";

type Step =
  | { readonly name: "state" }
  | { readonly name: "password"; readonly isEnding: boolean }
  | { readonly name: "code"; readonly secret: string; readonly uri: string };

const STATE: Step = { name: "state" };

export function SecondFactorSection() {
  const { t } = useTranslation();
  const { data, isError, refetch } = useSecondFactor();
  const refresh = useRefreshSecondFactor();
  const [step, setStep] = useState<Step>(STATE);
  const showState = () => {
    setStep(STATE);
    void refresh();
  };
  if (isError && !data)
    return (
      <>
        <Text role="alert">{t("secondFactor.failed")}</Text>
        <Button variant="default" className={forms.action} onClick={() => void refetch()}>
          {t("ui.tryAgain")}
        </Button>
      </>
    );
  if (!data) return <Skeleton height={64} />;
  if (step.name === "password")
    return (
      <AskPassword
        isEnding={step.isEnding}
        onCancel={() => setStep(STATE)}
        onEnded={showState}
        onStarted={(started) => setStep({ name: "code", ...started })}
      />
    );
  if (step.name === "code") return <ConfirmForm {...step} onCancel={() => setStep(STATE)} onDone={showState} />;
  const { isOn, isRequired, recoveryCodesLeft } = data;
  return (
    <>
      <Text c="dimmed">{t("secondFactor.introText")}</Text>
      {isRequired && !isOn && <Alert color="red">{t("secondFactor.requiredText")}</Alert>}
      {isOn && (
        <Alert color="teal" role="status" icon={<IconShieldCheck size={20} stroke={1.5} />}>
          {t("secondFactor.isOn")} {t("secondFactor.codesLeft", { count: recoveryCodesLeft })}
        </Alert>
      )}
      {!isOn && (
        <Button className={forms.action} onClick={() => setStep({ name: "password", isEnding: false })}>
          {t("secondFactor.setUp")}
        </Button>
      )}
      {isOn && !isRequired && (
        <Button
          variant="default"
          className={forms.action}
          onClick={() => setStep({ name: "password", isEnding: true })}
        >
          {t("secondFactor.switchOff")}
        </Button>
      )}
    </>
  );
}

interface AskPasswordProps {
  /** Whether it is being disabled; otherwise it is being set up. */
  readonly isEnding: boolean;
  readonly onCancel: () => void;
  readonly onEnded: () => void;
  readonly onStarted: (started: { readonly secret: string; readonly uri: string }) => void;
}

function AskPassword({ isEnding, onCancel, onEnded, onStarted }: AskPasswordProps) {
  const { t } = useTranslation();
  const [password, setPassword] = useState("");
  const [error, setError] = useState<string | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const starting = useStartSecondFactor();
  const ending = useEndSecondFactor();
  const isBusy = starting.isPending || ending.isPending;

  async function handleSubmit(event: FormEvent) {
    event.preventDefault();
    if (isBusy) return;
    setError(password === "" ? t("secondFactor.passwordMissing") : null);
    setFailure(null);
    if (password === "") return;
    const body = { currentPassword: password };
    try {
      if (isEnding) {
        await ending.mutateAsync(body);
        onEnded();
      } else onStarted(await starting.mutateAsync(body));
    } catch (cause) {
      if (!(cause instanceof AppError)) setFailure(t("platform.failed"));
      else if (cause.codes.includes("currentPasswordIncorrect")) setError(t("secondFactor.passwordWrong"));
      else setFailure(cause.kind === "tooManyRequests" ? t("secondFactor.tooMany") : cause.message);
    }
  }

  return (
    <form onSubmit={(event) => void handleSubmit(event)} noValidate className={forms.form}>
      <PasswordField
        label={t("secondFactor.password")}
        description={t(isEnding ? "secondFactor.switchOffHint" : "secondFactor.passwordHint")}
        value={password}
        onValue={setPassword}
        error={error}
        name="secondFactorPassword"
        autoComplete="current-password"
        autoFocus
      />
      <div role="alert">{failure && <Alert color="red">{failure}</Alert>}</div>
      <Group gap="sm">
        <Button type="submit" loading={isBusy}>
          {t(isEnding ? "secondFactor.switchOff" : "secondFactor.next")}
        </Button>
        <Button variant="default" onClick={onCancel}>
          {t("secondFactor.cancel")}
        </Button>
      </Group>
    </form>
  );
}
