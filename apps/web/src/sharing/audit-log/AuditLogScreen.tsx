/** The audit log of the site, for administrators: who did what, to whom, and when. */
import { Button, Select, Text, TextInput } from "@mantine/core";
import { AUDIT_AREAS, type AuditArea } from "@parfocal/core/audit/audit-actions.ts";
import { IconDownload, IconHistory, IconListSearch, IconPlugConnectedX } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { PageSkeleton } from "#ui/PageSkeleton.tsx";
import { StateMessage } from "#ui/StateMessage.tsx";
import { PersonField } from "#user-group/PersonField.tsx";
import styles from "./AuditLog.module.css";
import { AuditLogEntry } from "./AuditLogEntry.tsx";
import { type AuditFilter, auditExportAddress, useAuditLog } from "./audit-log.api.ts";

const EVERYTHING: AuditFilter = { person: null, area: null, from: "", until: "" };

export function AuditLogScreen() {
  const { t } = useTranslation();
  const [filter, setFilter] = useState(EVERYTHING);
  const { data, isError, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useAuditLog(filter);
  if (isError && !data)
    return (
      <StateMessage
        icon={IconPlugConnectedX}
        title={t("auditLog.failedTitle")}
        text={t("auditLog.failedText")}
        isAlert
        isWholePage={false}
      >
        <Button onClick={() => void refetch()}>{t("ui.tryAgain")}</Button>
      </StateMessage>
    );
  const entries = data?.pages.flatMap((page) => page.entries);
  return (
    <section className={styles.screen} aria-label={t("auditLog.section")}>
      <Filters filter={filter} onChange={setFilter} />
      {!entries && <PageSkeleton />}
      {entries?.length === 0 && <Nothing isFiltered={Object.values(filter).some((value) => value)} />}
      {entries && entries.length > 0 && (
        <>
          <ul className={styles.entries}>
            {entries.map((entry) => (
              <AuditLogEntry key={entry.id} entry={entry} />
            ))}
          </ul>
          <Text c="dimmed" role="status">
            {t("auditLog.shown", { count: entries.length })}
          </Text>
        </>
      )}
      {hasNextPage && (
        <Button
          variant="default"
          className={styles.more}
          loading={isFetchingNextPage}
          onClick={() => void fetchNextPage()}
        >
          {t("auditLog.more")}
        </Button>
      )}
    </section>
  );
}

interface FiltersProps {
  readonly filter: AuditFilter;
  readonly onChange: (filter: AuditFilter) => void;
}

function Filters({ filter, onChange }: FiltersProps) {
  const { t } = useTranslation();
  const change = (part: Partial<AuditFilter>) => onChange({ ...filter, ...part });
  return (
    <div className={styles.head}>
      <div className={styles.person}>
        <PersonField label={t("auditLog.person")} onChange={(person) => change({ person })} />
      </div>
      <Select
        label={t("auditLog.area")}
        placeholder={t("auditLog.anyArea")}
        clearable
        data={AUDIT_AREAS.map((value) => ({ value, label: t(`auditLog.area_${value}`) }))}
        value={filter.area}
        onChange={(area) => change({ area: area as AuditArea | null })}
      />
      <TextInput
        type="date"
        label={t("auditLog.from")}
        value={filter.from}
        {...(filter.until ? { max: filter.until } : {})}
        onChange={(event) => change({ from: event.currentTarget.value })}
      />
      <TextInput
        type="date"
        label={t("auditLog.until")}
        value={filter.until}
        {...(filter.from ? { min: filter.from } : {})}
        onChange={(event) => change({ until: event.currentTarget.value })}
      />
      <Button
        component="a"
        variant="default"
        className={styles.export}
        href={auditExportAddress(filter)}
        download
        leftSection={<IconDownload size={18} stroke={1.5} aria-hidden />}
      >
        {t("auditLog.export")}
      </Button>
    </div>
  );
}

function Nothing({ isFiltered }: { readonly isFiltered: boolean }) {
  const { t } = useTranslation();
  return (
    <StateMessage
      icon={isFiltered ? IconListSearch : IconHistory}
      title={t(isFiltered ? "auditLog.nothingTitle" : "auditLog.emptyTitle")}
      text={t(isFiltered ? "auditLog.nothingText" : "auditLog.emptyText")}
      isWholePage={false}
    />
  );
}
