/** Field that finds user groups by title and creates new ones; matching existing groups are listed below. */
import { Button, Group, Loader, Skeleton, Text, TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import type { Assignment } from "@parfocal/core/assignment/assignment.contract.ts";
import {
  ASSIGNMENT_SEARCH_MIN_CHARACTERS,
  USER_GROUP_TITLE_MAX_CHARACTERS,
} from "@parfocal/core/assignment/assignment-limits.ts";
import { USER_SEARCH_DEBOUNCE_MS } from "@parfocal/core/user/user-search-limits.ts";
import { IconPlus } from "@tabler/icons-react";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useGroupPage } from "./manage-groups.api.ts";
import styles from "./UserGroup.module.css";
import { useAssigning, useFoundGroups } from "./user-group.api.ts";

interface AddGroupProps {
  readonly resource: { readonly id: number; readonly title: string };
  /** Groups that are already assigned here. */
  readonly assigned: readonly Pick<Assignment, "id" | "userCount">[];
}

interface ListedGroup {
  /** Null: it will be created. */
  readonly id: number | null;
  readonly title: string;
  readonly userCount: number;
}

export function AddGroup({ resource, assigned }: AddGroupProps) {
  const { t } = useTranslation();
  const [written, setWritten] = useState("");
  const [unconfirmed, setUnconfirmed] = useState<ListedGroup | null>(null);
  const field = useRef<HTMLInputElement>(null);
  // The dialog may have opened before its content was loaded, in which case its close button has the focus.
  useEffect(() => field.current?.focus(), []);
  const title = written.trim();
  const { groups, isFetching, isEmpty, more } = useOfferedGroups(title);
  const { make, assign } = useAssigning(resource.id);
  const take = ({ id, title: taken }: ListedGroup) => {
    // Text typed since then is kept.
    const onSuccess = () => setWritten((now) => (now.trim() === title ? "" : now));
    setUnconfirmed(null);
    if (id === null) make.mutate(taken, { onSuccess });
    else assign.mutate(id, { onSuccess });
  };
  const hasMembers = assigned.some(({ userCount }) => userCount > 0);
  const choose = (group: ListedGroup) => (hasMembers || group.userCount > 0 ? take(group) : setUnconfirmed(group));
  const isAssigned = (id: number) => assigned.some((one) => one.id === id);
  return (
    <section aria-label={t("userGroup.addTitle")}>
      <Text fw={600}>{t("userGroup.addTitle")}</Text>
      <TextInput
        ref={field}
        data-autofocus
        type="search"
        autoComplete="off"
        label={t("userGroup.searchOrMake")}
        maxLength={USER_GROUP_TITLE_MAX_CHARACTERS}
        rightSection={isFetching && <Loader role="img" size="xs" aria-label={t("userGroup.searching")} />}
        value={written}
        onChange={(event) => {
          setWritten(event.currentTarget.value);
          setUnconfirmed(null);
        }}
      />
      {unconfirmed && (
        <AskEmpty
          place={resource.title}
          group={unconfirmed}
          onTake={() => take(unconfirmed)}
          onCancel={() => setUnconfirmed(null)}
        />
      )}
      <div role="status">{isEmpty && title !== "" && <Text size="sm">{t("userGroup.noGroups")}</Text>}</div>
      {!groups && <Skeleton height={20} mt="sm" />}
      <ul className={styles.people}>
        {groups?.map((group) => (
          <li key={group.id} className={styles.person}>
            <span className={styles.name}>
              {group.title}{" "}
              <Text component="span" size="sm" c="dimmed">
                {t("userGroup.members", { count: group.userCount })}
              </Text>
            </span>
            {isAssigned(group.id) ? (
              <Text size="sm" c="dimmed">
                {t("userGroup.isHere")}
              </Text>
            ) : (
              <Button
                size="xs"
                variant="light"
                aria-label={t("userGroup.addNamed", { title: group.title })}
                loading={assign.isPending && assign.variables === group.id}
                onClick={() => choose(group)}
              >
                {t("userGroup.add")}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {more > 0 && (
        <Text size="sm" c="dimmed" mt="xs">
          {t("userGroup.moreGroups", { count: more })}
        </Text>
      )}
      {title !== "" && (
        <Button
          mt="xs"
          variant="default"
          leftSection={<IconPlus size={18} stroke={1.5} aria-hidden />}
          loading={make.isPending}
          onClick={() => choose({ id: null, title, userCount: 0 })}
        >
          {t("userGroup.make", { title })}
        </Button>
      )}
    </section>
  );
}

/**
 * The groups of the site by title, the first ones immediately; from the minimum number of characters, those found by
 * the search.
 *
 * Source: spec part 1, section 5 (3 characters, 500 ms).
 */
function useOfferedGroups(title: string) {
  const [settled] = useDebouncedValue(title, USER_SEARCH_DEBOUNCE_MS);
  const q = title.length < ASSIGNMENT_SEARCH_MIN_CHARACTERS ? "" : settled;
  const isSearched = q.length >= ASSIGNMENT_SEARCH_MIN_CHARACTERS;
  const search = useFoundGroups(q);
  const all = useGroupPage({ q: "", order: "title", isOwn: false, page: 1 });
  const searchText = title.toLowerCase();
  const listed = all.data?.groups.filter((group) => group.title.toLowerCase().includes(searchText));
  const groups = isSearched ? search.data : listed;
  return {
    groups,
    isFetching: isSearched ? search.isFetching : all.isFetching,
    isEmpty: isSearched && groups?.length === 0,
    /** Number of groups that can only be found by the search. */
    more: isSearched || !all.data ? 0 : all.data.total - all.data.groups.length,
  };
}

interface AskEmptyProps {
  readonly place: string;
  readonly group: ListedGroup;
  readonly onTake: () => void;
  readonly onCancel: () => void;
}

/** Warns if the only groups of an item have no members, because no learner could see it. */
function AskEmpty({ place, group: { title }, onTake, onCancel }: AskEmptyProps) {
  const { t } = useTranslation();
  const safe = useRef<HTMLButtonElement>(null);
  useEffect(() => safe.current?.focus(), []);
  return (
    <div role="alert" className={styles.ask}>
      <Text size="sm">{t("userGroup.lockOutAsk", { title, place })}</Text>
      <Group gap="xs" mt="xs">
        <Button ref={safe} variant="default" onClick={onCancel}>
          {t("userGroup.cancel")}
        </Button>
        <Button color="red" onClick={onTake}>
          {t("userGroup.lockOut")}
        </Button>
      </Group>
    </div>
  );
}
