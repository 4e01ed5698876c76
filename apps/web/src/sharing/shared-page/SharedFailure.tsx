/** Shown instead of a shared item: the reason, and the next step. */
import { Button } from "@mantine/core";
import { AppError } from "@parfocal/core/errors.ts";
import { IconExternalLink, IconLock } from "@tabler/icons-react";
import { useRouterState } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { ButtonLink } from "#ui/ButtonLink.tsx";
import { CallFailure } from "#ui/CallFailure.tsx";
import { usePagePlace } from "#ui/page-place.ts";
import { StateMessage } from "#ui/StateMessage.tsx";
import { LinkGone } from "./LinkGone.tsx";
import { windowAddress } from "./window-address.ts";

interface SharedFailureProps {
  readonly error: unknown;
  readonly isEmbedded: boolean;
  readonly onRetry: () => void;
}

export function SharedFailure({ error, isEmbedded, onRetry }: SharedFailureProps) {
  const kind = error instanceof AppError ? error.kind : "internal";
  if (kind === "notFound" || kind === "forbidden" || kind === "invalid") return <LinkGone isEmbedded={isEmbedded} />;
  if (kind === "unauthenticated") return <SignInFirst isEmbedded={isEmbedded} />;
  return <CallFailure error={error} onRetry={onRetry} />;
}

/** Signing in is not possible in a frame: its URL is not visible, and its cookies are not sent. */
function SignInFirst({ isEmbedded }: { readonly isEmbedded: boolean }) {
  const { t } = useTranslation();
  const href = useRouterState({ select: ({ location }) => location.href });
  const isFramed = isEmbedded || window.self !== window.top;
  usePagePlace({ title: t("sharedPage.signInTitle") });
  return (
    <StateMessage
      icon={IconLock}
      title={t("sharedPage.signInTitle")}
      text={`${t("sharedPage.signInText")}${isFramed ? ` ${t("sharedPage.signInInWindow")}` : ""}`}
    >
      {isFramed ? (
        <Button
          component="a"
          href={windowAddress(window.location)}
          target="_blank"
          rel="noopener"
          rightSection={<IconExternalLink size={18} stroke={1.5} aria-hidden />}
        >
          {t("sharedPage.openWindow")}
        </Button>
      ) : (
        <ButtonLink to="/sign-in" search={{ next: href }}>
          {t("sharedPage.signIn")}
        </ButtonLink>
      )}
    </StateMessage>
  );
}
