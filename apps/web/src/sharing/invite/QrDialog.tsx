/** The link of an invite code as a QR code, to show or print. */
import { Button, Group, Modal, Stack, Text } from "@mantine/core";
import { IconPrinter } from "@tabler/icons-react";
import { createPortal } from "react-dom";
import { useTranslation } from "react-i18next";
import { nestedDialog } from "#ui/nested-dialog.ts";
import { QrCode } from "#ui/QrCode.tsx";
import styles from "./Invite.module.css";

interface QrDialogProps {
  readonly code: string;
  readonly link: string;
  readonly groupTitle: string;
  readonly onClose: () => void;
}

export function QrDialog({ code, link, groupTitle, onClose }: QrDialogProps) {
  const { t } = useTranslation();
  const card = (
    <Stack align="center" gap="xs">
      <Text ta="center" fw={600}>
        {t("invite.qrText", { group: groupTitle })}
      </Text>
      <QrCode text={link} label={t("invite.qrNamed", { code })} />
      <Text className={styles.code} size="lg">
        {code}
      </Text>
      <Text size="sm" ta="center" className={styles.link}>
        {link}
      </Text>
    </Stack>
  );
  return (
    <Modal
      opened
      onClose={onClose}
      title={t("invite.qr")}
      closeButtonProps={{ "aria-label": t("invite.close") }}
      {...nestedDialog(onClose)}
    >
      {card}
      <Group justify="flex-end" mt="md">
        <Button
          data-autofocus
          leftSection={<IconPrinter size={18} stroke={1.5} aria-hidden />}
          onClick={() => window.print()}
        >
          {t("invite.print")}
        </Button>
      </Group>
      {createPortal(<div className={styles.printed}>{card}</div>, document.body)}
    </Modal>
  );
}
