/** The counts could not be loaded; nothing is deleted without them. */
import { Button, Group, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";

export function LoadFailed({ onRetry }: { readonly onRetry: () => void }) {
  const { t } = useTranslation();
  return (
    <Group gap="sm" role="alert">
      <Text>{t("personalData.loadFailed")}</Text>
      <Button variant="default" onClick={onRetry}>
        {t("personalData.retry")}
      </Button>
    </Group>
  );
}
