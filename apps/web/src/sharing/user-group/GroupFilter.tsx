/** Filters a list of people by the members of one user group. */
import { Select } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useUserGroups } from "./user-group.api.ts";

/** Number offered initially; others are found by typing. */
const GROUPS_AT_ONCE = 50;

interface GroupFilterProps {
  readonly className: string | undefined;
  /** Null: any. */
  readonly value: number | null;
  readonly onChange: (groupId: number | null) => void;
}

export function GroupFilter({ className, value, onChange }: GroupFilterProps) {
  const { t } = useTranslation();
  const { data: groups = [], isPending, isError } = useUserGroups();
  // A group in the URL that is not in the list stays visible, so that it can be cleared.
  const isUnknown = value !== null && !groups.some(({ id }) => id === value);
  const unknown = isUnknown
    ? [{ value: String(value), label: isPending ? "…" : t("userGroup.groupFilterUnknown") }]
    : [];
  return (
    <Select
      className={className}
      label={t("userGroup.groupFilter")}
      placeholder={t("userGroup.groupFilterAny")}
      error={isError && t("userGroup.loadFailed")}
      clearable
      searchable
      limit={GROUPS_AT_ONCE}
      nothingFoundMessage={t("userGroup.groupFilterNone")}
      data={[...unknown, ...groups.map(({ id, title }) => ({ value: String(id), label: title }))]}
      value={value === null ? null : String(value)}
      onChange={(id) => onChange(id === null ? null : Number(id))}
    />
  );
}
