/** The field of one option, from its row in the table of options. */
import { Checkbox, NumberInput, Select, Stack, Switch, Textarea, TextInput } from "@mantine/core";
import { ACCOUNT_LANGUAGES, LANGUAGE_NAMES } from "@parfocal/core/session/preferences.ts";
import {
  type OptionFormat,
  type OptionName,
  type OptionProblem,
  type OptionValue,
  optionRow,
} from "@parfocal/core/site/site-options.ts";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";

interface OptionFieldProps {
  readonly name: OptionName;
  readonly value: OptionValue;
  readonly problem: OptionProblem | null;
  readonly onChange: (value: OptionValue) => void;
}

export function OptionField({ name, value, problem, onChange }: OptionFieldProps) {
  const { t } = useTranslation();
  const { kind, format, isOptional, min, max } = optionRow(name);
  const error = useProblemText(name, problem);
  const texts = { id: `option-${name}`, label: t(`option.${name}`), description: t(`option.${name}Hint`), error };
  if (kind === "switch")
    return <Switch {...texts} checked={value === true} onChange={(event) => onChange(event.currentTarget.checked)} />;
  if (kind === "number")
    return (
      <NumberInput
        {...texts}
        required
        withAsterisk={false}
        min={min}
        max={max}
        clampBehavior="none"
        allowDecimal={false}
        value={value as number}
        onChange={onChange}
      />
    );
  if (format === "language")
    return (
      <Checkbox.Group
        {...texts}
        value={[...(value as readonly string[])]}
        onChange={(chosen) => onChange(ACCOUNT_LANGUAGES.filter((code) => chosen.includes(code)))}
      >
        <Stack gap="xs" mt="xs">
          {ACCOUNT_LANGUAGES.map((code) => (
            <Checkbox key={code} value={code} lang={code} label={LANGUAGE_NAMES[code]} />
          ))}
        </Stack>
      </Checkbox.Group>
    );
  if (kind === "list")
    return (
      <Textarea
        {...texts}
        autosize
        minRows={2}
        maxRows={8}
        spellCheck={false}
        autoCapitalize="none"
        value={(value as readonly string[]).join("\n")}
        onChange={(event) => onChange(event.currentTarget.value.split("\n"))}
      />
    );
  if (format === "timeZone") return <TimeZoneField {...texts} value={String(value)} onChange={onChange} />;
  return (
    <TextInput
      {...texts}
      required={!isOptional}
      withAsterisk={false}
      inputMode={format === null ? undefined : INPUT_MODES[format]}
      value={String(value)}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

const INPUT_MODES: Partial<Readonly<Record<OptionFormat, "url" | "email">>> = {
  webAddress: "url",
  trackingAddress: "url",
  contact: "email",
};

function useProblemText(name: OptionName, problem: OptionProblem | null): string | undefined {
  const { t } = useTranslation();
  const { format, maxCharacters, maxEntries, min, max } = optionRow(name);
  switch (problem) {
    case null:
      return undefined;
    case "missing":
      return t("option.missing");
    case "tooLong":
      return t("option.tooLong", { count: maxCharacters });
    case "tooMany":
      return t("option.tooMany", { count: maxEntries });
    case "malformed":
      return format === null ? t("option.malformed_number") : t(`option.malformed_${format}`);
    case "outOfBounds":
      return t("option.outOfBounds", { min: min ?? 0, max: max ?? 0 });
  }
}

interface TimeZoneFieldProps {
  readonly id: string;
  readonly label: string;
  readonly description: string;
  readonly error: string | undefined;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

function TimeZoneField({ value, onChange, ...texts }: TimeZoneFieldProps) {
  const { t } = useTranslation();
  // Browsers do not list "UTC", and a site may have a name that they do not list.
  const names = useMemo(
    () => [...new Set(["UTC", value, ...Intl.supportedValuesOf("timeZone")])].filter((name) => name !== ""),
    [value],
  );
  return (
    <Select
      {...texts}
      data={names}
      value={value}
      onChange={(chosen) => chosen !== null && onChange(chosen)}
      allowDeselect={false}
      searchable
      limit={100}
      nothingFoundMessage={t("option.timeZoneNothing")}
    />
  );
}
