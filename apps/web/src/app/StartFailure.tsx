/** The server did not say who is signed in, so no screen can be shown: says so and keeps trying. */
import { Button } from "@mantine/core";
import { IconPlugConnectedX } from "@tabler/icons-react";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { StateMessage } from "#ui/StateMessage.tsx";

const RETRY_INTERVAL_MS = 4000;

export function StartFailure({ onRetry }: { readonly onRetry: () => void }) {
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
