/** Who can see a course, folder or item: its assigned user groups, and those inherited from its parents. */
import { Modal, Skeleton, Stack, Text } from "@mantine/core";
import type { ResourceAssignments } from "@parfocal/core/assignment/assignment.contract.ts";
import { useTranslation } from "react-i18next";
import { CallFailure } from "#ui/CallFailure.tsx";
import { AccessSentence } from "./AccessSentence.tsx";
import { AddGroup } from "./AddGroup.tsx";
import { GroupCard } from "./GroupCard.tsx";
import styles from "./UserGroup.module.css";
import { useResourceAssignments } from "./user-group.api.ts";

interface AssignGroupsDialogProps {
  readonly resourceId: number;
  readonly title: string;
  readonly onClose: () => void;
}

export function AssignGroupsDialog({ resourceId, title, onClose }: AssignGroupsDialogProps) {
  const { t } = useTranslation();
  const { data, error, refetch } = useResourceAssignments(resourceId);
  return (
    <Modal
      opened
      size="lg"
      onClose={onClose}
      title={t("userGroup.dialogTitle", { title })}
      closeButtonProps={{ "aria-label": t("userGroup.close") }}
    >
      {data && <Groups data={data} />}
      {!data && (error ? <CallFailure error={error} onRetry={() => void refetch()} /> : <Loading />)}
    </Modal>
  );
}

function Loading() {
  // Not the close button: a space meant for the field would close the dialog.
  return (
    <Stack aria-busy tabIndex={-1} data-autofocus style={{ outline: "none" }}>
      <Skeleton height={20} />
      <Skeleton height={56} />
      <Skeleton height={56} />
    </Stack>
  );
}

function Groups({ data }: { readonly data: ResourceAssignments }) {
  const { t } = useTranslation();
  const { resource, assignments, inherited, userCanEdit } = data;
  return (
    <Stack gap="lg">
      <AccessSentence data={data} />
      {!userCanEdit && (
        <Text size="sm" c="dimmed">
          {t("userGroup.notYours")}
        </Text>
      )}
      {assignments.length > 0 && (
        <section aria-label={t("userGroup.groups")}>
          <Text fw={600}>{t("userGroup.groups")}</Text>
          <ul className={styles.groups}>
            {assignments.map((group) => (
              <GroupCard key={group.id} group={group} resourceId={resource.id} mayRemove={userCanEdit} />
            ))}
          </ul>
        </section>
      )}
      {inherited.map(({ from, assignments: above }) => (
        <section key={from.id} aria-label={t("userGroup.inheritedFrom", { place: from.title })}>
          <Text fw={600}>{t("userGroup.inheritedFrom", { place: from.title })}</Text>
          <ul className={styles.groups}>
            {above.map((group) => (
              <GroupCard key={group.id} group={group} resourceId={from.id} mayRemove={false} />
            ))}
          </ul>
        </section>
      ))}
      {userCanEdit && <AddGroup resource={resource} assigned={assignments} />}
    </Stack>
  );
}
