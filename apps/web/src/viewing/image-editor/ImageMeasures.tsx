/** Rotation and pixel size of a slide; both belong to its file. */
import { Group, Input, NumberInput, SegmentedControl } from "@mantine/core";
import type { Image } from "@parfocal/core/image/image.contract.ts";
import { useTranslation } from "react-i18next";
import classes from "./ImageEditor.module.css";
import type { ImageValues } from "./image-values.ts";

const ORIENTATIONS = [0, 90, 180, 270] as const;
const MAX_MICRONS = 10_000;
const DECIMALS = 6;

interface ImageMeasuresProps {
  readonly image: Image;
  readonly values: ImageValues;
  readonly onChange: (changes: Partial<ImageValues>) => void;
}

export function ImageMeasures({ image, values, onChange }: ImageMeasuresProps) {
  const { t } = useTranslation();
  const saved = image.slideInformation?.orientation ?? 0;
  const orientation = values.orientation ?? saved;
  const sizeField = (field: "micronsPerPixel" | "micronsPerPixelY", label: string) => (
    <NumberInput
      label={label}
      min={0}
      max={MAX_MICRONS}
      decimalScale={DECIMALS}
      step={0.01}
      value={values[field] ?? ""}
      onChange={(value) => onChange({ [field]: value === "" ? null : Number(value) })}
      w={200}
    />
  );
  return (
    <>
      <Input.Wrapper label={t("image.orientation")} description={t("image.orientationHint")} labelElement="div">
        <Group gap="md" mt={4}>
          <SegmentedControl
            aria-label={t("image.orientation")}
            value={String(orientation)}
            onChange={(degrees) => onChange({ orientation: Number(degrees) as (typeof ORIENTATIONS)[number] })}
            data={ORIENTATIONS.map((degrees) => ({ value: String(degrees), label: `${degrees}°` }))}
          />
          {image.thumbnail && orientation !== saved && (
            <div className={classes.turned}>
              <img
                src={image.thumbnail}
                alt={t("image.turned")}
                style={{ transform: `rotate(${orientation - saved}deg)` }}
              />
            </div>
          )}
        </Group>
      </Input.Wrapper>
      <Input.Wrapper description={t("image.micronsHint")} inputWrapperOrder={["input", "description"]}>
        <Group align="flex-end" gap="sm">
          {sizeField("micronsPerPixel", t("image.micronsPerPixel"))}
          {sizeField("micronsPerPixelY", t("image.micronsY"))}
        </Group>
      </Input.Wrapper>
    </>
  );
}
