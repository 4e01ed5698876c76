/** Answer input of a form field. */
import { Select, TextInput } from "@mantine/core";
import { countriesLike, listCountries } from "@parfocal/core/custom-field/country-codes.ts";
import { ENROLLMENT_ANSWER_MAX_CHARACTERS, type EnrollmentField } from "@parfocal/core/enrollment/enrollment-form.ts";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";

/** From this number of options, the field is searchable. */
const SEARCHED_FROM = 9;

interface AnswerFieldProps {
  readonly field: EnrollmentField;
  /** ID of the focusable element. */
  readonly id: string;
  /** Empty: none. */
  readonly value: string;
  readonly error: string | false;
  readonly onChange: (value: string) => void;
}

export function AnswerField({ field, id, value, error, onChange }: AnswerFieldProps) {
  const { t } = useTranslation();
  const { title, type, options } = field;
  if (type === "country") return <CountryField {...{ field, id, value, error, onChange }} />;
  if (type === "text")
    return (
      <TextInput
        id={id}
        label={title}
        required
        value={value}
        maxLength={ENROLLMENT_ANSWER_MAX_CHARACTERS}
        error={error}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    );
  return (
    <Select
      id={id}
      label={title}
      required
      placeholder={t("enrollment.choose")}
      data={[...options]}
      value={value === "" ? null : value}
      error={error}
      allowDeselect={false}
      searchable={options.length >= SEARCHED_FROM}
      nothingFoundMessage={t("enrollment.nothingFound")}
      onChange={(chosen) => onChange(chosen ?? "")}
    />
  );
}

/** Countries are found by their English or German name in either interface language. */
function CountryField({ field, id, value, error, onChange }: AnswerFieldProps) {
  const { t, i18n } = useTranslation();
  const countries = useMemo(
    () => listCountries(i18n.language).map(({ code, name }) => ({ value: code, label: name })),
    [i18n.language],
  );
  return (
    <Select
      id={id}
      label={field.title}
      description={t("enrollment.countryHint")}
      required
      placeholder={t("enrollment.choose")}
      data={countries}
      value={value === "" ? null : value}
      error={error}
      allowDeselect={false}
      searchable
      filter={({ search }) => {
        const found = new Set(countriesLike(search));
        return countries.filter(({ value: code }) => found.has(code));
      }}
      nothingFoundMessage={t("enrollment.nothingFound")}
      onChange={(chosen) => onChange(chosen ?? "")}
    />
  );
}
