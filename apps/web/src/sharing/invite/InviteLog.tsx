/** Uses of invite codes: who, which code, when. */
import { Button, Pagination, Text, TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import type { InviteUse } from "@parfocal/core/invite/invite.contract.ts";
import { INVITE_LOG_A_PAGE } from "@parfocal/core/invite/invite-limits.ts";
import { IconListSearch, IconPlugConnectedX, IconSearch, IconTicket } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useSession } from "#platform/session.tsx";
import { ButtonLink } from "#ui/ButtonLink.tsx";
import { dateFormat } from "#ui/locale-formats.ts";
import { PageSkeleton } from "#ui/PageSkeleton.tsx";
import { StateMessage } from "#ui/StateMessage.tsx";
import styles from "./Invite.module.css";
import { useInvitesLog } from "./invite.api.ts";

const SEARCH_PAUSE_MS = 250;

export function InviteLog() {
  const { t } = useTranslation();
  const [text, setText] = useState("");
  const [page, setPage] = useState(1);
  const [q] = useDebouncedValue(text.trim(), SEARCH_PAUSE_MS);
  const { data, isError, refetch } = useInvitesLog(q, page);
  if (isError)
    return (
      <StateMessage
        icon={IconPlugConnectedX}
        title={t("invite.logFailedTitle")}
        text={t("invite.logFailedText")}
        isAlert
        isWholePage={false}
      >
        <Button onClick={() => void refetch()}>{t("ui.tryAgain")}</Button>
      </StateMessage>
    );
  if (!data) return <PageSkeleton />;
  const { uses, total } = data;
  return (
    <section className={styles.log} aria-label={t("invite.log")}>
      <TextInput
        type="search"
        maw="26rem"
        label={t("invite.logSearch")}
        description={t("invite.logSearchHint")}
        leftSection={<IconSearch size={18} stroke={1.5} aria-hidden />}
        value={text}
        onChange={(event) => {
          setText(event.currentTarget.value);
          setPage(1);
        }}
      />
      <Text c="dimmed" role="status">
        {t("invite.logCount", { count: total })}
      </Text>
      {uses.length === 0 && <NoUses isSearch={q !== ""} />}
      {uses.length > 0 && (
        <ul className={styles.entries}>
          {uses.map((use) => (
            <LogEntry key={`${use.usedAt} ${use.user.id} ${use.codeEnd}`} use={use} />
          ))}
        </ul>
      )}
      {total > INVITE_LOG_A_PAGE && (
        <Pagination
          total={Math.ceil(total / INVITE_LOG_A_PAGE)}
          value={page}
          onChange={setPage}
          aria-label={t("invite.logPages")}
        />
      )}
    </section>
  );
}

function NoUses({ isSearch }: { readonly isSearch: boolean }) {
  const { t } = useTranslation();
  const { site } = useSession();
  if (isSearch)
    return (
      <StateMessage
        icon={IconListSearch}
        title={t("invite.logNothingTitle")}
        text={t("invite.logNothingText")}
        isWholePage={false}
      />
    );
  return (
    <StateMessage
      icon={IconTicket}
      title={t("invite.logEmptyTitle")}
      text={t("invite.logEmptyText")}
      isWholePage={false}
    >
      <ButtonLink to={`/s${site.id}/manage/groups`}>{t("invite.toGroups")}</ButtonLink>
    </StateMessage>
  );
}

function LogEntry({ use: { usedAt, user, group, codeEnd } }: { readonly use: InviteUse }) {
  const { t, i18n } = useTranslation();
  const at = dateFormat(i18n.language, { dateStyle: "medium", timeStyle: "short" });
  return (
    <li className={styles.entry}>
      <div className={styles.who}>
        <Text fw={560}>{user.name}</Text>
        <Text size="sm" c="dimmed">
          {user.email}
        </Text>
      </div>
      <div className={styles.when}>
        <Text>{t("invite.logEntry", { group: group.title, end: codeEnd })}</Text>
        <Text size="sm" c="dimmed">
          <time dateTime={usedAt}>{at.format(new Date(usedAt))}</time>
        </Text>
      </div>
    </li>
  );
}
