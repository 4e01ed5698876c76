import { Select } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { USER_SEARCH_DEBOUNCE_MS, USER_SEARCH_MIN_CHARACTERS } from "@parfocal/core/user/user-search-limits.ts";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useFoundUsers } from "./user-group.api.ts";

interface PersonFieldProps {
  readonly label: string;
  /** In a dialog: whether it has the initial focus. */
  readonly isFocused?: boolean;
  /** @param id null: nobody. */
  readonly onChange: (id: number | null) => void;
}

/** Field for one person, found by name or email address. */
export function PersonField({ label, isFocused = false, onChange }: PersonFieldProps) {
  const { t } = useTranslation();
  const [written, setWritten] = useState("");
  const [chosen, setChosen] = useState<string | null>(null);
  const [settled] = useDebouncedValue(written.trim(), USER_SEARCH_DEBOUNCE_MS);
  const isLongEnough = settled.length >= USER_SEARCH_MIN_CHARACTERS;
  const { data: found, isError } = useFoundUsers(settled);
  const options = (found ?? []).map(({ id, name, email }) => ({ value: String(id), label: `${name} (${email})` }));
  return (
    <Select
      {...(isFocused ? { "data-autofocus": true } : {})}
      searchable
      clearable
      label={label}
      description={t("userGroup.findPersonHint", { count: USER_SEARCH_MIN_CHARACTERS })}
      error={isLongEnough && isError && t("userGroup.searchFailed")}
      nothingFoundMessage={isLongEnough && found ? t("userGroup.noResults") : undefined}
      // The server has already filtered.
      filter={({ options: all }) => all}
      data={options}
      value={chosen}
      searchValue={written}
      onSearchChange={setWritten}
      onChange={(value) => {
        setChosen(value);
        onChange(value === null ? null : Number(value));
      }}
    />
  );
}
