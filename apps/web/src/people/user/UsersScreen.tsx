/** The people of the site: found, added, changed. For administrators. */
import { Badge, Button, Pagination, Select, TextInput, UnstyledButton } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { ROLES, type Role } from "@parfocal/core/access/capabilities.ts";
import {
  type ManagedUser,
  USER_ORDERS,
  USER_STATES,
  USERS_A_PAGE,
  type UserOrder,
  type UserState,
} from "@parfocal/core/user/manage-users.contract.ts";
import { IconListSearch, IconPlugConnectedX, IconSearch, IconUserPlus } from "@tabler/icons-react";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { PageSkeleton } from "#ui/PageSkeleton.tsx";
import { StateMessage } from "#ui/StateMessage.tsx";
import { readableDate } from "#ui/site-dates.ts";
import { ROLE_TEXTS } from "./role-texts.ts";
import styles from "./User.module.css";
import { UserDialog } from "./UserDialog.tsx";
import { type UserQuestion, useUsers } from "./user.api.ts";

const SEARCH_PAUSE_MS = 250;
const STATE_COLOURS: Readonly<Record<UserState, string>> = { active: "teal", suspended: "red", expired: "gray" };
const FIRST_QUESTION: UserQuestion = { q: "", role: null, state: null, order: "name", page: 1 };

interface UsersScreenProps {
  /** More ways to add people, beside the button for one person. */
  readonly children?: ReactNode;
  /** What other parts of the app show in the dialog of a person. */
  readonly detailsOf?: (user: ManagedUser) => ReactNode;
}

export function UsersScreen({ children, detailsOf }: UsersScreenProps) {
  const { t } = useTranslation();
  const [question, setQuestion] = useState(FIRST_QUESTION);
  const [text, setText] = useState("");
  const [q] = useDebouncedValue(text.trim(), SEARCH_PAUSE_MS);
  const [edited, setEdited] = useState<ManagedUser | "new" | null>(null);
  const { data, isError, refetch } = useUsers({ ...question, q });
  const ask = (change: Partial<UserQuestion>) => setQuestion((before) => ({ ...before, page: 1, ...change }));
  if (isError)
    return (
      <StateMessage
        icon={IconPlugConnectedX}
        title={t("user.loadFailed")}
        text={t("user.loadFailedText")}
        isAlert
        isWholePage={false}
      >
        <Button onClick={() => void refetch()}>{t("ui.tryAgain")}</Button>
      </StateMessage>
    );
  if (!data) return <PageSkeleton />;
  const { users, total } = data;
  return (
    <section aria-label={t("user.section")} className={styles.screen}>
      <div className={styles.head}>
        <TextInput
          type="search"
          className={styles.search}
          label={t("user.search")}
          leftSection={<IconSearch size={18} stroke={1.5} aria-hidden />}
          value={text}
          onChange={(event) => {
            setText(event.currentTarget.value);
            ask({});
          }}
        />
        <Filters question={question} onAsk={ask} />
        <Button
          className={styles.add}
          leftSection={<IconUserPlus size={18} stroke={1.5} aria-hidden />}
          onClick={() => setEdited("new")}
        >
          {t("user.add")}
        </Button>
        {children}
      </div>
      <p className={styles.count} role="status">
        {t("user.count", { count: total })}
      </p>
      {users.length === 0 ? (
        <StateMessage
          icon={IconListSearch}
          title={t("user.nothingTitle")}
          text={t("user.nothingText")}
          isWholePage={false}
        />
      ) : (
        <ul className={styles.users}>
          {users.map((user) => (
            <li key={user.id}>
              <UserRow user={user} onEdit={() => setEdited(user)} />
            </li>
          ))}
        </ul>
      )}
      {total > USERS_A_PAGE && (
        <Pagination
          total={Math.ceil(total / USERS_A_PAGE)}
          value={question.page}
          onChange={(page) => ask({ page })}
          aria-label={t("user.pages")}
        />
      )}
      {edited !== null && (
        <UserDialog user={edited === "new" ? null : edited} onClose={() => setEdited(null)}>
          {edited !== "new" && detailsOf?.(edited)}
        </UserDialog>
      )}
    </section>
  );
}

interface FiltersProps {
  readonly question: UserQuestion;
  readonly onAsk: (change: Partial<UserQuestion>) => void;
}

function Filters({ question, onAsk }: FiltersProps) {
  const { t } = useTranslation();
  return (
    <>
      <Select
        className={styles.choice}
        label={t("user.role")}
        placeholder={t("user.anyRole")}
        clearable
        data={ROLES.map((value) => ({ value, label: t(ROLE_TEXTS[value]) }))}
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

interface UserRowProps {
  readonly user: ManagedUser;
  readonly onEdit: () => void;
}

function UserRow({ user, onEdit }: UserRowProps) {
  const { t, i18n } = useTranslation();
  const { displayName, email, userName, role, state, validUntil } = user;
  return (
    <UnstyledButton className={styles.row} onClick={onEdit}>
      <span className={styles.person}>
        <span className={styles.name}>{displayName}</span>
        <span className={styles.email}>{userName === null ? email : `${email} · ${userName}`}</span>
      </span>
      <span className={styles.role}>{t(ROLE_TEXTS[role])}</span>
      <span className={styles.state}>
        <Badge variant="light" color={STATE_COLOURS[state]} tt="none">
          {t(`user.state_${state}`)}
        </Badge>
        {validUntil !== null && (
          <span className={styles.until}>{t("user.until", { date: readableDate(validUntil, i18n.language) })}</span>
        )}
      </span>
    </UnstyledButton>
  );
}
