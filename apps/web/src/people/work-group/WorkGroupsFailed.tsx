import { Button } from "@mantine/core";
import { IconPlugConnectedX } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { StateMessage } from "#ui/StateMessage.tsx";

/** Shown instead of work groups that could not be loaded. */
export function WorkGroupsFailed({ onRetry }: { readonly onRetry: () => void }) {
  const { t } = useTranslation();
  return (
    <StateMessage
      icon={IconPlugConnectedX}
      title={t("workGroup.loadFailed")}
      text={t("workGroup.loadFailedText")}
      isAlert
      isWholePage={false}
    >
      <Button onClick={onRetry}>{t("workGroup.tryAgain")}</Button>
    </StateMessage>
  );
}
