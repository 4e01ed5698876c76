/** Sets the slide's pixel size: the user draws a line over a structure of known length. */
import { Button, Group, NumberInput, Text } from "@mantine/core";
import type { SlideViewer } from "@parfocal/viewer/slide-viewer.ts";
import { IconRuler2 } from "@tabler/icons-react";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { formatQuantity } from "#ui/quantity-text.ts";
import { lengthPx, micronsPerPixelOf } from "./known-length.ts";

interface CalibrationProps {
  readonly viewer: SlideViewer;
  /** @param micronsPerPixel equal along x and y; not saved yet. */
  readonly onCalibrated: (micronsPerPixel: number) => void;
}

export function Calibration({ viewer, onCalibrated }: CalibrationProps) {
  const { t, i18n } = useTranslation();
  const [isDrawing, setDrawing] = useState(false);
  const [drawnPx, setDrawnPx] = useState<number | null>(null);
  const [knownUm, setKnownUm] = useState<number | string>(100);
  useEffect(() => {
    if (!isDrawing) return;
    const stop = viewer.on("drawn", ({ shape }) => {
      setDrawnPx(lengthPx(shape));
      setDrawing(false);
    });
    viewer.annotations.startDrawing("line");
    viewer.focus();
    return () => {
      stop();
      viewer.annotations.cancelDrawing();
    };
  }, [viewer, isDrawing]);
  const result = drawnPx === null ? null : micronsPerPixelOf(Number(knownUm), drawnPx);
  const format = (value: number): string => formatQuantity(value, i18n.language, { maximumFractionDigits: 1 });
  return (
    <section aria-label={t("image.calibrate")}>
      <Text size="sm">{t(isDrawing ? "image.calibrateDraw" : "image.calibrateHint")}</Text>
      <Group align="flex-end" gap="xs" mt="xs">
        {isDrawing ? (
          <>
            <Button mih={44} onClick={() => viewer.annotations.finishDrawing()}>
              {t("image.calibrateDone")}
            </Button>
            <Button mih={44} variant="default" onClick={() => setDrawing(false)}>
              {t("ui.cancel")}
            </Button>
          </>
        ) : (
          <Button
            mih={44}
            variant="default"
            leftSection={<IconRuler2 size={18} stroke={1.5} aria-hidden />}
            onClick={() => setDrawing(true)}
          >
            {t(drawnPx === null ? "image.calibrateStart" : "image.calibrateAgain")}
          </Button>
        )}
        {drawnPx !== null && !isDrawing && (
          <>
            <NumberInput
              label={t("image.knownLength", { pixels: format(drawnPx) })}
              suffix=" µm"
              min={0}
              decimalScale={3}
              value={knownUm}
              onChange={setKnownUm}
              w={220}
            />
            <Button mih={44} disabled={result === null} onClick={() => result !== null && onCalibrated(result)}>
              {t("image.calibrateTake")}
            </Button>
          </>
        )}
      </Group>
    </section>
  );
}
