/** Asks before the progress of a course or folder is reset; this cannot be undone. */
import { Button, Group, Modal, Stack, Text } from "@mantine/core";
import type { OpenedShare } from "@parfocal/core/item/opened-share.contract.ts";
import { useTranslation } from "react-i18next";
import { useForgetOpened } from "#item/opened.api.ts";

interface ResetProgressDialogProps {
  readonly id: number;
  readonly title: string;
  readonly share: OpenedShare;
  readonly onClose: () => void;
}

export function ResetProgressDialog({ id, title, share, onClose }: ResetProgressDialogProps) {
  const { t } = useTranslation();
  const forget = useForgetOpened();
  return (
    <Modal opened onClose={onClose} title={t("progress.resetTitle")} closeButtonProps={{ "aria-label": t("ui.close") }}>
      <Stack gap={12}>
        <Text>{t("progress.resetText", { title, count: share.opened })}</Text>
        <Text c="dimmed" size="sm">
          {t("progress.resetKeeps")}
        </Text>
        <Group justify="flex-end" mt={8}>
          <Button variant="default" onClick={onClose} data-autofocus>
            {t("ui.cancel")}
          </Button>
          <Button color="red" loading={forget.isPending} onClick={() => forget.mutate(id, { onSuccess: onClose })}>
            {t("progress.resetNow")}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
