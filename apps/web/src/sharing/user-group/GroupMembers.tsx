/** The people of a user group: found by name or email address and added, imported from a file, removed with undo. */
import { Button, Loader, Text, TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import type { Assignment } from "@parfocal/core/assignment/assignment.contract.ts";
import { USER_SEARCH_DEBOUNCE_MS, USER_SEARCH_MIN_CHARACTERS } from "@parfocal/core/user/user-search-limits.ts";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { mutateAlways } from "#platform/mutate-always.ts";
import { showUndo } from "#ui/undo-toast.tsx";
import { ImportPeople } from "#user-import/ImportPeople.tsx";
import styles from "./UserGroup.module.css";
import { useFoundUsers, useGroupActions, useRefreshGroups } from "./user-group.api.ts";

/** Number shown initially; a button shows more. */
const MEMBERS_AT_ONCE = 50;
/** With fewer members the whole list is visible without a filter. */
const FILTER_FROM_MEMBERS = 8;

interface Person {
  readonly id: number;
  readonly name: string;
  readonly email: string;
}

export function GroupMembers({ group }: { readonly group: Assignment }) {
  const { t } = useTranslation();
  const { add, takeOut } = useGroupActions(group.id);
  const refresh = useRefreshGroups();
  const [filter, setFilter] = useState("");
  const [most, setMost] = useState(MEMBERS_AT_ONCE);
  const searchText = filter.trim().toLowerCase();
  const matching = group.users.filter(({ name, email }) => `${name} ${email}`.toLowerCase().includes(searchText));
  const handleTakeOut = ({ id, name }: Person) =>
    mutateAlways(takeOut, id, {
      onSuccess: () => showUndo(t("userGroup.tookOut", { name }), t("userGroup.undo"), () => add.mutate(id)),
    });
  return (
    <section className={styles.members} aria-label={t("userGroup.people")}>
      <Text fw={600}>{t("userGroup.people")}</Text>
      {group.users.length === 0 && (
        <Text size="sm" c="dimmed">
          {t("userGroup.nobody")}
        </Text>
      )}
      {group.users.length > FILTER_FROM_MEMBERS && (
        <TextInput
          type="search"
          label={t("userGroup.filter")}
          value={filter}
          onChange={(event) => {
            setFilter(event.currentTarget.value);
            setMost(MEMBERS_AT_ONCE);
          }}
        />
      )}
      <div role="status">
        {matching.length === 0 && group.users.length > 0 && <Text size="sm">{t("userGroup.filterNothing")}</Text>}
      </div>
      <ul className={styles.people}>
        {matching.slice(0, most).map((person) => (
          <PersonRow key={person.id} person={person}>
            <Button
              size="xs"
              variant="default"
              aria-label={t("userGroup.takeOutNamed", { name: person.name })}
              loading={takeOut.isPending && takeOut.variables === person.id}
              onClick={() => handleTakeOut(person)}
            >
              {t("userGroup.takeOut")}
            </Button>
          </PersonRow>
        ))}
      </ul>
      {matching.length > most && (
        <Button variant="default" onClick={() => setMost(most + MEMBERS_AT_ONCE)}>
          {t("userGroup.showMore", { count: Math.min(MEMBERS_AT_ONCE, matching.length - most) })}
        </Button>
      )}
      <FindPeople
        memberIds={group.users.map(({ id }) => id)}
        busyId={add.isPending ? add.variables : null}
        onAdd={(id) => add.mutate(id)}
      />
      <div>
        <ImportPeople group={group} onImported={() => void refresh()} />
      </div>
    </section>
  );
}

function PersonRow({ person, children }: { readonly person: Person; readonly children: React.ReactNode }) {
  return (
    <li className={styles.person}>
      <span className={styles.name}>
        {person.name}{" "}
        <Text component="span" size="sm" c="dimmed">
          {person.email}
        </Text>
      </span>
      {children}
    </li>
  );
}

interface FindPeopleProps {
  readonly memberIds: readonly number[];
  /** The person being added; null: none. */
  readonly busyId: number | null;
  readonly onAdd: (id: number) => void;
}

function FindPeople({ memberIds, busyId, onAdd }: FindPeopleProps) {
  const { t } = useTranslation();
  const [written, setWritten] = useState("");
  const [settled] = useDebouncedValue(written.trim(), USER_SEARCH_DEBOUNCE_MS);
  const q = written.trim().length < USER_SEARCH_MIN_CHARACTERS ? "" : settled;
  const { data: found, isError, isFetching } = useFoundUsers(q);
  const isLongEnough = q.length >= USER_SEARCH_MIN_CHARACTERS;
  return (
    <div>
      <TextInput
        type="search"
        autoComplete="off"
        label={t("userGroup.findPerson")}
        description={t("userGroup.findPersonHint", { count: USER_SEARCH_MIN_CHARACTERS })}
        rightSection={isFetching && <Loader role="img" size="xs" aria-label={t("userGroup.searching")} />}
        value={written}
        onChange={(event) => setWritten(event.currentTarget.value)}
      />
      <div role="status">
        {isLongEnough && isError && (
          <Text size="sm" c="red">
            {t("userGroup.searchFailed")}
          </Text>
        )}
        {isLongEnough && found?.length === 0 && <Text size="sm">{t("userGroup.noResults")}</Text>}
      </div>
      <ul className={styles.people}>
        {isLongEnough &&
          found?.map((person) => (
            <PersonRow key={person.id} person={person}>
              {memberIds.includes(person.id) ? (
                <Text size="sm" c="dimmed">
                  {t("userGroup.isHere")}
                </Text>
              ) : (
                <Button
                  size="xs"
                  variant="light"
                  aria-label={t("userGroup.addPerson", { name: person.name })}
                  loading={busyId === person.id}
                  onClick={() => onAdd(person.id)}
                >
                  {t("userGroup.add")}
                </Button>
              )}
            </PersonRow>
          ))}
      </ul>
    </div>
  );
}
