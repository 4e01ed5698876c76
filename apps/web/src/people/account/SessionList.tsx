/** Devices and browsers on which the user is signed in; each can be signed out. */
import { Badge, Button, Skeleton, Text } from "@mantine/core";
import type { OwnSession } from "@parfocal/core/account/account.contract.ts";
import { IconDeviceDesktop, IconDeviceMobile } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { dateFormat } from "#ui/locale-formats.ts";
import rows from "#ui/RuledList.module.css";
import forms from "#ui/StackedForm.module.css";
import { useEndOtherSessions, useEndSession, useOwnSessions } from "./account.api.ts";

const MOBILE = ["iPhone", "iPad", "Android"];

export function SessionList() {
  const { t } = useTranslation();
  const { data, isError, refetch } = useOwnSessions();
  const ending = useEndOtherSessions();
  if (isError && !data)
    return (
      <>
        <Text role="alert">{t("account.devicesFailed")}</Text>
        <Button variant="default" className={forms.action} onClick={() => void refetch()}>
          {t("ui.tryAgain")}
        </Button>
      </>
    );
  if (!data) return <Skeleton height={64} />;
  const { sessions, total } = data;
  return (
    <>
      <ul className={rows.list}>
        {sessions.map((session) => (
          <SessionRow key={session.id} session={session} />
        ))}
      </ul>
      {total === 1 && <Text role="status">{t("account.devicesNone")}</Text>}
      {total > sessions.length && (
        <Text c="dimmed">{t("account.devicesMore", { count: total - sessions.length })}</Text>
      )}
      {total > 1 && (
        <Button variant="default" loading={ending.isPending} onClick={() => ending.mutate()} className={forms.action}>
          {t("account.signOutElsewhere")}
        </Button>
      )}
    </>
  );
}

function SessionRow({ session }: { readonly session: OwnSession }) {
  const { t, i18n } = useTranslation();
  const ending = useEndSession();
  const { browser, system, isCurrent, isKept, lastSeenAt } = session;
  const DeviceIcon = system !== null && MOBILE.includes(system) ? IconDeviceMobile : IconDeviceDesktop;
  const device =
    browser && system
      ? t("account.deviceName", { browser, system })
      : (browser ?? system ?? t("account.unknownDevice"));
  const date = dateFormat(i18n.language, { dateStyle: "medium", timeStyle: "short" }).format(new Date(lastSeenAt));
  return (
    <li className={rows.row}>
      <DeviceIcon size={24} stroke={1.5} aria-hidden />
      <div className={rows.rowText}>
        <Text fw={560}>{device}</Text>
        <Text size="sm" c="dimmed">
          {t("account.lastSeen", { date })}
          {isKept && ` · ${t("account.staysSignedIn")}`}
        </Text>
      </div>
      {isCurrent ? (
        <Badge variant="light">{t("account.thisDevice")}</Badge>
      ) : (
        <Button
          variant="subtle"
          loading={ending.isPending}
          onClick={() => ending.mutate(session.id)}
          aria-label={t("account.signOutDevice", { device })}
        >
          {t("account.signOutShort")}
        </Button>
      )}
    </li>
  );
}
