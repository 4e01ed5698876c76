/** Shown instead of a page whose content could not be loaded: one row per kind of failure. */

import { Button } from "@mantine/core";
import { AppError } from "@parfocal/core/errors.ts";
import { IconCloudOff, IconLock } from "@tabler/icons-react";
import { Navigate, useRouterState } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { useSession } from "#platform/session.tsx";
import { ButtonLink } from "#ui/ButtonLink.tsx";
import { NotFoundPage } from "#ui/NotFoundPage.tsx";
import { usePagePlace } from "#ui/page-place.ts";
import { StateMessage } from "#ui/StateMessage.tsx";

interface CallFailureProps {
  readonly error: unknown;
  readonly onRetry: () => void;
}

export function CallFailure({ error, onRetry }: CallFailureProps) {
  const { user } = useSession();
  const href = useRouterState({ select: ({ location }) => location.href });
  const kind = error instanceof AppError ? error.kind : "internal";
  if (kind === "unauthenticated" && !user) return <Navigate to="/sign-in" search={{ next: href }} replace />;
  if (kind === "notFound") return <NotFoundPage />;
  if (kind === "forbidden") return <NotAllowed next={href} />;
  return <LoadFailed error={error} onRetry={onRetry} />;
}

function NotAllowed({ next }: { readonly next: string }) {
  const { t } = useTranslation();
  usePagePlace({ title: t("ui.notAllowedTitle") });
  return (
    <StateMessage icon={IconLock} title={t("ui.notAllowedTitle")} text={t("ui.notAllowedText")}>
      <ButtonLink to="/">{t("ui.toCourses")}</ButtonLink>
      <ButtonLink variant="default" to="/sign-in" search={{ next }}>
        {t("ui.signInWithOther")}
      </ButtonLink>
    </StateMessage>
  );
}

function LoadFailed({ error, onRetry }: CallFailureProps) {
  const { t } = useTranslation();
  usePagePlace({ title: t("ui.failedTitle") });
  const text = error instanceof AppError ? error.message : t("platform.failed");
  return (
    <StateMessage icon={IconCloudOff} title={t("ui.failedTitle")} text={text} isAlert>
      <Button onClick={onRetry}>{t("ui.tryAgain")}</Button>
    </StateMessage>
  );
}
