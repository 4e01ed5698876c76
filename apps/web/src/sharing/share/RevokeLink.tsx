/** Revokes a link, after a confirmation. */
import { Button, Group, Text } from "@mantine/core";
import type { ListedShare } from "@parfocal/core/share/share.contract.ts";
import { IconLinkOff } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { showFailure, showSuccess } from "#platform/failure-toast.ts";
import { mutateAlways } from "#platform/mutate-always.ts";
import { useRevokeShare } from "./share.api.ts";

export function RevokeLink({ share }: { readonly share: ListedShare }) {
  const { t } = useTranslation();
  const [isAsking, setAsking] = useState(false);
  const revoke = useRevokeShare();
  const { title } = share.item;
  if (!isAsking)
    return (
      <Button
        variant="subtle"
        color="red"
        leftSection={<IconLinkOff size={18} stroke={1.5} aria-hidden />}
        aria-label={t("share.revokeNamed", { title })}
        onClick={() => setAsking(true)}
      >
        {t("share.revoke")}
      </Button>
    );
  const handleRevoke = () =>
    mutateAlways(revoke, share, {
      onSuccess: () => showSuccess(t("share.revoked")),
      onError: showFailure,
      onSettled: () => setAsking(false),
    });
  return (
    <div role="alert">
      <Text size="sm">{t("share.revokeAsk")}</Text>
      <Group gap="xs" mt="xs">
        <Button variant="default" autoFocus onClick={() => setAsking(false)}>
          {t("share.cancel")}
        </Button>
        <Button color="red" loading={revoke.isPending} onClick={handleRevoke}>
          {t("share.revoke")}
        </Button>
      </Group>
    </div>
  );
}
