/** The user groups of the site, searched and page by page. */
import { Button, Checkbox, Pagination, Select, Text, TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { USER_GROUP_TITLE_MAX_CHARACTERS } from "@parfocal/core/assignment/assignment-limits.ts";
import {
  GROUP_ORDERS,
  GROUPS_A_PAGE,
  type GroupOrder,
  type ListedGroup,
} from "@parfocal/core/user-group/manage-groups.contract.ts";
import { IconListSearch, IconPlugConnectedX, IconPlus, IconSearch, IconUsersGroup } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useSession } from "#platform/session.tsx";
import { PageSkeleton } from "#ui/PageSkeleton.tsx";
import { StateMessage } from "#ui/StateMessage.tsx";
import { readableDate } from "#ui/site-dates.ts";
import { type GroupQuestion, useGroupPage } from "./manage-groups.api.ts";
import { NewGroupDialog } from "./NewGroupDialog.tsx";
import styles from "./UserGroup.module.css";

const SEARCH_PAUSE_MS = 250;

export function GroupsList() {
  const { t } = useTranslation();
  const { can } = useSession();
  const mayAll = can("managePeople");
  const [question, setQuestion] = useState<GroupQuestion>({ q: "", order: "title", isOwn: !mayAll, page: 1 });
  const [text, setText] = useState("");
  const [q] = useDebouncedValue(text.trim(), SEARCH_PAUSE_MS);
  const [isNewOpen, setNewOpen] = useState(false);
  const { data, isError, refetch } = useGroupPage({ ...question, q });
  const ask = (change: Partial<GroupQuestion>) => setQuestion((before) => ({ ...before, page: 1, ...change }));
  if (isError)
    return (
      <StateMessage
        icon={IconPlugConnectedX}
        title={t("userGroup.loadFailed")}
        text={t("userGroup.loadFailedText")}
        isAlert
        isWholePage={false}
      >
        <Button onClick={() => void refetch()}>{t("userGroup.tryAgain")}</Button>
      </StateMessage>
    );
  if (!data) return <PageSkeleton />;
  const { groups, total } = data;
  const add = (
    <Button leftSection={<IconPlus size={18} stroke={1.5} aria-hidden />} onClick={() => setNewOpen(true)}>
      {t("userGroup.new")}
    </Button>
  );
  return (
    <section aria-label={t("userGroup.section")} className={styles.screen}>
      <div className={styles.bar}>
        <TextInput
          type="search"
          className={styles.search}
          label={t("userGroup.search")}
          maxLength={USER_GROUP_TITLE_MAX_CHARACTERS}
          leftSection={<IconSearch size={18} stroke={1.5} aria-hidden />}
          value={text}
          onChange={(event) => {
            setText(event.currentTarget.value);
            ask({});
          }}
        />
        <Select
          label={t("userGroup.order")}
          allowDeselect={false}
          data={GROUP_ORDERS.map((value) => ({ value, label: t(`userGroup.order_${value}`) }))}
          value={question.order}
          onChange={(order) => ask({ order: (order ?? "title") as GroupOrder })}
        />
        {!mayAll && (
          <Checkbox
            className={styles.own}
            label={t("userGroup.ownOnly")}
            checked={question.isOwn}
            onChange={(event) => ask({ isOwn: event.currentTarget.checked })}
          />
        )}
        <div className={styles.new}>{add}</div>
      </div>
      <Text c="dimmed" role="status">
        {t("userGroup.count", { count: total })}
      </Text>
      {groups.length === 0 ? (
        <StateMessage
          icon={q === "" ? IconUsersGroup : IconListSearch}
          title={t(q === "" ? "userGroup.emptyTitle" : "userGroup.nothingTitle")}
          text={t(q === "" ? "userGroup.emptyText" : "userGroup.nothingText")}
          isWholePage={false}
        >
          {q === "" && add}
        </StateMessage>
      ) : (
        <ul className={styles.rows}>
          {groups.map((group) => (
            <GroupRow key={group.id} group={group} />
          ))}
        </ul>
      )}
      {total > GROUPS_A_PAGE && (
        <Pagination
          total={Math.ceil(total / GROUPS_A_PAGE)}
          value={question.page}
          onChange={(page) => ask({ page })}
          aria-label={t("userGroup.pages")}
        />
      )}
      {isNewOpen && <NewGroupDialog onClose={() => setNewOpen(false)} />}
    </section>
  );
}

function GroupRow({ group }: { readonly group: ListedGroup }) {
  const { t, i18n } = useTranslation();
  const { site } = useSession();
  const { id, title, userCount, resourceCount, dateStart, dateEnd, userCanEdit } = group;
  const dates = [
    dateStart && t("userGroup.from", { date: readableDate(dateStart, i18n.language) }),
    dateEnd && t("userGroup.until", { date: readableDate(dateEnd, i18n.language) }),
    !userCanEdit && t("userGroup.readOnly"),
  ];
  return (
    <li>
      <Link
        to="/$site/manage/$section"
        params={{ site: `s${site.id}`, section: "groups" }}
        search={{ group: id }}
        className={styles.row}
      >
        <span className={styles.rowTitle}>{title}</span>
        <span className={styles.rowCounts}>
          {t("userGroup.members", { count: userCount })} · {t("userGroup.places", { count: resourceCount })}
        </span>
        <span className={styles.rowDates}>{dates.filter(Boolean).join(" · ")}</span>
      </Link>
    </li>
  );
}
