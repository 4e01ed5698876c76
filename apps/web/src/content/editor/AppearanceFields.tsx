/** The appearance of a course or folder: its thumbnail, its background, and the layout of its contents. */

import { Button, Group, Input, SegmentedControl, Select, Stack } from "@mantine/core";
import {
  BACKGROUND_POSITIONS,
  BACKGROUND_STYLES,
  type BackgroundPosition,
  type BackgroundStyle,
  DISPLAY_STYLES,
  type DisplayStyle,
} from "@parfocal/core/item/item-appearance.ts";
import { getMediaFileById } from "@parfocal/core/media/media.contract.ts";
import { IconPhotoSearch, IconTrash } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { PageBackground } from "#item/PageBackground.tsx";
import { fileUrlOf } from "#platform/call.ts";
import styles from "./AppearanceFields.module.css";
import type { Appearance } from "./appearance.ts";
import { ColourField } from "./ColourField.tsx";
import { choosePicture, ThumbnailField } from "./ThumbnailField.tsx";

interface LookFieldsProps {
  readonly values: Appearance;
  /** The default shown while no thumbnail is selected; null: none. */
  readonly automaticThumbnail: string | null;
  readonly onChange: (changes: Partial<Appearance>) => void;
}

export function AppearanceFields({ values, automaticThumbnail, onChange }: LookFieldsProps) {
  const { t } = useTranslation();
  return (
    <>
      <ThumbnailField
        label={t("editor.thumbnail")}
        hint={t("editor.thumbnailOfFirst")}
        value={values.thumbnailMediaId}
        automatic={automaticThumbnail}
        onChange={(thumbnailMediaId) => onChange({ thumbnailMediaId })}
      />
      <Input.Wrapper label={t("editor.displayStyle")} labelElement="div">
        <div>
          <SegmentedControl
            aria-label={t("editor.displayStyle")}
            value={values.displayStyle}
            onChange={(style) => onChange({ displayStyle: style as DisplayStyle })}
            data={DISPLAY_STYLES.map((value) => ({ value, label: t(`editor.display_${value}`) }))}
          />
        </div>
      </Input.Wrapper>
      <BackgroundFields values={values} onChange={onChange} />
    </>
  );
}

function BackgroundFields({ values, onChange }: Pick<LookFieldsProps, "values" | "onChange">) {
  const { t } = useTranslation();
  const { background, backgroundMediaId: mediaId, backgroundPosition, backgroundStyle } = values;
  const choose = async () => {
    const id = await choosePicture(t("editor.backgroundPick"));
    if (id !== null) onChange({ backgroundMediaId: id });
  };
  return (
    <fieldset className={styles.group}>
      <legend>{t("editor.background")}</legend>
      <Stack gap="sm">
        {(background !== null || mediaId !== null) && (
          <PageBackground
            look={{
              background,
              backgroundUrl: mediaId === null ? null : fileUrlOf(getMediaFileById, { params: { id: mediaId } }),
              backgroundPosition,
              backgroundStyle,
            }}
          >
            <div className={styles.sample}>{t("editor.backgroundSample")}</div>
          </PageBackground>
        )}
        <ColourField
          label={t("editor.backgroundColour")}
          description={t("editor.backgroundColourHint")}
          value={background}
          onChange={(colour) => onChange({ background: colour })}
        />
        <Group gap="xs">
          <Button
            variant="default"
            leftSection={<IconPhotoSearch size={18} stroke={1.5} aria-hidden />}
            onClick={() => void choose()}
          >
            {t("editor.backgroundChoose")}
          </Button>
          {mediaId !== null && (
            <Button
              variant="subtle"
              leftSection={<IconTrash size={18} stroke={1.5} aria-hidden />}
              onClick={() => onChange({ backgroundMediaId: null })}
            >
              {t("editor.backgroundRemove")}
            </Button>
          )}
          {background !== null && (
            <Button variant="subtle" onClick={() => onChange({ background: null })}>
              {t("editor.backgroundNoColour")}
            </Button>
          )}
        </Group>
        {mediaId !== null && (
          <Group grow align="flex-start" maw={520}>
            <Select
              label={t("editor.backgroundStyle")}
              allowDeselect={false}
              value={backgroundStyle}
              onChange={(style) => onChange({ backgroundStyle: style as BackgroundStyle })}
              data={BACKGROUND_STYLES.map((value) => ({ value, label: t(`editor.backgroundStyle_${value}`) }))}
            />
            <Select
              label={t("editor.backgroundPosition")}
              allowDeselect={false}
              value={backgroundPosition}
              onChange={(position) => onChange({ backgroundPosition: position as BackgroundPosition })}
              data={BACKGROUND_POSITIONS.map((value) => ({ value, label: t(`editor.backgroundPosition_${value}`) }))}
            />
          </Group>
        )}
      </Stack>
    </fieldset>
  );
}
