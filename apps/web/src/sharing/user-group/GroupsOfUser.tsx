/** The user groups of one person, in their dialog: joined and left with undo. */
import { Button, Select, Text } from "@mantine/core";
import { addGroupUser, removeGroupUser } from "@parfocal/core/assignment/assignment.contract.ts";
import { listUserGroupsOf } from "@parfocal/core/user-group/user-group.contract.ts";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { call } from "#platform/call.ts";
import { showProblem, showSuccess } from "#platform/failure-toast.ts";
import { mutateAlways } from "#platform/mutate-always.ts";
import { showUndo } from "#ui/undo-toast.tsx";
import styles from "./UserGroup.module.css";
import { useRefreshGroups, userGroupKeys, useUserGroups } from "./user-group.api.ts";

/** Number offered initially; others are found by typing. */
const GROUPS_AT_ONCE = 50;

interface GroupsOfUserProps {
  readonly user: { readonly id: number; readonly displayName: string };
}

export function GroupsOfUser({ user }: GroupsOfUserProps) {
  const { t } = useTranslation();
  const own = useQuery({
    queryKey: userGroupKeys.ofUser(user.id),
    queryFn: ({ signal }) => call(listUserGroupsOf, { params: { userId: user.id } }, { signal }),
  });
  const all = useUserGroups();
  const { join, leave } = useMembership(user.id);
  const [chosen, setChosen] = useState<string | null>(null);
  const ownIds = new Set(own.data?.map(({ id }) => id));
  const others = (all.data ?? []).filter(({ id, userCanEdit }) => userCanEdit && !ownIds.has(id));
  const handleLeave = ({ id, title }: { readonly id: number; readonly title: string }) =>
    mutateAlways(leave, id, {
      onSuccess: () => showUndo(t("userGroup.removed"), t("userGroup.undo"), () => join.mutate(id)),
      onError: () => showProblem(t("userGroup.leaveFailed", { title })),
    });
  const handleJoin = (value: string | null) => {
    if (value === null) return;
    setChosen(value);
    join.mutate(Number(value), {
      onSuccess: () => showSuccess(t("userGroup.added")),
      onSettled: () => setChosen(null),
    });
  };
  return (
    <section className={styles.members} aria-label={t("userGroup.ofPerson")}>
      <Text fw={600}>{t("userGroup.ofPerson")}</Text>
      <div role="status">
        {own.isError && <Text size="sm">{t("userGroup.loadFailed")}</Text>}
        {own.data?.length === 0 && (
          <Text size="sm" c="dimmed">
            {t("userGroup.ofPersonNone")}
          </Text>
        )}
      </div>
      <ul className={styles.people}>
        {own.data?.map((group) => (
          <li key={group.id} className={styles.person}>
            <span className={styles.name}>{group.title}</span>
            <Button
              size="xs"
              variant="default"
              aria-label={t("userGroup.takeOutNamed", { name: group.title })}
              loading={leave.isPending && leave.variables === group.id}
              onClick={() => handleLeave(group)}
            >
              {t("userGroup.takeOut")}
            </Button>
          </li>
        ))}
      </ul>
      <Select
        label={t("userGroup.addTitle")}
        searchable
        limit={GROUPS_AT_ONCE}
        nothingFoundMessage={t("userGroup.noGroups")}
        disabled={join.isPending}
        data={others.map(({ id, title }) => ({ value: String(id), label: title }))}
        value={chosen}
        onChange={handleJoin}
      />
    </section>
  );
}

function useMembership(userId: number) {
  const onSettled = useRefreshGroups();
  return {
    join: useMutation({
      mutationFn: (id: number) => call(addGroupUser, { params: { id, userId } }),
      onSettled,
    }),
    leave: useMutation({
      mutationFn: (id: number) => call(removeGroupUser, { params: { id, userId } }),
      onSettled,
      meta: { saysItsFailures: true },
    }),
  };
}
