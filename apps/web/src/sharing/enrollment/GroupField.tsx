/** The user group of a form: one of those that the user may change. */
import { Alert, Select, Stack } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useUserGroups } from "#user-group/user-group.api.ts";

/** Number offered initially; others are found by typing. */
const OFFERED_AT_ONCE = 50;

interface GroupFieldProps {
  /** Null: none is selected yet. */
  readonly groupId: number | null;
  /** Title of that group, in case it is not among those that the user can select. */
  readonly groupTitle?: string | null;
  readonly isFixed?: boolean;
  readonly error?: string | false;
  readonly onChange: (groupId: number) => void;
}

export function GroupField({ groupId, groupTitle = null, isFixed = false, error = false, onChange }: GroupFieldProps) {
  const { t } = useTranslation();
  const { data: groups, isError } = useUserGroups();
  const own = (groups ?? []).filter(({ userCanEdit }) => userCanEdit);
  const offered = own.map(({ id, title }) => ({ value: String(id), label: title }));
  const isOffered = own.some(({ id }) => id === groupId);
  const present = groupId !== null && !isOffered ? [{ value: String(groupId), label: groupTitle ?? "" }] : [];
  return (
    <Stack gap="xs">
      <Select
        label={t("enrollment.group")}
        description={isFixed ? t("enrollment.groupOfOthers") : t("enrollment.groupHint")}
        required
        searchable
        allowDeselect={false}
        disabled={isFixed}
        limit={OFFERED_AT_ONCE}
        nothingFoundMessage={t("enrollment.groupNothing")}
        error={isError ? t("enrollment.groupsFailed") : error}
        value={groupId === null ? null : String(groupId)}
        data={[...present, ...offered]}
        onChange={(value) => value !== null && onChange(Number(value))}
      />
      {groups && own.length === 0 && !isFixed && <Alert color="yellow">{t("enrollment.groupsNone")}</Alert>}
    </Stack>
  );
}
