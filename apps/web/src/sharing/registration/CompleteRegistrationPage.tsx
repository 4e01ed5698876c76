/** Target of the link in a registration mail: setting a password creates the account and signs in. */
import { Alert, Anchor, Button, Container, Stack, Text, Title } from "@mantine/core";
import { PASSWORD_MIN_CHARACTERS } from "@parfocal/core/account/password-rules.ts";
import { AppError } from "@parfocal/core/errors.ts";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { type FormEvent, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useSession } from "#platform/session.tsx";
import { PasswordField } from "#session/PasswordField.tsx";
import { usePagePlace } from "#ui/page-place.ts";
import { useCompleteRegistration } from "./registration.api.ts";

const PASSWORD_PROBLEMS = {
  passwordTooShort: "registration.passwordTooShort",
  passwordTooCommon: "registration.passwordTooCommon",
  passwordTooObvious: "registration.passwordTooObvious",
} as const;
type PasswordProblem = keyof typeof PASSWORD_PROBLEMS;

/** Why there is no account, and where to go instead. */
interface Failure {
  readonly text: string;
  readonly way: "register" | "signIn" | null;
}

export function CompleteRegistrationPage() {
  const { t } = useTranslation();
  const { token } = useSearch({ strict: false }) as { token?: unknown };
  usePagePlace({ title: t("registration.chooseTitle") });
  return (
    <Container size="xs" py="xl">
      <Stack gap="lg">
        <Title order={1}>{t("registration.chooseTitle")}</Title>
        <Text>{t("registration.chooseText")}</Text>
        <PasswordForm token={String(token ?? "")} />
      </Stack>
    </Container>
  );
}

function PasswordForm({ token }: { readonly token: string }) {
  const { t } = useTranslation();
  const { site, signIn } = useSession();
  const navigate = useNavigate();
  const completing = useCompleteRegistration();
  const [password, setPassword] = useState("");
  const [error, setError] = useState<string | null>(null);
  const [failure, setFailure] = useState<Failure | null>(token === "" ? invalidLink() : null);
  const [isBusy, setBusy] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const count = PASSWORD_MIN_CHARACTERS;

  function invalidLink(): Failure {
    return { text: t("registration.linkInvalid"), way: "register" };
  }

  function showError(text: string): void {
    setError(text);
    field.current?.focus();
  }

  async function handleSubmit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (isBusy) return;
    setError(null);
    setFailure(null);
    if (password === "") return showError(t("registration.passwordTooShort", { count }));
    setBusy(true);
    try {
      const { email, next } = await completing.mutateAsync({ token, password });
      await signIn(email, password);
      await navigate({ href: next ?? `/s${site.id}/`, replace: true });
    } catch (caught) {
      showServerError(caught);
    } finally {
      setBusy(false);
    }
  }

  function showServerError(caught: unknown): void {
    const codes = caught instanceof AppError ? caught.codes : [];
    const problem = codes.find((code): code is PasswordProblem => code in PASSWORD_PROBLEMS);
    if (problem) showError(t(PASSWORD_PROBLEMS[problem], { count }));
    else if (codes.includes("linkInvalid")) setFailure(invalidLink());
    else if (codes.includes("emailTaken")) setFailure({ text: t("registration.emailTaken"), way: "signIn" });
    else setFailure({ text: caught instanceof AppError ? caught.message : t("platform.failed"), way: null });
  }

  return (
    <form noValidate onSubmit={(event) => void handleSubmit(event)}>
      <Stack>
        <PasswordField
          ref={field}
          label={t("registration.password")}
          description={t("registration.passwordHint", { count })}
          value={password}
          onValue={setPassword}
          error={error}
          name="password"
          autoComplete="new-password"
          autoFocus
        />
        <div role="alert">
          {failure && (
            <Alert color="red">
              {failure.text}{" "}
              {failure.way === "register" && (
                <Anchor href={`/s${site.id}/register`}>{t("registration.registerAgain")}</Anchor>
              )}
              {failure.way === "signIn" && (
                <Anchor href={`/sign-in?next=/s${site.id}/`}>{t("registration.toSignIn")}</Anchor>
              )}
            </Alert>
          )}
        </div>
        <Button type="submit" size="md" loading={isBusy}>
          {t("registration.complete")}
        </Button>
      </Stack>
    </form>
  );
}
