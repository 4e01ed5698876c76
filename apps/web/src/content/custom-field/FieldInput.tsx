/** Input for one value of a custom field, by type. */
import { Autocomplete, Select, TagsInput, TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { listCountries } from "@parfocal/core/custom-field/country-codes.ts";
import type { CustomField } from "@parfocal/core/custom-field/custom-field.contract.ts";
import { splitList } from "@parfocal/core/custom-field/field-types.ts";
import { type ReactNode, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { SUGGESTION_PAUSE_MS } from "#editor/cached-suggestions.ts";
import { useFieldSuggestions } from "./field-suggestions.ts";

/** The same limit as in the contract. */
export const FIELD_VALUE_MAX_CHARACTERS = 2_000;

interface FieldInputProps {
  readonly field: Pick<CustomField, "id" | "title" | "fieldType" | "isRequired" | "isSystem" | "defaultValues">;
  /** Empty: no value. */
  readonly value: string;
  readonly error: ReactNode;
  readonly onChange: (value: string) => void;
}

export function FieldInput({ field, value, error, onChange }: FieldInputProps) {
  const { t, i18n } = useTranslation();
  const { fieldType, defaultValues } = field;
  const common = { label: field.title, error, withAsterisk: field.isRequired && !field.isSystem } as const;
  const countries = useMemo(
    () =>
      fieldType === "country"
        ? listCountries(i18n.language).map(({ code, name }) => ({ value: code, label: name }))
        : [],
    [fieldType, i18n.language],
  );
  if (fieldType === "select" || fieldType === "country")
    return (
      <Select
        {...common}
        data={fieldType === "country" ? countries : [...defaultValues]}
        value={value === "" ? null : value}
        onChange={(chosen) => onChange(chosen ?? "")}
        searchable
        clearable
        clearButtonProps={{ "aria-label": t("customField.clear", { title: field.title }) }}
        nothingFoundMessage={t("customField.nothingFound")}
      />
    );
  if (fieldType === "text" || fieldType === "tags")
    return <SuggestedInput field={field} value={value} common={common} onChange={onChange} />;
  return (
    <TextInput
      {...common}
      type={fieldType === "date" ? "date" : fieldType === "link" ? "url" : "text"}
      inputMode={fieldType === "number" ? "decimal" : undefined}
      maxLength={FIELD_VALUE_MAX_CHARACTERS}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

interface SuggestedInputProps extends Pick<FieldInputProps, "field" | "value" | "onChange"> {
  readonly common: { readonly label: string; readonly error: ReactNode; readonly withAsterisk: boolean };
}

/** Suggestions: earlier values, and the field's own choices. */
function SuggestedInput({ field, value, common, onChange }: SuggestedInputProps) {
  const { t } = useTranslation();
  const [isFocused, setFocused] = useState(false);
  const [word, setWord] = useState("");
  const isList = field.fieldType === "tags";
  const [q] = useDebouncedValue((isList ? word : value).trim().slice(0, 200), SUGGESTION_PAUSE_MS);
  // Suggestions are only loaded while the field has the focus.
  const suggested = useFieldSuggestions(field.id, isFocused ? q : "");
  const offered = [...new Set([...field.defaultValues, ...suggested])];
  const focus = { onFocus: () => setFocused(true), onBlur: () => setFocused(false) };
  if (!isList)
    return (
      <Autocomplete
        {...common}
        {...focus}
        data={offered}
        value={value}
        onChange={onChange}
        maxLength={FIELD_VALUE_MAX_CHARACTERS}
      />
    );
  const words = splitList(value);
  return (
    <TagsInput
      {...common}
      {...focus}
      description={t("customField.tagsHint")}
      data={offered}
      value={words}
      onChange={(next) => onChange(splitList(next).join(", "))}
      searchValue={word}
      onSearchChange={setWord}
      acceptValueOnBlur
    />
  );
}
