/** Page of an enrollment form: its description, its fields, and the result of the registration. */
import { Alert, Group, Stack, Text } from "@mantine/core";
import { IconLogin2, IconUserPlus, IconUsersGroup } from "@tabler/icons-react";
import { useRouterState } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { PageBoxes } from "#box/PageBoxes.tsx";
import { usePlace } from "#item/use-place.ts";
import { ItemPageFrame } from "#item-page/ItemPageFrame.tsx";
import { useSession } from "#platform/session.tsx";
import { RichText } from "#rich-text/RichText.tsx";
import { ButtonLink } from "#ui/ButtonLink.tsx";
import { CallFailure } from "#ui/CallFailure.tsx";
import { PageSkeleton } from "#ui/PageSkeleton.tsx";
import { useEnrollmentForm } from "./enrollment.api.ts";
import { Registered } from "./Registered.tsx";
import { RegisterForm } from "./RegisterForm.tsx";
import { REGISTRATIONS_HASH } from "./registrations-hash.ts";

export function EnrollmentPage() {
  const { t } = useTranslation();
  const { site, user } = useSession();
  const steps = usePlace()?.steps ?? [];
  const { data: form, error, refetch } = useEnrollmentForm(steps.at(-1)?.id ?? 0, steps.at(-2)?.id ?? null);
  // Whether the user was not registered when the page was opened: registering then leads to the next page.
  const [wasOpen, setWasOpen] = useState(false);
  if (!form) return error ? <CallFailure error={error} onRetry={() => void refetch()} /> : <PageSkeleton />;
  if (form.registration === null && !wasOpen) setWasOpen(true);
  const parentId = form.path.at(-2)?.id;
  return (
    <ItemPageFrame
      content={form}
      steps={steps}
      actions={
        form.canSeeRegistrations && (
          <ButtonLink
            variant="default"
            to="/$site/manage"
            params={{ site: `s${site.id}` }}
            search={{ item: form.id, in: parentId }}
            hash={REGISTRATIONS_HASH}
            leftSection={<IconUsersGroup size={18} stroke={1.5} aria-hidden />}
          >
            {t("enrollment.registrationsLink", { count: form.registrationCount ?? 0 })}
          </ButtonLink>
        )
      }
    >
      <Stack gap="lg">
        {form.description !== "" && <RichText text={form.description} />}
        {form.registration ? (
          <Registered registration={form.registration} isNew={wasOpen} />
        ) : (
          <>
            {!user && <SignInFirst formId={form.id} />}
            <RegisterForm key={user?.id ?? 0} form={form} isGuest={!user} />
          </>
        )}
      </Stack>
      <PageBoxes id={form.id} kind="enrollment" />
    </ItemPageFrame>
  );
}

/** For guests: leads back here after sign-in. */
function SignInFirst({ formId }: { readonly formId: number }) {
  const { t } = useTranslation();
  const { site } = useSession();
  const next = useRouterState({ select: ({ location }) => location.href });
  return (
    <Alert color="blue" title={t("enrollment.guestTitle")}>
      <Stack gap="sm" align="flex-start">
        <Text size="sm">{t("enrollment.guestText")}</Text>
        <Group gap="sm">
          <ButtonLink to="/sign-in" search={{ next }} leftSection={<IconLogin2 size={18} stroke={1.5} aria-hidden />}>
            {t("enrollment.signIn")}
          </ButtonLink>
          <ButtonLink
            variant="default"
            to="/$site/register"
            params={{ site: `s${site.id}` }}
            search={{ form: formId, next }}
            leftSection={<IconUserPlus size={18} stroke={1.5} aria-hidden />}
          >
            {t("enrollment.createAccount")}
          </ButtonLink>
        </Group>
      </Stack>
    </Alert>
  );
}
