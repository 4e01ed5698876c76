/** Actions for a host that the site does not allow: administrators can allow it here, others see whom to ask. */
import { Button, Stack, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useSession } from "#platform/session.tsx";
import { useAllowTileSourceHost } from "./external-slide.api.ts";
import { keepAddress } from "./stored-address.ts";

interface AllowHostProps {
  readonly host: string;
  /** The URL typed for a slide of this host, to continue with. */
  readonly url: string;
  /** Course or folder to which the slide is added. */
  readonly parentId: number;
}

export function AllowHost({ host, url, parentId }: AllowHostProps) {
  const { t } = useTranslation();
  const { can } = useSession();
  const allow = useAllowTileSourceHost();

  function handleAllow(): void {
    allow.mutate(host, {
      onSuccess() {
        // The content security policy of a page is fixed when it is loaded.
        keepAddress(parentId, url);
        window.location.reload();
      },
    });
  }

  if (!can("managePeople")) return <Text size="sm">{t("slide.externalAskAdministrator", { host })}</Text>;
  return (
    <Stack gap="xs" align="flex-start">
      <Text size="sm">{t("slide.externalAllowText", { host })}</Text>
      <Button variant="default" loading={allow.isPending || allow.isSuccess} onClick={handleAllow}>
        {t("slide.externalAllow", { host })}
      </Button>
    </Stack>
  );
}
