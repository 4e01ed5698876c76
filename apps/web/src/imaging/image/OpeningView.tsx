import { Button, Stack, Text } from "@mantine/core";
import type { Image } from "@parfocal/core/image/image.contract.ts";
import type { SlideViewer } from "@parfocal/viewer/slide-viewer.ts";
import { useTranslation } from "react-i18next";
import { showFailure, showSuccess } from "#platform/failure-toast.ts";
import { useUpdateImage } from "./image.api.ts";

/** Saves the current centre, zoom and rotation as the opening view. */
export function OpeningView({ viewer, image }: { readonly viewer: SlideViewer; readonly image: Image }) {
  const { t } = useTranslation();
  const update = useUpdateImage(image.id);
  const save = (view: Parameters<typeof update.mutate>[0]): void =>
    update.mutate(view, { onSuccess: () => showSuccess(t("image.positionSaved")), onError: showFailure });
  const handleSet = (): void => {
    const { center, zoom, rotationDeg } = viewer.getView();
    save({ center: [center[0], center[1]], zoom, rotation: rotationDeg });
  };
  const isWhole = image.center === null && image.zoom === null && image.rotation === 0;
  return (
    <section aria-label={t("image.opening")}>
      <Stack gap="xs">
        <Text size="sm">{t("image.openingHint")}</Text>
        <Button variant="default" mih={44} loading={update.isPending} onClick={handleSet}>
          {t("image.openingSet")}
        </Button>
        {!isWhole && (
          <Button
            variant="subtle"
            mih={44}
            disabled={update.isPending}
            onClick={() => save({ center: null, zoom: null, rotation: 0 })}
          >
            {t("image.openingClear")}
          </Button>
        )}
      </Stack>
    </section>
  );
}
