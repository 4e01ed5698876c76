/** Name and email address, sent to request a mail with a link. */
import { Alert, Button, Stack, TextInput } from "@mantine/core";
import { DISPLAY_NAME_MAX_CHARACTERS } from "@parfocal/core/account/account.contract.ts";
import { EMAIL_PATTERN } from "@parfocal/core/account/email-pattern.ts";
import { AppError } from "@parfocal/core/errors.ts";
import { REGISTRATION_LINK_LIFE_MINUTES } from "@parfocal/core/registration/registration.contract.ts";
import { LOGIN_MAX_CHARACTERS } from "@parfocal/core/session/session.contract.ts";
import { IconMail } from "@tabler/icons-react";
import type { TFunction } from "i18next";
import { type FormEvent, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useRequestRegistration } from "./registration.api.ts";

interface EmailRegistrationProps {
  /** Enrollment form that permits the registration; null: registration is open. */
  readonly formId: number | null;
  /** Path to open once the account is created. */
  readonly next: string | undefined;
}

type Field = "displayName" | "email";
type Errors = Partial<Record<Field, string>>;

export function EmailRegistration({ formId, next }: EmailRegistrationProps) {
  const { t } = useTranslation();
  const requesting = useRequestRegistration();
  const [values, setValues] = useState<Readonly<Record<Field, string>>>({ displayName: "", email: "" });
  const [errors, setErrors] = useState<Errors>({});
  const [failure, setFailure] = useState<string | null>(null);
  const [sentTo, setSentTo] = useState<string | null>(null);
  const inputs = { displayName: useRef<HTMLInputElement>(null), email: useRef<HTMLInputElement>(null) };

  function showErrors(found: Errors): boolean {
    setErrors(found);
    const first = (["displayName", "email"] as const).find((field) => found[field] !== undefined);
    if (first) inputs[first].current?.focus();
    return first !== undefined;
  }

  async function handleSubmit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (requesting.isPending) return;
    setFailure(null);
    const displayName = values.displayName.trim();
    const email = values.email.trim();
    const found = {
      ...(displayName === "" ? { displayName: t("registration.nameMissing") } : {}),
      ...(EMAIL_PATTERN.test(email) ? {} : { email: t("registration.emailWrong") }),
    };
    if (showErrors(found)) return;
    try {
      const form = formId === null ? {} : { enrollmentFormId: formId };
      await requesting.mutateAsync({ displayName, email, ...form, ...(next === undefined ? {} : { next }) });
      setSentTo(email);
    } catch (error) {
      if (error instanceof AppError && error.codes.includes("emailDomain"))
        showErrors({ email: t("registration.emailDomain") });
      else setFailure(failureTextOf(error, t));
    }
  }

  if (sentTo !== null)
    return (
      <Stack align="flex-start">
        <Alert role="status" icon={<IconMail size={20} stroke={1.5} />}>
          {t("registration.sent", { email: sentTo, count: REGISTRATION_LINK_LIFE_MINUTES })}
        </Alert>
        <Button variant="default" onClick={() => setSentTo(null)}>
          {t("registration.again")}
        </Button>
      </Stack>
    );
  const fieldProps = (field: Field) => ({
    ref: inputs[field],
    value: values[field],
    error: errors[field],
    name: field,
    onChange: (event: { readonly currentTarget: HTMLInputElement }) => {
      const { value } = event.currentTarget;
      setValues((before) => ({ ...before, [field]: value }));
    },
  });
  return (
    <form noValidate onSubmit={(event) => void handleSubmit(event)}>
      <Stack>
        <TextInput
          {...fieldProps("displayName")}
          label={t("registration.name")}
          maxLength={DISPLAY_NAME_MAX_CHARACTERS}
          autoComplete="name"
          autoFocus
        />
        <TextInput
          {...fieldProps("email")}
          type="email"
          label={t("registration.email")}
          maxLength={LOGIN_MAX_CHARACTERS}
          autoComplete="email"
        />
        <div role="alert">{failure && <Alert color="red">{failure}</Alert>}</div>
        <Button type="submit" size="md" loading={requesting.isPending}>
          {t("registration.send")}
        </Button>
      </Stack>
    </form>
  );
}

function failureTextOf(error: unknown, t: TFunction): string {
  if (!(error instanceof AppError)) return t("platform.failed");
  if (error.kind === "tooManyRequests") return t("registration.wait");
  const isClosed = error.kind === "notFound" || error.codes.includes("registrationClosed");
  return isClosed ? t("registration.closed") : error.message;
}
