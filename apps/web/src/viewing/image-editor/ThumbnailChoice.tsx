/** A slide's thumbnail from the media library or from this computer, beside the capture from the slide. */
import { Button, Group } from "@mantine/core";
import { getMediaFileById } from "@parfocal/core/media/media.contract.ts";
import { IconPhotoSearch, IconUpload } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { choosePicture, PICTURE_TYPES } from "#editor/ThumbnailField.tsx";
import { useSaveThumbnail } from "#image/image.api.ts";
import { callForFile } from "#platform/call.ts";
import { showFailure, showProblem, showSuccess } from "#platform/failure-toast.ts";
import { FilesButton } from "#ui/FilesButton.tsx";
import { pictureDataUrl } from "./picture-data-url.ts";

export function ThumbnailChoice({ imageId }: { readonly imageId: number }) {
  const { t } = useTranslation();
  const [isBusy, setBusy] = useState(false);
  const save = useSaveThumbnail(imageId);
  const take = async (picture: Blob): Promise<void> => {
    setBusy(true);
    try {
      const dataUrl = await pictureDataUrl(picture).catch(() => null);
      if (dataUrl === null) showProblem(t("image.pictureUnreadable"));
      else {
        await save.mutateAsync(dataUrl);
        showSuccess(t("image.thumbnailSaved"));
      }
    } catch (error) {
      showFailure(error);
    } finally {
      setBusy(false);
    }
  };
  const choose = async (): Promise<void> => {
    const id = await choosePicture(t("editor.thumbnailPick"));
    if (id === null) return;
    const picture = await callForFile(getMediaFileById, { params: { id } }).catch(() => null);
    if (picture) await take(picture);
    else showProblem(t("image.pictureUnreadable"));
  };
  return (
    <Group gap="xs">
      <Button
        mih={44}
        variant="default"
        disabled={isBusy}
        leftSection={<IconPhotoSearch size={18} stroke={1.5} aria-hidden />}
        onClick={() => void choose()}
      >
        {t("image.thumbnailChoose")}
      </Button>
      <FilesButton
        accept={PICTURE_TYPES.join(",")}
        onFiles={([file]) => void take(file)}
        mih={44}
        variant="default"
        loading={isBusy}
        leftSection={<IconUpload size={18} stroke={1.5} aria-hidden />}
      >
        {t("image.thumbnailUpload")}
      </FilesButton>
    </Group>
  );
}
