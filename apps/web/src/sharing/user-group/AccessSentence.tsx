/** Who can see an item, as a sentence. */
import { Alert, Text } from "@mantine/core";
import type { Assignment, ResourceAssignments } from "@parfocal/core/assignment/assignment.contract.ts";
import { useTranslation } from "react-i18next";

export function AccessSentence({ data: { assignments, inherited } }: { readonly data: ResourceAssignments }) {
  const { t } = useTranslation();
  const named = (groups: readonly Assignment[]) => groups.map(({ title }) => title).join(", ");
  if (assignments.length > 0)
    return (
      <>
        <Text size="sm">{t("userGroup.onlyHere", { groups: named(assignments) })}</Text>
        {assignments.every(({ userCount }) => userCount === 0) && (
          <Alert color="amber">{t("userGroup.lockedOut")}</Alert>
        )}
      </>
    );
  if (inherited.length === 0) return <Text size="sm">{t("userGroup.openToAll")}</Text>;
  return inherited.map(({ from, assignments: above }) => (
    <Text key={from.id} size="sm">
      {t("userGroup.onlyInherited", { place: from.title, groups: named(above) })}
    </Text>
  ));
}
