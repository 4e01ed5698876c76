/** Changes the password. Each error is shown at its field; afterwards the page is reloaded with its new session. */
import { Alert, Button } from "@mantine/core";
import { PASSWORD_MIN_CHARACTERS } from "@parfocal/core/account/password-rules.ts";
import { AppError } from "@parfocal/core/errors.ts";
import { type FormEvent, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { PasswordField } from "#session/PasswordField.tsx";
import forms from "#ui/StackedForm.module.css";
import { useChangePassword } from "./account.api.ts";

/** URL parameter after the reload. */
export const PASSWORD_CHANGED = "password-changed";

type Field = "currentPassword" | "newPassword" | "newPasswordRepeated";
const FIELDS: readonly Field[] = ["currentPassword", "newPassword", "newPasswordRepeated"];
const EMPTY: Readonly<Record<Field, string>> = { currentPassword: "", newPassword: "", newPasswordRepeated: "" };

/** Field and text of each error code of the server. */
const PROBLEMS = {
  currentPasswordIncorrect: { field: "currentPassword", text: "account.currentPasswordIncorrect" },
  newPasswordDoNotMatch: { field: "newPasswordRepeated", text: "account.newPasswordDoNotMatch" },
  passwordTooShort: { field: "newPassword", text: "account.passwordTooShort" },
  passwordTooCommon: { field: "newPassword", text: "account.passwordTooCommon" },
  passwordTooObvious: { field: "newPassword", text: "account.passwordTooObvious" },
  passwordUnchanged: { field: "newPassword", text: "account.passwordUnchanged" },
} as const;
type ProblemCode = keyof typeof PROBLEMS;

interface PasswordFormProps {
  /** Password managers store the new password with it. */
  readonly email: string;
}

export function PasswordForm({ email }: PasswordFormProps) {
  const { t } = useTranslation();
  const [values, setValues] = useState(EMPTY);
  const [errors, setErrors] = useState<Partial<Record<Field, string>>>({});
  const [failure, setFailure] = useState<string | null>(null);
  const changing = useChangePassword();
  const inputs = {
    currentPassword: useRef<HTMLInputElement>(null),
    newPassword: useRef<HTMLInputElement>(null),
    newPasswordRepeated: useRef<HTMLInputElement>(null),
  };

  function showErrors(found: Partial<Record<Field, string>>) {
    setErrors(found);
    const first = FIELDS.find((field) => found[field] !== undefined);
    if (first) inputs[first].current?.focus();
  }

  async function handleSubmit(event: FormEvent) {
    event.preventDefault();
    if (changing.isPending) return;
    setFailure(null);
    const missing = FIELDS.filter((field) => values[field] === "");
    if (missing.length > 0) {
      showErrors(Object.fromEntries(missing.map((field) => [field, t("account.passwordMissing")])));
      return;
    }
    if (values.newPassword !== values.newPasswordRepeated) {
      showErrors({ newPasswordRepeated: t("account.newPasswordDoNotMatch") });
      return;
    }
    setErrors({});
    try {
      await changing.mutateAsync(values);
      const { pathname } = window.location;
      window.location.assign(`${pathname}?done=${PASSWORD_CHANGED}`);
    } catch (error) {
      showServerError(error);
    }
  }

  function showServerError(error: unknown) {
    const code = error instanceof AppError ? error.codes.find((one): one is ProblemCode => one in PROBLEMS) : undefined;
    if (code) {
      const { field, text } = PROBLEMS[code];
      showErrors({ [field]: t(text, { count: PASSWORD_MIN_CHARACTERS }) });
    } else if (error instanceof AppError && error.kind === "tooManyRequests") {
      setFailure(t("account.tooManyAttempts"));
    } else {
      setFailure(error instanceof AppError ? error.message : t("platform.failed"));
    }
  }

  const fieldProps = (field: Field) => ({
    ref: inputs[field],
    label: t(`account.${field}`),
    value: values[field],
    onValue: (value: string) => setValues((before) => ({ ...before, [field]: value })),
    error: errors[field],
    name: field,
  });

  return (
    <form onSubmit={(event) => void handleSubmit(event)} noValidate className={forms.form}>
      <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
      <PasswordField {...fieldProps("currentPassword")} autoComplete="current-password" />
      <PasswordField
        {...fieldProps("newPassword")}
        autoComplete="new-password"
        description={t("account.newPasswordHint", { count: PASSWORD_MIN_CHARACTERS })}
      />
      <PasswordField {...fieldProps("newPasswordRepeated")} autoComplete="new-password" />
      <div role="alert">{failure && <Alert color="red">{failure}</Alert>}</div>
      <Button type="submit" loading={changing.isPending} className={forms.action}>
        {t("account.changePassword")}
      </Button>
    </form>
  );
}
