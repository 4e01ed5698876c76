/** Target of an invite code's link: `/s1/join?code=…`. Guests sign in first and return. */
import { Container, Stack, Text, Title } from "@mantine/core";
import { IconLogin2 } from "@tabler/icons-react";
import { useRouterState } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { useSession } from "#platform/session.tsx";
import { ButtonLink } from "#ui/ButtonLink.tsx";
import { usePagePlace } from "#ui/page-place.ts";
import { JoinForm } from "./JoinForm.tsx";

export function JoinPage() {
  const { t } = useTranslation();
  const { user } = useSession();
  const { href, search } = useRouterState({ select: ({ location }) => location });
  const { code = "" } = search as { readonly code?: string };
  usePagePlace({ title: t("invite.joinTitle") });
  return (
    <Container size="xs" py="xl">
      <Stack gap="lg">
        <Title order={1}>{t("invite.joinTitle")}</Title>
        {user ? (
          <JoinForm key={code} code={code} />
        ) : (
          <Stack align="flex-start">
            <Text>{t("invite.guestText")}</Text>
            <ButtonLink
              to="/sign-in"
              search={{ next: href }}
              leftSection={<IconLogin2 size={18} stroke={1.5} aria-hidden />}
            >
              {t("invite.signIn")}
            </ButtonLink>
          </Stack>
        )}
      </Stack>
    </Container>
  );
}
