/** Target of a voucher's link: `/s1/register?voucher=…`. Creates an account and signs in. */
import { Alert, Button, Container, Stack, Text, TextInput, Title } from "@mantine/core";
import { DISPLAY_NAME_MAX_CHARACTERS } from "@parfocal/core/account/account.contract.ts";
import { EMAIL_PATTERN } from "@parfocal/core/account/email-pattern.ts";
import { PASSWORD_MIN_CHARACTERS } from "@parfocal/core/account/password-rules.ts";
import { AppError } from "@parfocal/core/errors.ts";
import { LOGIN_MAX_CHARACTERS } from "@parfocal/core/session/session.contract.ts";
import { VOUCHER_CODE_INPUT_MAX_CHARACTERS } from "@parfocal/core/voucher/voucher-code.ts";
import { useNavigate, useRouterState } from "@tanstack/react-router";
import type { TFunction } from "i18next";
import { type FormEvent, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useSession } from "#platform/session.tsx";
import { PasswordField } from "#session/PasswordField.tsx";
import { ButtonLink } from "#ui/ButtonLink.tsx";
import { usePagePlace } from "#ui/page-place.ts";
import { useRegister } from "./voucher.api.ts";

export function RegisterPage() {
  const { t } = useTranslation();
  const { user, site } = useSession();
  const { search } = useRouterState({ select: ({ location }) => location });
  const { voucher = "" } = search as { readonly voucher?: unknown };
  // After a registration here, the page is left.
  const [wasGuest] = useState(user === null);
  usePagePlace({ title: t("voucher.registerTitle") });
  return (
    <Container size="xs" py="xl">
      <Stack gap="lg">
        <Title order={1}>{t(wasGuest ? "voucher.registerTitle" : "voucher.signedInTitle")}</Title>
        {wasGuest ? (
          <>
            <Text>{t("voucher.registerText")}</Text>
            <RegisterForm voucher={String(voucher)} />
          </>
        ) : (
          <Stack align="flex-start">
            <Text>{t("voucher.signedInText", { name: user?.displayName ?? "" })}</Text>
            <ButtonLink to={`/s${site.id}/`}>{t("voucher.toCourses")}</ButtonLink>
          </Stack>
        )}
      </Stack>
    </Container>
  );
}

const FIELDS = ["voucher", "displayName", "email", "password"] as const;
type Field = (typeof FIELDS)[number];
type Errors = Partial<Record<Field, string>>;

/** Field and text of each error code of the server. */
const PROBLEMS = {
  voucherUnknown: { field: "voucher", text: "voucher.codeUnknown" },
  emailTaken: { field: "email", text: "voucher.emailTaken" },
  passwordTooShort: { field: "password", text: "voucher.passwordTooShort" },
  passwordTooCommon: { field: "password", text: "voucher.passwordTooCommon" },
  passwordTooObvious: { field: "password", text: "voucher.passwordTooObvious" },
} as const;
type ProblemCode = keyof typeof PROBLEMS;

/** Checks for missing values before sending. */
function problemsOf({ voucher, displayName, email, password }: Readonly<Record<Field, string>>, t: TFunction): Errors {
  return {
    ...(voucher.trim() === "" ? { voucher: t("voucher.codeMissing") } : {}),
    ...(displayName.trim() === "" ? { displayName: t("voucher.nameMissing") } : {}),
    ...(EMAIL_PATTERN.test(email.trim()) ? {} : { email: t("voucher.emailWrong") }),
    ...(password === "" ? { password: t("voucher.passwordTooShort", { count: PASSWORD_MIN_CHARACTERS }) } : {}),
  };
}

function RegisterForm({ voucher }: { readonly voucher: string }) {
  const { t } = useTranslation();
  const { signIn, site } = useSession();
  const navigate = useNavigate();
  const registering = useRegister();
  const [values, setValues] = useState<Record<Field, string>>({ voucher, displayName: "", email: "", password: "" });
  const [errors, setErrors] = useState<Errors>({});
  const [failure, setFailure] = useState<string | null>(null);
  const inputs: Readonly<Record<Field, React.RefObject<HTMLInputElement | null>>> = {
    voucher: useRef(null),
    displayName: useRef(null),
    email: useRef(null),
    password: useRef(null),
  };
  const count = PASSWORD_MIN_CHARACTERS;

  function showErrors(found: Errors): void {
    setErrors(found);
    const first = FIELDS.find((field) => found[field] !== undefined);
    if (first) inputs[first].current?.focus();
  }

  async function handleSubmit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (registering.isPending) return;
    setFailure(null);
    const found = problemsOf(values, t);
    showErrors(found);
    if (Object.keys(found).length > 0) return;
    try {
      const { email } = await registering.mutateAsync(values);
      await signIn(email, values.password);
      await navigate({ href: `/s${site.id}/`, replace: true });
    } catch (error) {
      showServerError(error);
    }
  }

  function showServerError(error: unknown): void {
    const code = error instanceof AppError ? error.codes.find((one): one is ProblemCode => one in PROBLEMS) : undefined;
    if (code) showErrors({ [PROBLEMS[code].field]: t(PROBLEMS[code].text, { count }) });
    else if (error instanceof AppError && error.kind === "tooManyRequests") setFailure(t("voucher.tooMany"));
    else setFailure(error instanceof AppError ? error.message : t("platform.failed"));
  }

  const fieldProps = (field: Field) => ({
    ref: inputs[field],
    value: values[field],
    error: errors[field],
    name: field,
  });
  const change = (field: Field, value: string) => setValues((before) => ({ ...before, [field]: value }));
  return (
    <form noValidate onSubmit={(event) => void handleSubmit(event)}>
      <Stack>
        <TextInput
          {...fieldProps("voucher")}
          label={t("voucher.code")}
          description={t("voucher.codeHint")}
          maxLength={VOUCHER_CODE_INPUT_MAX_CHARACTERS}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          autoFocus={voucher === ""}
          onChange={(event) => change("voucher", event.currentTarget.value)}
        />
        <TextInput
          {...fieldProps("displayName")}
          label={t("voucher.name")}
          maxLength={DISPLAY_NAME_MAX_CHARACTERS}
          autoComplete="name"
          autoFocus={voucher !== ""}
          onChange={(event) => change("displayName", event.currentTarget.value)}
        />
        <TextInput
          {...fieldProps("email")}
          type="email"
          label={t("voucher.email")}
          maxLength={LOGIN_MAX_CHARACTERS}
          autoComplete="username"
          onChange={(event) => change("email", event.currentTarget.value)}
        />
        <PasswordField
          {...fieldProps("password")}
          label={t("voucher.password")}
          description={t("voucher.passwordHint", { count })}
          autoComplete="new-password"
          onValue={(value) => change("password", value)}
        />
        <div role="alert">{failure && <Alert color="red">{failure}</Alert>}</div>
        <Button type="submit" size="md" loading={registering.isPending}>
          {t("voucher.register")}
        </Button>
        <ButtonLink to="/sign-in" variant="subtle">
          {t("voucher.toSignIn")}
        </ButtonLink>
      </Stack>
    </form>
  );
}
