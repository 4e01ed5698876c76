/** An item's thumbnail: automatic, chosen (or uploaded) in the media library, or captured from its slide. */
import { Button, Input } from "@mantine/core";
import { getMediaThumbnailById } from "@parfocal/core/media/media.contract.ts";
import { IconPhoto, IconPhotoSearch, IconRestore } from "@tabler/icons-react";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { readId } from "#platform/address-parameters.ts";
import { fileUrlOf } from "#platform/call.ts";
import { showFailure } from "#platform/failure-toast.ts";
import { hostBridge } from "#platform/host-bridge.ts";
import styles from "./ThumbnailField.module.css";

/** Media types allowed for a thumbnail or a background. */
export const PICTURE_TYPES = ["image/png", "image/jpeg", "image/webp", "image/gif"] as const;

interface ThumbnailFieldProps {
  readonly label: string;
  /** ID in the media library; null: chosen automatically (the first slide), or none. */
  readonly value: number | null;
  /** Path of the default image while none is selected; null: there is none. */
  readonly automatic: string | null;
  /** Text while nothing is selected, e.g. which image is shown then. */
  readonly hint?: string;
  readonly onChange: (mediaId: number | null) => void;
  /** Further actions to set a thumbnail: the capture from a slide. */
  readonly children?: ReactNode;
}

/** URL of the thumbnail of a file in the media library. */
const mediaThumbnail = (mediaId: number): string => fileUrlOf(getMediaThumbnailById, { params: { id: mediaId } });

/** @returns the ID of the selected image; null: none. Errors are shown. */
export async function choosePicture(title: string): Promise<number | null> {
  try {
    const chosen = await hostBridge().pickMedia({ title, accept: PICTURE_TYPES });
    return readId(chosen?.[0]?.id);
  } catch (error) {
    showFailure(error);
    return null;
  }
}

export function ThumbnailField({ label, value, automatic, hint, onChange, children }: ThumbnailFieldProps) {
  const { t } = useTranslation();
  const picture = value === null ? automatic : mediaThumbnail(value);
  const [broken, setBroken] = useState<string | null>(null);
  const choose = async () => {
    const id = await choosePicture(t("editor.thumbnailPick"));
    if (id !== null) onChange(id);
  };
  return (
    <Input.Wrapper
      label={label}
      labelElement="div"
      description={value === null ? (hint ?? t("editor.thumbnailAutomatic")) : undefined}
    >
      <div className={styles.row}>
        <div className={styles.picture}>
          {picture !== null && picture !== broken ? (
            <img src={picture} alt="" onError={() => setBroken(picture)} />
          ) : (
            <IconPhoto size={32} stroke={1.5} aria-hidden />
          )}
        </div>
        <div className={styles.buttons}>
          <Button
            variant="default"
            leftSection={<IconPhotoSearch size={18} stroke={1.5} aria-hidden />}
            onClick={() => void choose()}
          >
            {t("editor.thumbnailChoose")}
          </Button>
          {value !== null && (
            <Button
              variant="subtle"
              leftSection={<IconRestore size={18} stroke={1.5} aria-hidden />}
              onClick={() => onChange(null)}
            >
              {t("editor.thumbnailReset")}
            </Button>
          )}
          {children}
        </div>
      </div>
    </Input.Wrapper>
  );
}
