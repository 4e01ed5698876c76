/** Processing page: running, queued and recent jobs. */
import { SegmentedControl, Text, Title } from "@mantine/core";
import type { Work } from "@parfocal/core/work/work.contract.ts";
import { IconCoffee, IconLock, IconUpload } from "@tabler/icons-react";
import { Navigate } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useSession } from "#platform/session.tsx";
import { ButtonLink } from "#ui/ButtonLink.tsx";
import { CallFailure } from "#ui/CallFailure.tsx";
import { PageHeading } from "#ui/PageHeading.tsx";
import { PageSkeleton } from "#ui/PageSkeleton.tsx";
import { usePagePlace } from "#ui/page-place.ts";
import { StateMessage } from "#ui/StateMessage.tsx";
import { rememberedDestination } from "#upload/remembered-destination.ts";
import styles from "./WorkPage.module.css";
import { WorkRow } from "./WorkRow.tsx";
import { useWork } from "./work.api.ts";

export function WorkPage() {
  const { t } = useTranslation();
  const { site, user, can } = useSession();
  usePagePlace({ title: t("work.pageTitle"), crumbs: [{ title: t("course.pageTitle"), href: `/s${site.id}/` }] });
  if (!user) return <Navigate to="/sign-in" search={{ next: `/s${site.id}/work` }} replace />;
  if (can("manageContent")) return <ProcessingWorkspace />;
  return <StateMessage icon={IconLock} title={t("ui.notAllowedTitle")} text={t("work.notAllowed")} />;
}

function ProcessingWorkspace() {
  const { t } = useTranslation();
  const { site } = useSession();
  const { data: work, error, refetch } = useWork();
  const [place] = useState(rememberedDestination);
  const [isHere, setHere] = useState(place !== null);
  if (!work) return error ? <CallFailure error={error} onRetry={() => void refetch()} /> : <PageSkeleton />;
  const shown = (rows: readonly Work[]) =>
    isHere && place ? rows.filter(({ subject }) => subject.placeIds.includes(place.id)) : rows;
  const note = isHere ? null : t("work.openCount", { count: work.openCount });
  const groups = [
    { heading: t("work.open"), rows: shown(work.open), note },
    { heading: t("work.ended"), rows: shown(work.ended), note: null },
  ].filter(({ rows }) => rows.length > 0);
  return (
    <>
      <PageHeading title={t("work.pageTitle")} text={t("work.intro")}>
        <ButtonLink to={`/s${site.id}/upload`} variant="default" leftSection={<IconUpload size={18} stroke={1.5} />}>
          {t("work.toUpload")}
        </ButtonLink>
      </PageHeading>
      {place && (
        <SegmentedControl
          mb="md"
          aria-label={t("work.place")}
          value={isHere ? "here" : "all"}
          onChange={(value) => setHere(value === "here")}
          data={[
            { value: "here", label: t("work.inPlace", { title: place.title }) },
            { value: "all", label: t("work.everywhere") },
          ]}
        />
      )}
      {groups.length === 0 && (
        <StateMessage
          icon={IconCoffee}
          title={t(isHere ? "work.emptyHereTitle" : "work.emptyTitle")}
          text={t("work.emptyText")}
          isWholePage={false}
        />
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
