/** Password reset: requests a mail with a link, and with the link sets a new password. */
import { Alert, Anchor, Button, Text, TextInput } from "@mantine/core";
import { EMAIL_PATTERN } from "@parfocal/core/account/email-pattern.ts";
import { PASSWORD_MIN_CHARACTERS } from "@parfocal/core/account/password-rules.ts";
import { AppError } from "@parfocal/core/errors.ts";
import { LOGIN_MAX_CHARACTERS } from "@parfocal/core/session/session.contract.ts";
import { IconCheck, IconMail } from "@tabler/icons-react";
import { useSearch } from "@tanstack/react-router";
import { type FormEvent, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useSession } from "#platform/session.tsx";
import { PasswordField } from "#session/PasswordField.tsx";
import { PageHeading } from "#ui/PageHeading.tsx";
import { usePagePlace } from "#ui/page-place.ts";
import forms from "#ui/StackedForm.module.css";
import styles from "./Account.module.css";
import { useRequestPasswordReset, useResetPassword } from "./account.api.ts";

export function ResetPage() {
  const { t } = useTranslation();
  const { token } = useSearch({ strict: false }) as { token?: unknown };
  const title = t(token === undefined ? "account.resetTitle" : "account.resetChoose");
  usePagePlace({ title });
  return (
    <div className={styles.narrow}>
      <PageHeading title={title} />
      {token === undefined ? <RequestForm /> : <ChooseForm token={String(token)} />}
    </div>
  );
}

function RequestForm() {
  const { t } = useTranslation();
  const { site } = useSession();
  const [email, setEmail] = useState("");
  const [sentTo, setSentTo] = useState<string | null>(null);
  const [isWrong, setWrong] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const requesting = useRequestPasswordReset();

  async function handleSubmit(event: FormEvent) {
    event.preventDefault();
    if (requesting.isPending) return;
    const address = email.trim();
    const isInvalid = !EMAIL_PATTERN.test(address);
    setWrong(isInvalid);
    setFailure(null);
    if (isInvalid) {
      field.current?.focus();
      return;
    }
    try {
      await requesting.mutateAsync(address);
      setSentTo(address);
    } catch (error) {
      if (!(error instanceof AppError)) setFailure(t("platform.failed"));
      else setFailure(error.kind === "tooManyRequests" ? t("account.resetWait") : error.message);
    }
  }

  if (sentTo !== null)
    return (
      <div className={forms.form}>
        <Alert role="status" icon={<IconMail size={20} stroke={1.5} />}>
          {t("account.resetSent", { email: sentTo })}
        </Alert>
        <Button variant="default" className={forms.action} onClick={() => setSentTo(null)}>
          {t("account.resetAgain")}
        </Button>
      </div>
    );
  return (
    <form onSubmit={(event) => void handleSubmit(event)} noValidate className={forms.form}>
      <Text c="dimmed">{t("account.resetIntro")}</Text>
      <TextInput
        ref={field}
        type="email"
        label={t("account.email")}
        value={email}
        onChange={(event) => setEmail(event.currentTarget.value)}
        error={isWrong && t("account.emailWrong")}
        maxLength={LOGIN_MAX_CHARACTERS}
        name="email"
        autoComplete="username"
        autoFocus
      />
      <div role="alert">{failure && <Alert color="red">{failure}</Alert>}</div>
      <Button type="submit" loading={requesting.isPending} className={forms.action}>
        {t("account.resetSend")}
      </Button>
      <Anchor href={`/sign-in?next=/s${site.id}/`}>{t("account.toSignIn")}</Anchor>
    </form>
  );
}

type Field = "newPassword" | "newPasswordRepeated";
/** Field and text of each error code of the server. */
const PROBLEMS = {
  newPasswordDoNotMatch: { field: "newPasswordRepeated", text: "account.newPasswordDoNotMatch" },
  passwordTooShort: { field: "newPassword", text: "account.passwordTooShort" },
  passwordTooCommon: { field: "newPassword", text: "account.passwordTooCommon" },
  passwordTooObvious: { field: "newPassword", text: "account.passwordTooObvious" },
} as const;
type ProblemCode = keyof typeof PROBLEMS;

function ChooseForm({ token }: { readonly token: string }) {
  const { t } = useTranslation();
  const { site } = useSession();
  const [values, setValues] = useState<Readonly<Record<Field, string>>>({ newPassword: "", newPasswordRepeated: "" });
  const [errors, setErrors] = useState<Partial<Record<Field, string>>>({});
  const [failure, setFailure] = useState<string | null>(null);
  const [isLinkInvalid, setLinkInvalid] = useState(false);
  const inputs = { newPassword: useRef<HTMLInputElement>(null), newPasswordRepeated: useRef<HTMLInputElement>(null) };
  const resetting = useResetPassword();

  function showError(field: Field, text: string) {
    setErrors({ [field]: text });
    inputs[field].current?.focus();
  }

  async function handleSubmit(event: FormEvent) {
    event.preventDefault();
    if (resetting.isPending) return;
    setErrors({});
    setFailure(null);
    const missing =
      values.newPassword === "" ? "newPassword" : values.newPasswordRepeated === "" ? "newPasswordRepeated" : null;
    if (missing) return showError(missing, t("account.passwordMissing"));
    try {
      await resetting.mutateAsync({ token, ...values });
    } catch (error) {
      if (!(error instanceof AppError)) return setFailure(t("platform.failed"));
      const code = error.codes.find((one): one is ProblemCode => one in PROBLEMS);
      if (code) return showError(PROBLEMS[code].field, t(PROBLEMS[code].text, { count: PASSWORD_MIN_CHARACTERS }));
      setLinkInvalid(error.codes.includes("linkInvalid"));
      setFailure(error.codes.includes("linkInvalid") ? t("account.linkInvalid") : error.message);
    }
  }

  if (resetting.data)
    return (
      <div className={forms.form}>
        <Alert role="status" color="teal" icon={<IconCheck size={20} stroke={1.5} />}>
          {t("account.resetDone")}
        </Alert>
        <Button component="a" href={`/sign-in?next=/s${site.id}/`} className={forms.action}>
          {t("account.toSignIn")}
        </Button>
      </div>
    );
  const fieldProps = (field: Field) => ({
    ref: inputs[field],
    label: t(`account.${field}`),
    value: values[field],
    onValue: (value: string) => setValues((before) => ({ ...before, [field]: value })),
    error: errors[field],
    name: field,
    autoComplete: "new-password" as const,
  });
  return (
    <form onSubmit={(event) => void handleSubmit(event)} noValidate className={forms.form}>
      <PasswordField
        {...fieldProps("newPassword")}
        description={t("account.newPasswordHint", { count: PASSWORD_MIN_CHARACTERS })}
        autoFocus
      />
      <PasswordField {...fieldProps("newPasswordRepeated")} />
      <div role="alert">
        {failure && (
          <Alert color="red">
            {failure} {isLinkInvalid && <Anchor href={`/s${site.id}/reset`}>{t("account.linkRequest")}</Anchor>}
          </Alert>
        )}
      </div>
      <Button type="submit" loading={resetting.isPending} className={forms.action}>
        {t("account.resetSave")}
      </Button>
    </form>
  );
}
