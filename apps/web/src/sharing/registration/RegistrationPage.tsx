/**
 * `/s1/register`: with a voucher (`?voucher=…`), open, or to fill in an enrollment form (`?form=…`), to which it
 * returns (`next`).
 */
import { Container, Stack, Text, Title } from "@mantine/core";
import { isOwnPath } from "@parfocal/core/session/own-path.ts";
import { useRouterState } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { readId } from "#platform/address-parameters.ts";
import { useSession } from "#platform/session.tsx";
import { ButtonLink } from "#ui/ButtonLink.tsx";
import { usePagePlace } from "#ui/page-place.ts";
import { RegisterPage as VoucherPage } from "#voucher/RegisterPage.tsx";
import { EmailRegistration } from "./EmailRegistration.tsx";

export function RegistrationPage() {
  const { user, site } = useSession();
  const { search } = useRouterState({ select: ({ location }) => location });
  const { voucher, form, next } = search as { readonly voucher?: unknown; readonly form?: unknown; next?: unknown };
  const formId = readId(form);
  const isByEmail = user === null && voucher === undefined && (site.isRegistrationOpen || formId !== null);
  if (!isByEmail) return <VoucherPage key={voucher === undefined ? "none" : "voucher"} />;
  return <EmailPage formId={formId} next={typeof next === "string" && isOwnPath(next) ? next : undefined} />;
}

interface EmailPageProps {
  /** Enrollment form that permits the registration; null: none was given. */
  readonly formId: number | null;
  readonly next: string | undefined;
}

function EmailPage({ formId, next }: EmailPageProps) {
  const { t } = useTranslation();
  const { site } = useSession();
  usePagePlace({ title: t("registration.title") });
  return (
    <Container size="xs" py="xl">
      <Stack gap="lg">
        <Title order={1}>{t("registration.title")}</Title>
        <Text>{t("registration.text")}</Text>
        <EmailRegistration formId={formId} next={next} />
        <Stack gap={0}>
          <ButtonLink to="/$site/register" params={{ site: `s${site.id}` }} search={{ voucher: "" }} variant="subtle">
            {t("registration.withVoucher")}
          </ButtonLink>
          <ButtonLink to="/sign-in" search={{ next: next ?? `/s${site.id}/` }} variant="subtle">
            {t("registration.toSignIn")}
          </ButtonLink>
        </Stack>
      </Stack>
    </Container>
  );
}
