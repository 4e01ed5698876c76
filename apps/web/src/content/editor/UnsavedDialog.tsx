import { Button, Group, Modal, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { UnsavedGuard } from "./useUnsavedGuard.ts";

export function UnsavedDialog({ guard }: { readonly guard: UnsavedGuard }) {
  const { t } = useTranslation();
  return (
    <Modal
      opened={guard.isAsking}
      onClose={guard.stay}
      title={t("editor.unsavedTitle")}
      closeButtonProps={{ "aria-label": t("ui.close") }}
    >
      <Text>{t("editor.unsavedText")}</Text>
      <Group justify="flex-end" mt="lg">
        <Button variant="default" data-autofocus onClick={guard.stay}>
          {t("editor.goOnEditing")}
        </Button>
        <Button color="red" onClick={guard.discard}>
          {t("editor.discard")}
        </Button>
      </Group>
    </Modal>
  );
}
