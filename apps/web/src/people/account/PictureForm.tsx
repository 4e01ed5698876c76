/** The user's picture: chosen, replaced, removed with undo. */

import { Alert, Button, Group, Text } from "@mantine/core";
import { AppError } from "@parfocal/core/errors.ts";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { showFailure, showSuccess } from "#platform/failure-toast.ts";
import { mutateAlways } from "#platform/mutate-always.ts";
import { useSession } from "#platform/session.tsx";
import { userPictureUrl } from "#session/user-picture-url.ts";
import { FilesButton } from "#ui/FilesButton.tsx";
import { UserAvatar } from "#ui/UserAvatar.tsx";
import { showUndo } from "#ui/undo-toast.tsx";
import styles from "./Account.module.css";
import { useDeletePicture, useSetPicture } from "./account.api.ts";
import { squarePicture } from "./square-picture.ts";

const ACCEPTED = "image/png,image/jpeg,image/webp";
/** Maximum size in bytes; larger files are not read. */
const FILE_MAX_BYTES = 30 * 1024 * 1024;

export function PictureForm() {
  const { t } = useTranslation();
  const { user } = useSession();
  const [failure, setFailure] = useState<string | null>(null);
  const setting = useSetPicture();
  const deleting = useDeletePicture();
  if (!user) return null;
  const src = userPictureUrl(user);

  async function handleFile(file: File) {
    setFailure(null);
    if (file.size > FILE_MAX_BYTES) return setFailure(t("account.pictureTooLarge"));
    const dataUrl = await squarePicture(file).catch(() => null);
    if (dataUrl === null) return setFailure(t("account.pictureUnreadable"));
    try {
      await setting.mutateAsync(dataUrl);
      showSuccess(t("account.pictureSaved"));
    } catch (error) {
      setFailure(error instanceof AppError && error.message !== "" ? error.message : t("account.updateFailed"));
    }
  }

  async function handleRemove(path: string) {
    setFailure(null);
    try {
      // Kept in this page, so that it can be restored.
      const removed = await squarePicture(await (await fetch(path)).blob()).catch(() => null);
      await deleting.mutateAsync();
      if (removed === null) return showSuccess(t("account.pictureRemoved"));
      showUndo(t("account.pictureRemoved"), t("account.undo"), () =>
        mutateAlways(setting, removed, { onError: showFailure }),
      );
    } catch (error) {
      setFailure(error instanceof AppError && error.message !== "" ? error.message : t("account.updateFailed"));
    }
  }

  return (
    <div>
      <Group gap="md">
        <UserAvatar name={user.displayName} src={src} className={styles.picture} />
        <div className={styles.pictureWords}>
          <Text size="sm" c="dimmed" mb="xs">
            {t("account.pictureHint")}
          </Text>
          <Group gap="xs">
            <FilesButton
              accept={ACCEPTED}
              variant="default"
              loading={setting.isPending}
              onFiles={([file]) => void handleFile(file)}
            >
              {t(src === null ? "account.pictureChoose" : "account.pictureReplace")}
            </FilesButton>
            {src !== null && (
              <Button variant="default" loading={deleting.isPending} onClick={() => void handleRemove(src)}>
                {t("account.pictureRemove")}
              </Button>
            )}
          </Group>
        </div>
      </Group>
      <div role="alert">
        {failure && (
          <Alert color="red" mt="sm">
            {failure}
          </Alert>
        )}
      </div>
    </div>
  );
}
