/** Shown when the session could not be loaded, so that no screen can be shown; loading is retried. */
import { Button } from "@mantine/core";
import { AppError } from "@parfocal/core/errors.ts";
import { SHARED_PAGES } from "@parfocal/core/share/share-path.ts";
import { IconPlugConnectedX } from "@tabler/icons-react";
import { Suspense, useEffect } from "react";
import { useTranslation } from "react-i18next";
import { lazyPartWithTexts } from "#ui/lazy-part-with-texts.ts";
import { StateMessage } from "#ui/StateMessage.tsx";

const RETRY_INTERVAL_MS = 4000;

const LinkGone = lazyPartWithTexts(
  () => import("#shared-page/LinkGone.tsx"),
  (part) => part.LinkGone,
);

interface StartFailureProps {
  readonly error: unknown;
  readonly onRetry: () => void;
}

export function StartFailure({ error, onRetry }: StartFailureProps) {
  // A share link can refer to a site that does not exist; it fails like any other invalid link.
  const isLinkGone = error instanceof AppError && error.kind === "notFound" && isSharedPage();
  return isLinkGone ? (
    <Suspense fallback={null}>
      <LinkGone isEmbedded />
    </Suspense>
  ) : (
    <ServerAway onRetry={onRetry} />
  );
}

const isSharedPage = (): boolean => window.location.pathname.startsWith(SHARED_PAGES);

function ServerAway({ onRetry }: Pick<StartFailureProps, "onRetry">) {
  const { t } = useTranslation();
  useEffect(() => {
    const timer = setInterval(onRetry, RETRY_INTERVAL_MS);
    return () => clearInterval(timer);
  }, [onRetry]);
  return (
    <StateMessage icon={IconPlugConnectedX} title={t("app.startFailedTitle")} text={t("app.startFailedText")} isAlert>
      <Button onClick={onRetry}>{t("ui.tryAgain")}</Button>
    </StateMessage>
  );
}
