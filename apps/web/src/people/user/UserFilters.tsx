/** Filters and sorts the list of people. */
import { Select, TextInput } from "@mantine/core";
import { useDebouncedCallback } from "@mantine/hooks";
import type { Role } from "@parfocal/core/access/capabilities.ts";
import { USER_ORDERS, USER_STATES, type UserOrder, type UserState } from "@parfocal/core/user/manage-users.contract.ts";
import { USER_SEARCH_DEBOUNCE_MS, USER_SEARCH_MIN_CHARACTERS } from "@parfocal/core/user/user-search-limits.ts";
import { IconSearch } from "@tabler/icons-react";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { ROLE_TEXTS } from "./role-texts.ts";
import { useRoles } from "./roles.api.ts";
import styles from "./User.module.css";
import type { UserQuestion } from "./user-question.ts";

/** Props of a filter by the groups that people belong to; provided by another part of the app. */
export interface GroupFilterProps {
  readonly className: string | undefined;
  /** Null: any. */
  readonly value: number | null;
  readonly onChange: (group: number | null) => void;
}

interface UserFiltersProps {
  readonly question: UserQuestion;
  readonly groupFilter?: ((props: GroupFilterProps) => ReactNode) | undefined;
  readonly onAsk: (change: Partial<UserQuestion>) => void;
}

export function UserFilters({ question, groupFilter, onAsk }: UserFiltersProps) {
  const { t } = useTranslation();
  const roles = useRoles();
  return (
    <>
      <SearchField query={question.q} onAsk={(q) => onAsk({ q })} />
      <Select
        className={styles.choice}
        label={t("user.role")}
        placeholder={t("user.anyRole")}
        clearable
        data={roles.map((value) => ({ value, label: t(ROLE_TEXTS[value]) }))}
        value={question.role}
        onChange={(role) => onAsk({ role: role as Role | null })}
      />
      <Select
        className={styles.choice}
        label={t("user.state")}
        placeholder={t("user.anyState")}
        clearable
        data={USER_STATES.map((value) => ({ value, label: t(`user.state_${value}`) }))}
        value={question.state}
        onChange={(state) => onAsk({ state: state as UserState | null })}
      />
      {groupFilter?.({ className: styles.choice, value: question.group, onChange: (group) => onAsk({ group }) })}
      <Select
        className={styles.choice}
        label={t("user.order")}
        allowDeselect={false}
        data={USER_ORDERS.map((value) => ({ value, label: t(`user.order_${value}`) }))}
        value={question.order}
        onChange={(order) => onAsk({ order: (order ?? "name") as UserOrder })}
      />
    </>
  );
}

interface SearchFieldProps {
  /** The filter in the URL. */
  readonly query: string;
  readonly onAsk: (q: string) => void;
}

/** Searches after a pause in typing. */
function SearchField({ query, onAsk }: SearchFieldProps) {
  const { t } = useTranslation();
  const [text, setText] = useState(query);
  const [known, setKnown] = useState(query);
  const askLater = useDebouncedCallback(onAsk, USER_SEARCH_DEBOUNCE_MS);
  // Filters were cleared, or the browser went back.
  if (query !== known) {
    setKnown(query);
    if (query !== text.trim()) setText(query);
  }
  const length = text.trim().length;
  return (
    <TextInput
      type="search"
      className={styles.search}
      label={t("user.search")}
      description={
        length > 0 && length < USER_SEARCH_MIN_CHARACTERS
          ? t("user.searchTooShort", { count: USER_SEARCH_MIN_CHARACTERS })
          : undefined
      }
      inputWrapperOrder={["label", "input", "description"]}
      leftSection={<IconSearch size={18} stroke={1.5} aria-hidden />}
      maxLength={200}
      value={text}
      onChange={(event) => {
        setText(event.currentTarget.value);
        askLater(event.currentTarget.value.trim());
      }}
    />
  );
}
