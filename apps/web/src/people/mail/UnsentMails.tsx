/** Mails that were not delivered, for administrators; without a mail server, all mails. */
import { Alert, Button, Text } from "@mantine/core";
import { listUnsentMails, UNSENT_MAILS_SHOWN } from "@parfocal/core/mail/mail.contract.ts";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { call } from "#platform/call.ts";
import { dateFormat } from "#ui/locale-formats.ts";
import { SectionCard } from "#ui/SectionCard.tsx";
import styles from "./UnsentMails.module.css";

export function UnsentMails() {
  const { t, i18n } = useTranslation();
  const { data, isError, refetch } = useQuery({
    queryKey: ["unsentMails"],
    queryFn: ({ signal }) => call(listUnsentMails, {}, { signal }),
  });
  const dates = dateFormat(i18n.language, {
    dateStyle: "medium",
    timeStyle: "short",
  });
  return (
    <SectionCard id="unsent-mails" title={t("mail.title")} hasSpaceAbove>
      {isError && !data && (
        <>
          <Text role="alert">{t("mail.loadFailed")}</Text>
          <Button variant="default" className={styles.action} onClick={() => void refetch()}>
            {t("ui.tryAgain")}
          </Button>
        </>
      )}
      {data && !data.isServerConfigured && <Alert color="gray">{t("mail.noServerConfigured")}</Alert>}
      {data && data.waiting > 0 && <Text>{t("mail.waiting", { count: data.waiting })}</Text>}
      {data && data.total === 0 && <Text c="dimmed">{t("mail.none")}</Text>}
      {data && data.total > 0 && (
        <>
          <Text c="dimmed">
            {t("mail.total", { count: data.total })}
            {data.total > UNSENT_MAILS_SHOWN && ` · ${t("mail.shown", { count: UNSENT_MAILS_SHOWN })}`}
          </Text>
          <ul className={styles.mails} aria-label={t("mail.title")}>
            {data.mails.map(({ id, createdAt, recipient, subject, reason }) => (
              <li key={id} className={styles.mail}>
                <span className={styles.subject}>{subject}</span>
                <span>{recipient}</span>
                <span className={styles.facts}>
                  {dates.format(new Date(createdAt))} · {t(`mail.${reason}`)}
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
    </SectionCard>
  );
}
