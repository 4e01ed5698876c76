/** Title and description of a course or folder. */
import { Textarea, TextInput } from "@mantine/core";
import { DESCRIPTION_MAX_CHARACTERS, TITLE_MAX_CHARACTERS } from "@parfocal/core/item/item-text-limits.ts";
import type { TFunction } from "i18next";
import { useTranslation } from "react-i18next";
import type { ComparedField } from "#editor/EditorFrame.tsx";

type DescribedKind = "course" | "folder";

interface Description {
  readonly title: string;
  readonly description: string;
}

interface TitleAndDescriptionProps {
  readonly kind: DescribedKind;
  readonly values: Description;
  readonly onChange: (changes: Partial<Description>) => void;
}

export const isTitled = ({ title }: Description): boolean => title.trim() !== "";

export const comparedDescription = (t: TFunction, kind: DescribedKind): ComparedField<Description>[] => [
  { name: "title", label: t(`${kind}.fieldTitle`), show: (shown) => shown.title },
  { name: "description", label: t(`${kind}.fieldDescription`), show: (shown) => shown.description },
];

export function TitleAndDescription({ kind, values, onChange }: TitleAndDescriptionProps) {
  const { t } = useTranslation();
  return (
    <>
      <TextInput
        label={t(`${kind}.fieldTitle`)}
        required
        maxLength={TITLE_MAX_CHARACTERS}
        error={!isTitled(values) && t(`${kind}.titleMissing`)}
        value={values.title}
        onChange={(event) => onChange({ title: event.currentTarget.value })}
      />
      <Textarea
        label={t(`${kind}.fieldDescription`)}
        description={t(`${kind}.fieldDescriptionHint`)}
        autosize
        minRows={3}
        maxRows={12}
        maxLength={DESCRIPTION_MAX_CHARACTERS}
        value={values.description}
        onChange={(event) => onChange({ description: event.currentTarget.value })}
      />
    </>
  );
}
