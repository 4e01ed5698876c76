/** What the server does with slides now, next and lately. */
import { Text, Title } from "@mantine/core";
import { IconCoffee, IconLock, IconUpload } from "@tabler/icons-react";
import { Navigate } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { useSession } from "#platform/session.tsx";
import { CallFailure } from "#session/CallFailure.tsx";
import { ButtonLink } from "#ui/ButtonLink.tsx";
import { PageHeading } from "#ui/PageHeading.tsx";
import { PageSkeleton } from "#ui/PageSkeleton.tsx";
import { usePagePlace } from "#ui/page-place.ts";
import { StateMessage } from "#ui/StateMessage.tsx";
import styles from "./WorkPage.module.css";
import { WorkRow } from "./WorkRow.tsx";
import { useWork } from "./work.api.ts";

export function WorkPage() {
  const { t } = useTranslation();
  const { site, user, can } = useSession();
  usePagePlace({ title: t("work.pageTitle"), crumbs: [{ title: t("course.pageTitle"), href: `/s${site.id}/` }] });
  if (!user) return <Navigate to="/sign-in" search={{ next: `/s${site.id}/work` }} replace />;
  if (can("manageContent")) return <WorkDesk />;
  return <StateMessage icon={IconLock} title={t("ui.notAllowedTitle")} text={t("work.notAllowed")} />;
}

function WorkDesk() {
  const { t } = useTranslation();
  const { site } = useSession();
  const { data: work, error, refetch } = useWork();
  if (!work) return error ? <CallFailure error={error} onRetry={() => void refetch()} /> : <PageSkeleton />;
  const groups = [
    { heading: t("work.open"), rows: work.open, note: t("work.openCount", { count: work.openCount }) },
    { heading: t("work.ended"), rows: work.ended, note: null },
  ].filter(({ rows }) => rows.length > 0);
  return (
    <>
      <PageHeading title={t("work.pageTitle")} text={t("work.intro")}>
        <ButtonLink to={`/s${site.id}/upload`} variant="default" leftSection={<IconUpload size={18} stroke={1.5} />}>
          {t("work.toUpload")}
        </ButtonLink>
      </PageHeading>
      {groups.length === 0 && (
        <StateMessage icon={IconCoffee} title={t("work.emptyTitle")} text={t("work.emptyText")} isWholePage={false} />
      )}
      {groups.map(({ heading, rows, note }) => (
        <section key={heading} className={styles.section}>
          <div className={styles.head}>
            <Title order={2}>{heading}</Title>
            {note !== null && (
              <Text c="dimmed" className="tabular">
                {note}
              </Text>
            )}
          </div>
          <ul className={styles.list}>
            {rows.map((row) => (
              <WorkRow key={row.id} work={row} />
            ))}
          </ul>
        </section>
      ))}
    </>
  );
}
