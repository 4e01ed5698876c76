/** A user group in the list of an item: its name; when expanded, its settings and members; and its removal. */
import { ActionIcon, Button, Group, Text } from "@mantine/core";
import type { Assignment } from "@parfocal/core/assignment/assignment.contract.ts";
import { IconChevronDown, IconTrash } from "@tabler/icons-react";
import { useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { GroupInvites } from "#invite/GroupInvites.tsx";
import { readableDate } from "#ui/site-dates.ts";
import { GroupMembers } from "./GroupMembers.tsx";
import { GroupSettings } from "./GroupSettings.tsx";
import { useGroup } from "./manage-groups.api.ts";
import styles from "./UserGroup.module.css";
import { useAssigning } from "./user-group.api.ts";

interface GroupCardProps {
  readonly group: Assignment;
  readonly resourceId: number;
  readonly mayRemove: boolean;
}

export function GroupCard({ group, resourceId, mayRemove }: GroupCardProps) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const detailsId = useId();
  const { title, userCanEdit } = group;
  return (
    <li className={styles.group}>
      <div className={styles.head}>
        <div className={styles.name}>
          <Text fw={500}>{title}</Text>
          <GroupFacts group={group} resourceId={resourceId} />
        </div>
        {userCanEdit && (
          <ActionIcon
            variant="subtle"
            color="gray"
            size="lg"
            className={styles.action}
            aria-label={t("userGroup.details", { title })}
            aria-expanded={isOpen}
            aria-controls={detailsId}
            onClick={() => setOpen(!isOpen)}
          >
            <IconChevronDown size={18} stroke={1.5} className={styles.chevron} data-open={isOpen || undefined} />
          </ActionIcon>
        )}
        {mayRemove && (
          <ActionIcon
            variant="subtle"
            color="red"
            size="lg"
            className={styles.action}
            aria-label={t("userGroup.removeNamed", { title })}
            onClick={() => setAsking(true)}
          >
            <IconTrash size={18} stroke={1.5} />
          </ActionIcon>
        )}
      </div>
      {isAsking && <AskRemoval group={group} resourceId={resourceId} onDone={() => setAsking(false)} />}
      <div id={detailsId}>
        {isOpen && (
          <div className={styles.details}>
            <AllMembers group={group} />
            <GroupInvites groupId={group.id} groupTitle={title} />
            <GroupSettings group={group} />
          </div>
        )}
      </div>
    </li>
  );
}

/** The list contains only the first members of each group; the others are loaded when a group is expanded. */
function AllMembers({ group }: { readonly group: Assignment }) {
  const { data } = useGroup(group.id, group.users.length < group.userCount);
  return <GroupMembers group={data ?? group} />;
}

function GroupFacts({ group, resourceId }: Pick<GroupCardProps, "group" | "resourceId">) {
  const { t, i18n } = useTranslation();
  const { userCount, dateStart, dateEnd, resources, resourceCount } = group;
  const others = resources.filter(({ id }) => id !== resourceId).map(({ title }) => title);
  if (resourceCount > resources.length) others.push("…");
  const facts = [
    t("userGroup.members", { count: userCount }),
    dateStart && t("userGroup.from", { date: readableDate(dateStart, i18n.language) }),
    dateEnd && t("userGroup.until", { date: readableDate(dateEnd, i18n.language) }),
    others.length > 0 && t("userGroup.alsoAt", { places: others.join(", ") }),
  ];
  return (
    <Text size="sm" c="dimmed">
      {facts.filter(Boolean).join(" · ")}
    </Text>
  );
}

function AskRemoval({
  group,
  resourceId,
  onDone,
}: Omit<GroupCardProps, "mayRemove"> & { readonly onDone: () => void }) {
  const { t } = useTranslation();
  const { remove } = useAssigning(resourceId);
  const { id, title, userCount } = group;
  return (
    <div role="alert" className={styles.ask}>
      <Text size="sm">{t(userCount === 0 ? "userGroup.removeAskEmpty" : "userGroup.removeAsk", { title })}</Text>
      <Group gap="xs" mt="xs">
        <Button variant="default" data-autofocus onClick={onDone}>
          {t("userGroup.cancel")}
        </Button>
        <Button color="red" loading={remove.isPending} onClick={() => remove.mutate(id, { onSettled: onDone })}>
          {t("userGroup.remove")}
        </Button>
      </Group>
    </div>
  );
}
