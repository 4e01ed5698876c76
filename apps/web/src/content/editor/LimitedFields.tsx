/** Fields that show the number of remaining characters when it gets low. */
import { Textarea, TextInput } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { formatQuantity } from "#ui/quantity-text.ts";

const SHORT_SHARE = 0.8;
const MAX_ROWS = 12;

interface LimitedFieldProps {
  readonly label: string;
  readonly value: string;
  readonly maxCharacters: number;
  readonly onChange: (value: string) => void;
  readonly error?: string | false;
  readonly isRequired?: boolean;
  readonly description?: string;
}

function useDescription({ value, maxCharacters, description }: LimitedFieldProps): string | undefined {
  const { t, i18n } = useTranslation();
  if (value.length < maxCharacters * SHORT_SHARE) return description;
  const format = (value: number): string => formatQuantity(value, i18n.language);
  const counted = t("editor.charactersUsed", { used: format(value.length), most: format(maxCharacters) });
  return description ? `${description} ${counted}` : counted;
}

export function LimitedLine(props: LimitedFieldProps) {
  const { label, value, maxCharacters, onChange, error, isRequired = false } = props;
  return (
    <TextInput
      label={label}
      description={useDescription(props)}
      value={value}
      maxLength={maxCharacters}
      error={error}
      required={isRequired}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

export function LimitedText(props: LimitedFieldProps) {
  const { label, value, maxCharacters, onChange, error } = props;
  return (
    <Textarea
      label={label}
      description={useDescription(props)}
      value={value}
      maxLength={maxCharacters}
      error={error}
      autosize
      minRows={3}
      maxRows={MAX_ROWS}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
