import { Alert, Button, Group, TextInput } from "@mantine/core";
import { AppError } from "@parfocal/core/errors.ts";
import { PASSKEY_NAME_MAX_CHARACTERS } from "@parfocal/core/passkey/passkey.contract.ts";
import type { TFunction } from "i18next";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { NoPasskey } from "#session/device-passkey.ts";
import { PasswordField } from "#session/PasswordField.tsx";
import forms from "#ui/StackedForm.module.css";
import { useAddPasskey } from "./passkey.api.ts";

interface Errors {
  readonly name?: string;
  readonly password?: string;
  /** An error that belongs to no field. */
  readonly form?: string;
}

export function AddPasskeyForm({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation();
  const [name, setName] = useState("");
  const [password, setPassword] = useState("");
  const [errors, setErrors] = useState<Errors>({});
  const adding = useAddPasskey();

  async function handleSubmit(event: FormEvent) {
    event.preventDefault();
    if (adding.isPending) return;
    const missing: Errors = {
      ...(name.trim() === "" ? { name: t("passkey.nameMissing") } : {}),
      ...(password === "" ? { password: t("passkey.passwordMissing") } : {}),
    };
    setErrors(missing);
    if (missing.name !== undefined || missing.password !== undefined) return;
    try {
      await adding.mutateAsync({ name: name.trim(), currentPassword: password });
      onClose();
    } catch (error) {
      setErrors(errorsOf(error, t));
    }
  }

  return (
    <form onSubmit={(event) => void handleSubmit(event)} noValidate className={forms.form}>
      <TextInput
        label={t("passkey.name")}
        description={t("passkey.nameHint")}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        error={errors.name}
        maxLength={PASSKEY_NAME_MAX_CHARACTERS}
        autoFocus
      />
      <PasswordField
        label={t("passkey.password")}
        description={t("passkey.passwordHint")}
        value={password}
        onValue={setPassword}
        error={errors.password}
        name="passkeyPassword"
        autoComplete="current-password"
      />
      <div role="alert">{errors.form !== undefined && <Alert color="red">{errors.form}</Alert>}</div>
      <Group gap="sm">
        <Button type="submit" loading={adding.isPending}>
          {t("passkey.add")}
        </Button>
        <Button variant="default" onClick={onClose}>
          {t("passkey.cancel")}
        </Button>
      </Group>
    </form>
  );
}

function errorsOf(error: unknown, t: TFunction): Errors {
  if (error instanceof NoPasskey) return { form: t(`passkey.${error.failure}`) };
  if (!(error instanceof AppError)) return { form: t("platform.failed") };
  if (error.codes.includes("currentPasswordIncorrect")) return { password: t("passkey.passwordWrong") };
  if (error.codes.includes("tooManyPasskeys")) return { form: t("passkey.tooMany") };
  if (error.codes.includes("passkeyRefused")) return { form: t("passkey.refused") };
  return { form: error.kind === "tooManyRequests" ? t("passkey.tooManyGuesses") : error.message };
}
