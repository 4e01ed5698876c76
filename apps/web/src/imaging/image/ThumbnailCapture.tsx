import { Button, Group, Stack, Text } from "@mantine/core";
import type { Image } from "@parfocal/core/image/image.contract.ts";
import type { SlideViewer } from "@parfocal/viewer/slide-viewer.ts";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { showFailure, showProblem, showSuccess } from "#platform/failure-toast.ts";
import { mutateAlways } from "#platform/mutate-always.ts";
import { captureSettled, THUMBNAIL_SIZE } from "./capture-settled.ts";
import { useResetThumbnail, useSaveThumbnail } from "./image.api.ts";
import classes from "./ThumbnailCapture.module.css";

/** Captures the slide's thumbnail from the view, with a preview before it is saved. */
export function ThumbnailCapture({ viewer, image }: { readonly viewer: SlideViewer; readonly image: Image }) {
  const { t } = useTranslation();
  const [captured, setCaptured] = useState<string | null>(null);
  const [isCapturing, setIsCapturing] = useState(false);
  const save = useSaveThumbnail(image.id);
  const reset = useResetThumbnail(image.id);

  const handleCapture = async (): Promise<void> => {
    setIsCapturing(true);
    try {
      setCaptured(await captureSettled(viewer));
    } catch {
      showProblem(t("image.captureFailed"));
    } finally {
      setIsCapturing(false);
    }
  };
  const handleSave = (): void => {
    if (captured === null) return;
    save.mutate(captured, {
      onSuccess: () => {
        setCaptured(null);
        showSuccess(t("image.thumbnailSaved"));
      },
      onError: showFailure,
    });
  };
  const handleReset = (): void =>
    mutateAlways(reset, undefined, { onSuccess: () => showSuccess(t("image.thumbnailSaved")), onError: showFailure });

  return (
    <section aria-label={t("image.thumbnail")}>
      <h3>{t("image.thumbnail")}</h3>
      <Stack gap="xs">
        <Text size="sm">{t("image.thumbnailHint")}</Text>
        {captured ? (
          <>
            <img className={classes.picture} src={captured} alt={t("image.captured")} {...THUMBNAIL_SIZE} />
            <Group gap="xs" grow>
              <Button variant="default" mih={44} onClick={() => setCaptured(null)}>
                {t("image.discard")}
              </Button>
              <Button mih={44} loading={save.isPending} onClick={handleSave}>
                {t("image.save")}
              </Button>
            </Group>
          </>
        ) : (
          <>
            {image.thumbnail && <img className={classes.picture} src={image.thumbnail} alt={t("image.thumbnail")} />}
            <Button variant="default" mih={44} loading={isCapturing} onClick={() => void handleCapture()}>
              {t("image.capture")}
            </Button>
            {image.isThumbnailOwn && (
              <Button variant="subtle" mih={44} loading={reset.isPending} onClick={handleReset}>
                {t("image.thumbnailReset")}
              </Button>
            )}
          </>
        )}
      </Stack>
    </section>
  );
}
