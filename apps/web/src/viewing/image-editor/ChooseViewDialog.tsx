/** Shows a slide, and returns the view that the user moved to. */
import { Button, Group, Modal, Stack, Text } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import type { SlideViewer } from "@parfocal/viewer/slide-viewer.ts";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { EditorState } from "#editor/EditorState.tsx";
import { useImage } from "#slide/slide.api.ts";
import type { ViewChooserProps } from "#textbook-mark/view-chooser.ts";
import { nestedDialog } from "#ui/nested-dialog.ts";
import { SMALL_SCREEN_QUERY } from "#ui/small-screen.ts";
import { LiveSlide } from "./LiveSlide.tsx";

export function ChooseViewDialog({ imageId, opening, onChoose, onClose }: ViewChooserProps) {
  const { t } = useTranslation();
  const isSmall = useMediaQuery(SMALL_SCREEN_QUERY, undefined, { getInitialValueInEffect: false });
  const { data: image, isError, refetch } = useImage(imageId, null);
  const [viewer, setViewer] = useState<SlideViewer | null>(null);

  function choose(): void {
    if (!viewer) return;
    const { center, zoom, rotationDeg } = viewer.getView();
    onChoose({ center: [center[0], center[1]], zoom, rotationDeg });
  }

  return (
    <Modal
      opened
      onClose={onClose}
      title={t("image.chooseView")}
      size="xl"
      fullScreen={isSmall ?? false}
      closeButtonProps={{ "aria-label": t("ui.close") }}
      {...nestedDialog(onClose)}
    >
      <Stack gap="sm">
        <Text size="sm">{t("image.chooseViewHint")}</Text>
        {image ? (
          <LiveSlide image={image} openingView={opening} onViewer={setViewer} />
        ) : (
          <EditorState isError={isError} onRetry={() => void refetch()} />
        )}
        <Group justify="space-between">
          <Group gap="xs">
            <Button variant="default" disabled={!viewer} onClick={() => viewer?.rotateLeft()}>
              {t("image.turnLeft")}
            </Button>
            <Button variant="default" disabled={!viewer} onClick={() => viewer?.rotateRight()}>
              {t("image.turnRight")}
            </Button>
          </Group>
          <Group gap="xs">
            <Button variant="default" onClick={onClose}>
              {t("ui.cancel")}
            </Button>
            <Button disabled={!viewer} onClick={choose}>
              {t("image.useView")}
            </Button>
          </Group>
        </Group>
      </Stack>
    </Modal>
  );
}
