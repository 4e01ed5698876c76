/** Server status, for administrators: problems first, then figures. */
import { Button, Progress, Text, Title } from "@mantine/core";
import type { ServerStatus } from "@parfocal/core/server-status/server-status.contract.ts";
import { findStatusWarnings, type StatusWarning } from "@parfocal/core/server-status/status-warnings.ts";
import { IconAlertTriangle, IconCircleCheck, IconPlugConnectedX } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { dateFormat } from "#ui/locale-formats.ts";
import { PageSkeleton } from "#ui/PageSkeleton.tsx";
import { formatBytes, formatPercent, formatQuantity } from "#ui/quantity-text.ts";
import { StateMessage } from "#ui/StateMessage.tsx";
import styles from "./ServerStatus.module.css";
import { useServerStatus } from "./server-status.api.ts";

export function ServerStatusScreen() {
  const { t } = useTranslation();
  const { data, isError, refetch } = useServerStatus();
  if (data)
    return (
      <section className={styles.screen} aria-label={t("serverStatus.section")}>
        {isError && <Text role="alert">{t("serverStatus.outdated")}</Text>}
        <Warnings status={data} />
        <div className={styles.groups}>
          <Space status={data} />
          <Work status={data} />
          <Versions status={data} />
        </div>
      </section>
    );
  if (!isError) return <PageSkeleton />;
  return (
    <StateMessage
      icon={IconPlugConnectedX}
      title={t("serverStatus.failedTitle")}
      text={t("serverStatus.failedText")}
      isAlert
      isWholePage={false}
    >
      <Button onClick={() => void refetch()}>{t("ui.tryAgain")}</Button>
    </StateMessage>
  );
}

interface StatusProps {
  readonly status: ServerStatus;
}

const SECONDS_PER_DAY = 24 * 60 * 60;
const SEVERE: ReadonlySet<StatusWarning> = new Set(["diskFull", "clocksDiffer", "backupOld"]);

function Warnings({ status }: StatusProps) {
  const { t, i18n } = useTranslation();
  const warnings = findStatusWarnings(status);
  if (warnings.length === 0)
    return (
      <div className={styles.healthy} role="status">
        <IconCircleCheck stroke={1.5} aria-hidden />
        <Text>{t("serverStatus.noWarning")}</Text>
      </div>
    );
  const { disk, jobs, mails, database, lastBackup } = status;
  const values: Readonly<Record<StatusWarning, Record<string, string | number>>> = {
    diskFull: { free: formatBytes(disk.freeBytes, i18n.language) },
    diskLow: { free: formatBytes(disk.freeBytes, i18n.language) },
    clocksDiffer: { count: Math.round(Math.abs(database.clockOffsetSeconds)) },
    jobsWaiting: { count: Math.floor((jobs.longestWaitSeconds ?? 0) / 60) },
    jobsFailed: { count: jobs.failed },
    noMailServer: {},
    mailsUnsent: { count: mails.unsent },
    noAddress: {},
    noBackup: {},
    backupOld: { count: Math.floor((lastBackup?.ageSeconds ?? 0) / SECONDS_PER_DAY) },
  };
  return (
    <ul className={styles.warnings} aria-label={t("serverStatus.warnings")}>
      {warnings.map((warning) => (
        <li key={warning} className={styles.warning} data-severe={SEVERE.has(warning) || undefined}>
          <IconAlertTriangle stroke={1.5} aria-hidden />
          <div>
            <Text fw={600}>{t(`serverStatus.${warning}`, values[warning])}</Text>
            <Text size="sm">{t(`serverStatus.${warning}Action`)}</Text>
          </div>
        </li>
      ))}
    </ul>
  );
}

interface GroupProps {
  readonly title: string;
  readonly rows: readonly (readonly [name: string, value: string])[];
  readonly children?: ReactNode;
}

function Group({ title, rows, children }: GroupProps) {
  return (
    <section className={styles.group}>
      <Title order={2} size="h4">
        {title}
      </Title>
      {children}
      <dl className={styles.rows}>
        {rows.map(([name, value]) => (
          <div key={name} className={styles.row}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function Space({ status: { disk, database, slides } }: StatusProps) {
  const { t, i18n } = useTranslation();
  const bytes = (value: number) => formatBytes(value, i18n.language);
  const usedShare = disk.totalBytes === 0 ? 0 : 1 - disk.freeBytes / disk.totalBytes;
  const rows = [
    [t("serverStatus.free"), t("serverStatus.freeOf", { free: bytes(disk.freeBytes), total: bytes(disk.totalBytes) })],
    [t("serverStatus.slides"), t("serverStatus.slideFiles", { count: slides.count, bytes: bytes(slides.bytes) })],
    [t("serverStatus.databaseSize"), bytes(database.bytes)],
  ] as const;
  return (
    <Group title={t("serverStatus.space")} rows={rows}>
      <Progress
        value={usedShare * 100}
        aria-label={t("serverStatus.used", { share: formatPercent(usedShare, i18n.language) })}
      />
    </Group>
  );
}

function Work({ status: { jobs, uploads, mails, attempts } }: StatusProps) {
  const { t, i18n } = useTranslation();
  const amount = (value: number) => formatQuantity(value, i18n.language);
  const rows = [
    [t("serverStatus.jobsRunning"), amount(jobs.running)],
    [t("serverStatus.jobsQueued"), amount(jobs.queued)],
    [t("serverStatus.jobsFailedToday"), amount(jobs.failed)],
    [t("serverStatus.uploads"), amount(uploads.receiving)],
    [t("serverStatus.mailsWaiting"), amount(mails.waiting)],
    [t("serverStatus.mailsNotSent"), amount(mails.unsent)],
    [t("serverStatus.attempts"), amount(attempts.inProgress)],
  ] as const;
  return <Group title={t("serverStatus.work")} rows={rows} />;
}

function Versions({ status: { version, startedAt, database, lastBackup } }: StatusProps) {
  const { t, i18n } = useTranslation();
  const dates = dateFormat(i18n.language, {
    dateStyle: "medium",
    timeStyle: "short",
  });
  const rows = [
    ["Parfocal", version],
    ["PostgreSQL", database.version],
    [t("serverStatus.startedAt"), dates.format(new Date(startedAt))],
    [
      t("serverStatus.lastBackup"),
      lastBackup ? dates.format(new Date(lastBackup.startedAt)) : t("serverStatus.neverBackedUp"),
    ],
  ] as const;
  return <Group title={t("serverStatus.versions")} rows={rows} />;
}
