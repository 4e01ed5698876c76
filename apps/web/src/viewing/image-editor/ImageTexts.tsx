import { Textarea, TextInput } from "@mantine/core";
import { IMAGE_TEXT_MAX_CHARACTERS } from "@parfocal/core/image/edit-image.contract.ts";
import { TITLE_MAX_CHARACTERS } from "@parfocal/core/item/item-text-limits.ts";
import { useTranslation } from "react-i18next";
import { TagsField } from "#editor/TagsField.tsx";
import type { ImageValues } from "./image-values.ts";

interface ImageTextsProps {
  readonly values: ImageValues;
  readonly onChange: (changes: Partial<ImageValues>) => void;
}

/** The texts of a slide. */
export function ImageTexts({ values, onChange }: ImageTextsProps) {
  const { t } = useTranslation();
  return (
    <>
      <TextInput
        label={t("image.fieldTitle")}
        required
        maxLength={TITLE_MAX_CHARACTERS}
        error={values.title.trim() === "" && t("image.titleMissing")}
        value={values.title}
        onChange={(event) => onChange({ title: event.currentTarget.value })}
      />
      <TextInput
        label={t("image.fieldSubtitle")}
        maxLength={TITLE_MAX_CHARACTERS}
        value={values.subtitle}
        onChange={(event) => onChange({ subtitle: event.currentTarget.value })}
      />
      <Textarea
        label={t("image.fieldSummary")}
        autosize
        minRows={3}
        maxRows={12}
        maxLength={IMAGE_TEXT_MAX_CHARACTERS}
        value={values.summary}
        onChange={(event) => onChange({ summary: event.currentTarget.value })}
      />
      <TagsField label={t("editor.tags")} type="image" value={values.tags} onChange={(tags) => onChange({ tags })} />
    </>
  );
}
