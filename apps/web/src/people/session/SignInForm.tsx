/** Login and password. Errors are shown at the form, and never reveal which of the two was wrong. */

import { Alert, Anchor, Button, Checkbox, Group, Stack, TextInput } from "@mantine/core";
import { AppError } from "@parfocal/core/errors.ts";
import { LOGIN_MAX_CHARACTERS, SECOND_FACTOR_CODE_MAX_CHARACTERS } from "@parfocal/core/session/session.contract.ts";
import { IconAlertCircle } from "@tabler/icons-react";
import type { TFunction } from "i18next";
import { type FormEvent, type Ref, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useSession } from "#platform/session.tsx";
import { PasskeySignIn } from "./PasskeySignIn.tsx";
import { PasswordField } from "./PasswordField.tsx";
import styles from "./SignInForm.module.css";

interface SignInFormProps {
  /** Prefilled login. */
  readonly login?: string;
  readonly onSignedIn?: () => void;
  /** Whether the first empty field has the focus initially; default: yes. */
  readonly isFocused?: boolean;
}

type Missing = "login" | "password";

export function SignInForm({ login: knownLogin = "", onSignedIn, isFocused = true }: SignInFormProps) {
  const { t } = useTranslation();
  const { signIn, site } = useSession();
  /** Null: none is required. */
  const [code, setCode] = useState<string | null>(null);
  const codeField = useRef<HTMLInputElement>(null);
  const [staysSignedIn, setStaysSignedIn] = useState(false);
  const [login, setLogin] = useState(knownLogin);
  const [password, setPassword] = useState("");
  const [isBusy, setBusy] = useState(false);
  const [missing, setMissing] = useState<Missing | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const loginField = useRef<HTMLInputElement>(null);
  const passwordField = useRef<HTMLInputElement>(null);

  async function handleSubmit(event: FormEvent) {
    event.preventDefault();
    if (isBusy) return;
    const lacks = login.trim() === "" ? "login" : password === "" ? "password" : null;
    setMissing(lacks);
    setFailure(null);
    if (lacks) {
      (lacks === "login" ? loginField : passwordField).current?.focus();
      return;
    }
    setBusy(true);
    try {
      const options = code === null ? {} : { code };
      await signIn(login.trim(), password, { staySignedIn: staysSignedIn, ...options });
      onSignedIn?.();
    } catch (error) {
      if (hasCode(error, "secondFactorNeeded")) return setCode("");
      setFailure(failureTextOf(error, t));
      const { current } = hasCode(error, "secondFactorWrong") ? codeField : passwordField;
      current?.focus();
      current?.select();
    } finally {
      setBusy(false);
    }
  }

  return (
    <form onSubmit={handleSubmit} noValidate>
      <Stack gap="md">
        <TextInput
          ref={loginField}
          label={t("session.login")}
          value={login}
          onChange={(event) => setLogin(event.currentTarget.value)}
          error={missing === "login" && t("session.loginMissing")}
          maxLength={LOGIN_MAX_CHARACTERS}
          name="login"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          data-autofocus={knownLogin === "" || undefined}
          autoFocus={isFocused && knownLogin === ""}
          size="md"
        />
        <PasswordField
          ref={passwordField}
          label={t("session.password")}
          value={password}
          onValue={setPassword}
          error={missing === "password" && t("session.passwordMissing")}
          name="password"
          autoComplete="current-password"
          data-autofocus={knownLogin !== "" || undefined}
          autoFocus={isFocused && knownLogin !== ""}
          size="md"
        />
        {code !== null && <CodeField ref={codeField} value={code} onValue={setCode} />}
        <Group justify="space-between" gap="xs">
          {site.canStaySignedIn && <StayField isChecked={staysSignedIn} onChange={setStaysSignedIn} />}
          {/* Over an open page (the login is known) the link would navigate away from unsaved work. */}
          {knownLogin === "" && <Anchor href={`/s${site.id}/reset`}>{t("session.forgotPassword")}</Anchor>}
        </Group>
        <div role="alert">
          {failure && (
            <Alert
              color="red"
              variant="light"
              icon={<IconAlertCircle size={20} stroke={1.5} />}
              className={styles.failure}
            >
              {failure}
            </Alert>
          )}
        </div>
        <Button type="submit" loading={isBusy} size="md" fullWidth>
          {t("session.signIn")}
        </Button>
        <PasskeySignIn staysSignedIn={staysSignedIn} onSignedIn={onSignedIn} onFailure={setFailure} />
      </Stack>
    </form>
  );
}

const hasCode = (error: unknown, code: string) => error instanceof AppError && error.codes.includes(code);

function failureTextOf(error: unknown, t: TFunction): string {
  if (!(error instanceof AppError)) return t("platform.failed");
  if (hasCode(error, "secondFactorWrong")) return t("session.codeWrong");
  if (hasCode(error, "tooManyCodes")) return t("session.codeWait");
  if (error.kind === "unauthenticated" || error.kind === "invalid") return t("session.failed");
  if (hasCode(error, "unknownDevice")) return t("session.waitUnknownDevice");
  if (error.kind === "tooManyRequests") return t("session.wait");
  return error.message;
}

interface StayFieldProps {
  readonly isChecked: boolean;
  readonly onChange: (isChecked: boolean) => void;
}

function StayField({ isChecked, onChange }: StayFieldProps) {
  const { t } = useTranslation();
  return (
    <Checkbox
      label={t("session.staySignedIn")}
      checked={isChecked}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  );
}

interface CodeFieldProps {
  readonly ref: Ref<HTMLInputElement>;
  readonly value: string;
  readonly onValue: (value: string) => void;
}

/** Code of the second factor; shown once it is required. */
function CodeField({ ref, value, onValue }: CodeFieldProps) {
  const { t } = useTranslation();
  return (
    <TextInput
      ref={ref}
      label={t("session.code")}
      description={t("session.codeHint")}
      value={value}
      onChange={(event) => onValue(event.currentTarget.value)}
      maxLength={SECOND_FACTOR_CODE_MAX_CHARACTERS}
      name="code"
      autoComplete="one-time-code"
      autoCapitalize="none"
      spellCheck={false}
      autoFocus
      size="md"
    />
  );
}
