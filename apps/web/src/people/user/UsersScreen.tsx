/** The people of the site, for administrators: search, add, change. */

import { Badge, Button, Pagination, UnstyledButton } from "@mantine/core";
import { type ManagedUser, USERS_A_PAGE, type UserState } from "@parfocal/core/user/manage-users.contract.ts";
import { IconListSearch, IconPlugConnectedX, IconUserPlus } from "@tabler/icons-react";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { userPictureUrl } from "#session/user-picture-url.ts";
import { PageSkeleton } from "#ui/PageSkeleton.tsx";
import { StateMessage } from "#ui/StateMessage.tsx";
import { readableDate } from "#ui/site-dates.ts";
import { UserAvatar } from "#ui/UserAvatar.tsx";
import { ROLE_TEXTS } from "./role-texts.ts";
import styles from "./User.module.css";
import { UserDialog } from "./UserDialog.tsx";
import { type GroupFilterProps, UserFilters } from "./UserFilters.tsx";
import { useUsers } from "./user.api.ts";
import {
  addressOfUserQuestion,
  isNarrowed,
  readUserQuestion,
  searchedQuestion,
  type UserQuestion,
} from "./user-question.ts";

const STATE_COLOURS: Readonly<Record<UserState, string>> = { active: "teal", suspended: "red", expired: "gray" };

interface UsersScreenProps {
  /** Further buttons to add people, beside the one for a single person. */
  readonly children?: ReactNode;
  /** Filters the list by a group of people. */
  readonly groupFilter?: (props: GroupFilterProps) => ReactNode;
  /** Sections of other parts of the app in a person's dialog. */
  readonly detailsOf?: (user: ManagedUser, close: () => void) => ReactNode;
}

export function UsersScreen({ children, groupFilter, detailsOf }: UsersScreenProps) {
  const { t } = useTranslation();
  const { question, ask, clear } = useUserQuestion();
  const [edited, setEdited] = useState<ManagedUser | "new" | null>(null);
  const found = useUsers(searchedQuestion(question));
  return (
    <section aria-label={t("user.section")} className={styles.screen}>
      <div className={styles.head}>
        <UserFilters question={question} groupFilter={groupFilter} onAsk={ask} />
        <Button
          className={styles.add}
          leftSection={<IconUserPlus size={18} stroke={1.5} aria-hidden />}
          onClick={() => setEdited("new")}
        >
          {t("user.add")}
        </Button>
        {children}
      </div>
      <FoundUsers found={found} question={question} onEdit={setEdited} onAsk={ask} onClear={clear} />
      {edited !== null && (
        <UserDialog user={edited === "new" ? null : edited} onClose={() => setEdited(null)}>
          {edited !== "new" && detailsOf?.(edited, () => setEdited(null))}
        </UserDialog>
      )}
    </section>
  );
}

/** The URL contains the query, so that a reload and the back button keep it. */
function useUserQuestion() {
  const question = readUserQuestion(useSearch({ strict: false }) as Record<string, unknown>);
  const navigate = useNavigate();
  const go = (search: Record<string, string>) =>
    void navigate({ to: ".", search: search as never, replace: true, resetScroll: false });
  return {
    question,
    /** Starts at the first page, unless another one is given. */
    ask: (change: Partial<UserQuestion>) => go(addressOfUserQuestion({ ...question, page: 1, ...change })),
    clear: () => go(addressOfUserQuestion({ ...readUserQuestion({}), order: question.order })),
  };
}

interface FoundUsersProps {
  readonly found: ReturnType<typeof useUsers>;
  readonly question: UserQuestion;
  readonly onEdit: (user: ManagedUser) => void;
  readonly onAsk: (change: Partial<UserQuestion>) => void;
  readonly onClear: () => void;
}

function FoundUsers({ found: { data, isError, refetch }, question, onEdit, onAsk, onClear }: FoundUsersProps) {
  const { t } = useTranslation();
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
  const pages = Math.ceil(total / USERS_A_PAGE);
  return (
    <>
      <p className={styles.count} role="status">
        {t("user.count", { count: total })}
      </p>
      {users.length === 0 ? (
        <StateMessage
          icon={IconListSearch}
          title={t("user.nothingTitle")}
          text={t("user.nothingText")}
          isWholePage={false}
        >
          <Button variant="default" onClick={onClear}>
            {t(isNarrowed(question) ? "user.clearFilters" : "user.firstPage")}
          </Button>
        </StateMessage>
      ) : (
        <ul className={styles.users}>
          {users.map((user) => (
            <li key={user.id}>
              <UserRow user={user} onEdit={() => onEdit(user)} />
            </li>
          ))}
        </ul>
      )}
      {users.length > 0 && pages > 1 && (
        <Pagination
          total={pages}
          value={question.page}
          onChange={(page) => onAsk({ page })}
          aria-label={t("user.pages")}
        />
      )}
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
      <UserAvatar name={displayName} src={userPictureUrl(user)} />
      <span className={styles.person}>
        <span className={styles.name}>{displayName}</span>
        <span className={styles.email}>{userName === null ? email : `${email} · ${userName}`}</span>
      </span>
      <span className={styles.role}>{t(ROLE_TEXTS[role])}</span>
      <span className={styles.state}>
        <Badge variant="light" color={STATE_COLOURS[state]}>
          {t(`user.state_${state}`)}
        </Badge>
        {validUntil !== null && (
          <span className={styles.until}>{t("user.until", { date: readableDate(validUntil, i18n.language) })}</span>
        )}
      </span>
    </UnstyledButton>
  );
}
