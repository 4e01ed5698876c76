/**
 * All work groups of the site, searched and page by page. For administrators, who see members, but not their
 * contributions.
 */
import { Pagination, Text, TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { WORK_GROUPS_A_PAGE } from "@parfocal/core/work-group/work-group.contract.ts";
import { WORK_GROUP_TITLE_MAX_CHARACTERS } from "@parfocal/core/work-group/work-group-limits.ts";
import { IconListSearch, IconSearch, IconUsers } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useSession } from "#platform/session.tsx";
import { PageSkeleton } from "#ui/PageSkeleton.tsx";
import { StateMessage } from "#ui/StateMessage.tsx";
import styles from "./WorkGroup.module.css";
import { WorkGroupDialog } from "./WorkGroupDialog.tsx";
import { WorkGroupRow } from "./WorkGroupRow.tsx";
import { WorkGroupsFailed } from "./WorkGroupsFailed.tsx";
import { useAllWorkGroups, useWorkGroup } from "./work-group.api.ts";

const SEARCH_PAUSE_MS = 250;

export function AllWorkGroups() {
  const { t } = useTranslation();
  const { user } = useSession();
  const [text, setText] = useState("");
  const [page, setPage] = useState(1);
  const [openId, setOpenId] = useState<number | null>(null);
  const [q] = useDebouncedValue(text.trim(), SEARCH_PAUSE_MS);
  const { data, isError, refetch } = useAllWorkGroups({ q, page });
  const { data: open } = useWorkGroup(openId);
  if (isError) return <WorkGroupsFailed onRetry={() => void refetch()} />;
  if (!data) return <PageSkeleton />;
  const { groups, total } = data;
  return (
    <section className={styles.list} aria-label={t("workGroup.page")}>
      <Text c="dimmed">{t("workGroup.allHint")}</Text>
      <TextInput
        type="search"
        className={styles.search}
        label={t("workGroup.search")}
        maxLength={WORK_GROUP_TITLE_MAX_CHARACTERS}
        leftSection={<IconSearch size={18} stroke={1.5} aria-hidden />}
        value={text}
        onChange={(event) => {
          setText(event.currentTarget.value);
          setPage(1);
        }}
      />
      <Text c="dimmed" role="status">
        {t("workGroup.count", { count: total })}
      </Text>
      {groups.length === 0 ? (
        <StateMessage
          icon={q === "" ? IconUsers : IconListSearch}
          title={t(q === "" ? "workGroup.allNone" : "workGroup.nothingTitle")}
          text={t(q === "" ? "workGroup.allNoneText" : "workGroup.nothingText")}
          isWholePage={false}
        />
      ) : (
        <ul className={styles.rows}>
          {groups.map(({ id, title, ownerName, memberCount }) => (
            <WorkGroupRow
              key={id}
              title={title}
              ownerName={ownerName}
              memberCount={memberCount}
              onOpen={() => setOpenId(id)}
            />
          ))}
        </ul>
      )}
      {total > WORK_GROUPS_A_PAGE && (
        <Pagination
          total={Math.ceil(total / WORK_GROUPS_A_PAGE)}
          value={page}
          onChange={setPage}
          aria-label={t("workGroup.pages")}
        />
      )}
      {open && <WorkGroupDialog group={open} userId={user?.id ?? 0} onClose={() => setOpenId(null)} />}
    </section>
  );
}
