/** The email address, and a form for a new one, which takes effect once the link mailed to it is confirmed. */
import { Alert, Button, Group, TextInput } from "@mantine/core";
import { EMAIL_PATTERN } from "@parfocal/core/account/email-pattern.ts";
import { AppError } from "@parfocal/core/errors.ts";
import { LOGIN_MAX_CHARACTERS } from "@parfocal/core/session/session.contract.ts";
import { IconMail } from "@tabler/icons-react";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { PasswordField } from "#session/PasswordField.tsx";
import forms from "#ui/StackedForm.module.css";
import { useRequestEmailChange } from "./account.api.ts";

type Field = "email" | "password";

export function EmailForm() {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const [email, setEmail] = useState("");
  const [password, setPassword] = useState("");
  const [errors, setErrors] = useState<Partial<Record<Field, string>>>({});
  const [failure, setFailure] = useState<string | null>(null);
  const [sentTo, setSentTo] = useState<string | null>(null);
  const requesting = useRequestEmailChange();

  async function handleSubmit(event: FormEvent) {
    event.preventDefault();
    if (requesting.isPending) return;
    const address = email.trim();
    const found: Partial<Record<Field, string>> = {
      ...(EMAIL_PATTERN.test(address) ? {} : { email: t("account.emailWrong") }),
      ...(password === "" ? { password: t("account.passwordMissing") } : {}),
    };
    setErrors(found);
    setFailure(null);
    if (Object.keys(found).length > 0) return;
    try {
      await requesting.mutateAsync({ email: address, currentPassword: password });
      setSentTo(address);
      setOpen(false);
      setPassword("");
    } catch (error) {
      if (!(error instanceof AppError)) setFailure(t("platform.failed"));
      else if (error.codes.includes("currentPasswordIncorrect"))
        setErrors({ password: t("account.currentPasswordIncorrect") });
      else if (error.codes.includes("emailTaken")) setErrors({ email: t("account.emailTaken") });
      else setFailure(error.codes.includes("tooManyAttempts") ? t("account.tooManyAttempts") : error.message);
    }
  }

  if (!isOpen)
    return (
      <>
        {sentTo !== null && (
          <Alert role="status" icon={<IconMail size={20} stroke={1.5} />}>
            {t("account.emailSent", { email: sentTo })}
          </Alert>
        )}
        <Button variant="default" className={forms.action} onClick={() => setOpen(true)}>
          {t("account.emailChange")}
        </Button>
      </>
    );
  return (
    <form onSubmit={(event) => void handleSubmit(event)} noValidate className={forms.form}>
      <TextInput
        type="email"
        label={t("account.emailNew")}
        description={t("account.emailChangeHint")}
        value={email}
        onChange={(event) => setEmail(event.currentTarget.value)}
        error={errors.email}
        maxLength={LOGIN_MAX_CHARACTERS}
        autoComplete="email"
        autoFocus
      />
      <PasswordField
        label={t("account.currentPassword")}
        value={password}
        onValue={setPassword}
        error={errors.password}
        name="emailPassword"
        autoComplete="current-password"
      />
      <div role="alert">{failure && <Alert color="red">{failure}</Alert>}</div>
      <Group gap="sm">
        <Button type="submit" loading={requesting.isPending}>
          {t("account.emailSend")}
        </Button>
        <Button variant="default" onClick={() => setOpen(false)}>
          {t("account.cancel")}
        </Button>
      </Group>
    </form>
  );
}
