/** Removed items that can be restored: search, and days left. */
import { Button, Pagination, TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { BIN_PAGE_SIZE, type BinEntry } from "@parfocal/core/structure/structure.contract.ts";
import { IconArrowBackUp, IconListSearch, IconPlugConnectedX, IconSearch, IconTrash } from "@tabler/icons-react";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { daysLeft } from "#annotation/days-left.ts";
import { ITEM_ICONS } from "#item/item-icons.ts";
import { mutateAlways } from "#platform/mutate-always.ts";
import { useSession } from "#platform/session.tsx";
import { dateFormat } from "#ui/locale-formats.ts";
import { PageSkeleton } from "#ui/PageSkeleton.tsx";
import { StateMessage } from "#ui/StateMessage.tsx";
import { showUndo } from "#ui/undo-toast.tsx";
import styles from "./BinScreen.module.css";
import { useBin, useRestore } from "./bin.api.ts";

const SEARCH_PAUSE_MS = 250;

export function BinScreen() {
  const { t } = useTranslation();
  const [text, setText] = useState("");
  const [page, setPage] = useState(1);
  const [q] = useDebouncedValue(text.trim(), SEARCH_PAUSE_MS);
  const { data, isError, refetch } = useBin(q, page);
  if (isError)
    return (
      <StateMessage
        icon={IconPlugConnectedX}
        title={t("manage.binFailedTitle")}
        text={t("manage.binFailedText")}
        isAlert
        isWholePage={false}
      >
        <Button onClick={() => void refetch()}>{t("manage.binRetry")}</Button>
      </StateMessage>
    );
  if (!data) return <PageSkeleton />;
  const { entries, total } = data;
  return (
    <section aria-label={t("manage.bin")} className={styles.bin}>
      <p className={styles.text}>{t("manage.binText")}</p>
      <TextInput
        type="search"
        maw="24rem"
        aria-label={t("manage.binSearch")}
        placeholder={t("manage.binSearch")}
        leftSection={<IconSearch size={18} stroke={1.5} aria-hidden />}
        value={text}
        onChange={(event) => {
          setText(event.currentTarget.value);
          setPage(1);
        }}
      />
      {entries.length === 0 ? (
        <StateMessage
          icon={q === "" ? IconTrash : IconListSearch}
          title={t(q === "" ? "manage.binEmptyTitle" : "manage.binNothingTitle")}
          text={t(q === "" ? "manage.binEmptyText" : "manage.binNothingText")}
          isWholePage={false}
        />
      ) : (
        <ul className={styles.entries}>
          {entries.map((entry) => (
            <BinRow key={entry.id} entry={entry} />
          ))}
        </ul>
      )}
      {total > BIN_PAGE_SIZE && (
        <Pagination
          total={Math.ceil(total / BIN_PAGE_SIZE)}
          value={page}
          onChange={setPage}
          aria-label={t("manage.binPages")}
        />
      )}
    </section>
  );
}

function BinRow({ entry }: { readonly entry: BinEntry }) {
  const { t, i18n } = useTranslation();
  const { site } = useSession();
  const navigate = useNavigate();
  const restore = useRestore();
  const Icon = ITEM_ICONS[entry.type];
  const date = dateFormat(i18n.language, { dateStyle: "medium", timeStyle: "short" }).format(new Date(entry.removedAt));
  const isCourse = entry.type === "course";
  const where = isCourse ? t("manage.binSite") : (entry.parentTitle ?? t("manage.binGone"));
  const isBlocked = entry.isParentInBin || (!isCourse && entry.parentTitle === null);
  function handleRestore(): void {
    mutateAlways(restore, entry.id, {
      onSuccess: ({ itemId }) =>
        showUndo(t("manage.binRestored", { title: entry.title }), t("manage.binShow"), () => {
          const parent = entry.parentId === null ? "" : `&in=${entry.parentId}`;
          void navigate({ href: `/s${site.id}/manage?item=${itemId}${parent}` });
        }),
    });
  }
  return (
    <li className={styles.entry}>
      <Icon size={22} stroke={1.5} className={styles.icon} aria-hidden />
      <div className={styles.what}>
        <span className={styles.title}>{entry.title}</span>
        <span className={styles.facts}>
          {t(`tree.kind_${entry.type}`)} · {where} ·{" "}
          {entry.removedBy === null ? date : t("manage.binRemovedBy", { date, name: entry.removedBy })}
        </span>
        {entry.isParentInBin && (
          <span className={styles.facts}>{t("manage.binParentInBin", { title: entry.parentTitle ?? "" })}</span>
        )}
      </div>
      <span className={styles.days}>{t("manage.binDaysLeft", { count: daysLeft(entry.endsAt, Date.now()) })}</span>
      <Button
        variant="default"
        leftSection={<IconArrowBackUp size={18} stroke={1.5} aria-hidden />}
        aria-label={t("manage.binRestoreOf", { title: entry.title })}
        disabled={isBlocked}
        loading={restore.isPending}
        onClick={handleRestore}
      >
        {t("manage.binRestore")}
      </Button>
    </li>
  );
}
