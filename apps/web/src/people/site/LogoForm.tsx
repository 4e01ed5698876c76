/** The logo of the site: chosen, replaced, removed with undo. */
import { Alert, Button, Group, Text } from "@mantine/core";
import { AppError } from "@parfocal/core/errors.ts";
import { getSiteLogo } from "@parfocal/core/site/site-logo.contract.ts";
import { LOGO_FILE_MAX_BYTES } from "@parfocal/core/site/site-logo.ts";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { callForFile } from "#platform/call.ts";
import { showFailure, showSuccess } from "#platform/failure-toast.ts";
import { mutateAlways } from "#platform/mutate-always.ts";
import { useSession } from "#platform/session.tsx";
import { FilesButton } from "#ui/FilesButton.tsx";
import { SectionCard } from "#ui/SectionCard.tsx";
import { showUndo } from "#ui/undo-toast.tsx";
import { SiteLogo } from "./SiteLogo.tsx";
import { useDeleteSiteLogo, useSetSiteLogo } from "./site-options.api.ts";

const ACCEPTED = "image/png,image/jpeg,image/webp";
const SHOWN_MAX_HEIGHT_PX = 64;
const BYTES_A_MEGABYTE = 1_000_000;

const dataUrlOf = (file: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });

export function LogoForm() {
  const { t } = useTranslation();
  const { site } = useSession();
  const [failure, setFailure] = useState<string | null>(null);
  const setting = useSetSiteLogo();
  const deleting = useDeleteSiteLogo();
  const { logo } = site;
  const failed = (error: unknown) =>
    setFailure(error instanceof AppError && error.message !== "" ? error.message : t("option.saveFailed"));

  async function handleFile(file: File) {
    setFailure(null);
    if (file.size > LOGO_FILE_MAX_BYTES)
      return setFailure(t("option.logoTooLarge", { megabytes: LOGO_FILE_MAX_BYTES / BYTES_A_MEGABYTE }));
    try {
      await setting.mutateAsync(await dataUrlOf(file));
      showSuccess(t("option.logoSaved"));
    } catch (error) {
      failed(error);
    }
  }

  async function handleRemove(key: string) {
    setFailure(null);
    try {
      // Kept in this page, so that it can be restored.
      const removed = await dataUrlOf(await callForFile(getSiteLogo, { params: { site: site.id, key } }));
      await deleting.mutateAsync();
      showUndo(t("option.logoRemoved"), t("option.logoUndo"), () =>
        mutateAlways(setting, removed, { onError: showFailure }),
      );
    } catch (error) {
      failed(error);
    }
  }

  return (
    <SectionCard id="options-logo" title={t("option.logo")}>
      <Text size="sm" c="dimmed">
        {t("option.logoHint", { megabytes: LOGO_FILE_MAX_BYTES / BYTES_A_MEGABYTE })}
      </Text>
      <Group gap="md">
        {logo && <SiteLogo logo={logo} maxHeightPx={SHOWN_MAX_HEIGHT_PX} />}
        <FilesButton
          accept={ACCEPTED}
          variant="default"
          loading={setting.isPending}
          onFiles={([file]) => void handleFile(file)}
        >
          {t(logo ? "option.logoReplace" : "option.logoChoose")}
        </FilesButton>
        {logo && (
          <Button variant="default" loading={deleting.isPending} onClick={() => void handleRemove(logo.key)}>
            {t("option.logoRemove")}
          </Button>
        )}
      </Group>
      <div role="alert">{failure && <Alert color="red">{failure}</Alert>}</div>
    </SectionCard>
  );
}
