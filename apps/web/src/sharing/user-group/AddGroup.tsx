/** One field that finds user groups by their title and makes new ones. */
import { Button, Loader, Text, TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import {
  ASSIGNMENT_SEARCH_MIN_CHARACTERS,
  USER_GROUP_TITLE_MAX_CHARACTERS,
} from "@parfocal/core/assignment/assignment-limits.ts";
import { USER_SEARCH_DEBOUNCE_MS } from "@parfocal/core/user/user-search-limits.ts";
import { IconPlus } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import styles from "./UserGroup.module.css";
import { useAssigning, useFoundGroups } from "./user-group.api.ts";

interface AddGroupProps {
  readonly resourceId: number;
  /** Groups that are assigned here already. */
  readonly assignedIds: readonly number[];
}

export function AddGroup({ resourceId, assignedIds }: AddGroupProps) {
  const { t } = useTranslation();
  const [written, setWritten] = useState("");
  const title = written.trim();
  const [settled] = useDebouncedValue(title, USER_SEARCH_DEBOUNCE_MS);
  const q = title.length < ASSIGNMENT_SEARCH_MIN_CHARACTERS ? "" : settled;
  const { data: found, isFetching } = useFoundGroups(q);
  const { make, assign } = useAssigning(resourceId);
  const isAsked = q.length >= ASSIGNMENT_SEARCH_MIN_CHARACTERS;
  /** What was typed since then stays. */
  const clearIfStill = (text: string) => setWritten((now) => (now.trim() === text ? "" : now));
  return (
    <section aria-label={t("userGroup.addTitle")}>
      <Text fw={600}>{t("userGroup.addTitle")}</Text>
      <TextInput
        type="search"
        autoComplete="off"
        label={t("userGroup.searchOrMake")}
        description={t("userGroup.searchHint", { count: ASSIGNMENT_SEARCH_MIN_CHARACTERS })}
        maxLength={USER_GROUP_TITLE_MAX_CHARACTERS}
        rightSection={isFetching && <Loader role="img" size="xs" aria-label={t("userGroup.searching")} />}
        value={written}
        onChange={(event) => setWritten(event.currentTarget.value)}
      />
      <div role="status">{isAsked && found?.length === 0 && <Text size="sm">{t("userGroup.noGroups")}</Text>}</div>
      <ul className={styles.people}>
        {isAsked &&
          found?.map((group) => (
            <li key={group.id} className={styles.person}>
              <span className={styles.name}>
                {group.title}{" "}
                <Text component="span" size="sm" c="dimmed">
                  {t("userGroup.members", { count: group.userCount })}
                </Text>
              </span>
              {assignedIds.includes(group.id) ? (
                <Text size="sm" c="dimmed">
                  {t("userGroup.isHere")}
                </Text>
              ) : (
                <Button
                  size="xs"
                  variant="light"
                  aria-label={t("userGroup.addNamed", { title: group.title })}
                  loading={assign.isPending && assign.variables === group.id}
                  onClick={() => assign.mutate(group.id, { onSuccess: () => clearIfStill(title) })}
                >
                  {t("userGroup.add")}
                </Button>
              )}
            </li>
          ))}
      </ul>
      {title !== "" && (
        <Button
          mt="xs"
          variant="default"
          leftSection={<IconPlus size={18} stroke={1.5} aria-hidden />}
          loading={make.isPending}
          onClick={() => make.mutate(title, { onSuccess: () => clearIfStill(title) })}
        >
          {t("userGroup.make", { title })}
        </Button>
      )}
    </section>
  );
}
