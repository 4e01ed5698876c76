/** Ends a link, after a question. */
import { Button, Group, Text } from "@mantine/core";
import type { ListedShare } from "@parfocal/core/share/share.contract.ts";
import { IconLinkOff } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { showFailure, showSuccess } from "#platform/failure-toast.ts";
import { mutateAlways } from "#platform/mutate-always.ts";
import { useEndShare } from "./share.api.ts";

export function EndLink({ share }: { readonly share: ListedShare }) {
  const { t } = useTranslation();
  const [isAsking, setAsking] = useState(false);
  const end = useEndShare();
  const { title } = share.item;
  if (!isAsking)
    return (
      <Button
        variant="subtle"
        color="red"
        leftSection={<IconLinkOff size={18} stroke={1.5} aria-hidden />}
        aria-label={t("share.endNamed", { title })}
        onClick={() => setAsking(true)}
      >
        {t("share.end")}
      </Button>
    );
  const handleEnd = () =>
    mutateAlways(end, share, {
      onSuccess: () => showSuccess(t("share.ended")),
      onError: showFailure,
      onSettled: () => setAsking(false),
    });
  return (
    <div role="alert">
      <Text size="sm">{t("share.endAsk")}</Text>
      <Group gap="xs" mt="xs">
        <Button variant="default" autoFocus onClick={() => setAsking(false)}>
          {t("share.cancel")}
        </Button>
        <Button color="red" loading={end.isPending} onClick={handleEnd}>
          {t("share.end")}
        </Button>
      </Group>
    </div>
  );
}
