/** Upload page: destination, drop area, and progress. */
import { Text, Title } from "@mantine/core";
import { IconListCheck, IconLock, IconUpload } from "@tabler/icons-react";
import { Navigate } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useSession } from "#platform/session.tsx";
import { ButtonLink } from "#ui/ButtonLink.tsx";
import { PageHeading } from "#ui/PageHeading.tsx";
import { PageSkeleton } from "#ui/PageSkeleton.tsx";
import { usePagePlace } from "#ui/page-place.ts";
import { formatBytes } from "#ui/quantity-text.ts";
import { StateMessage } from "#ui/StateMessage.tsx";
import { ChooseButton } from "./ChooseButton.tsx";
import { DestinationPicker } from "./DestinationPicker.tsx";
import { DropArea } from "./DropArea.tsx";
import { QueueHead } from "./QueueHead.tsx";
import { QueueList } from "./QueueList.tsx";
import { rememberDestination, rememberedDestination } from "./remembered-destination.ts";
import styles from "./UploadPage.module.css";
import { UploadRow } from "./UploadRow.tsx";
import { useDestinationCourses, useUploadSpace } from "./upload.api.ts";
import { useUploadEntries, useUploadFiles, useUploadQueues } from "./upload-context.tsx";
import type { UploadDestination } from "./upload-entry.ts";

export function UploadPage() {
  const { t } = useTranslation();
  const { site, user, can } = useSession();
  const queue = useUploadQueues();
  usePagePlace({ title: t("upload.pageTitle"), crumbs: [{ title: t("course.pageTitle"), href: `/s${site.id}/` }] });
  if (!user) return <Navigate to="/sign-in" search={{ next: `/s${site.id}/upload` }} replace />;
  if (can("manageContent")) return queue ? <UploadWorkspace /> : <PageSkeleton />;
  return <StateMessage icon={IconLock} title={t("ui.notAllowedTitle")} text={t("upload.notAllowed")} />;
}

/** `sz-admin-app` is the ID of content management in the specification. */
function UploadWorkspace() {
  const { t, i18n } = useTranslation();
  const { site } = useSession();
  const uploadFiles = useUploadFiles();
  const entries = useUploadEntries();
  const { data: space } = useUploadSpace();
  const [chosen, setChosen] = useState<UploadDestination | null>(rememberedDestination);
  const { data: courses } = useDestinationCourses();
  const [firstCourse] = courses ?? [];
  const destination = chosen ?? (firstCourse ? { id: firstCourse.id, title: firstCourse.title } : null);
  function handleDestination(place: UploadDestination) {
    rememberDestination(place);
    setChosen(place);
  }

  const interrupted = entries.filter(({ phase }) => phase === "interrupted");
  const others = entries.filter(({ phase }) => phase !== "interrupted");

  return (
    <div id="sz-admin-app">
      <DropArea label={t("upload.dropTitle")} onFiles={(take) => uploadFiles(take, destination)}>
        <PageHeading title={t("upload.pageTitle")} text={t("upload.intro")}>
          <ButtonLink to={`/s${site.id}/work`} variant="default" leftSection={<IconListCheck size={18} stroke={1.5} />}>
            {t("upload.toWork")}
          </ButtonLink>
        </PageHeading>
        <div className={styles.drop}>
          <IconUpload size={36} stroke={1.25} aria-hidden className={styles.icon} />
          <Text fw={600} size="lg">
            {t("upload.dropTitle")}
          </Text>
          <Text c="dimmed">{t("upload.dropText")}</Text>
          <Text c="dimmed" size="sm">
            {t("upload.dropFormats")}
          </Text>
          <div className={styles.choices}>
            <DestinationPicker destination={destination} onChoose={handleDestination} />
            <ChooseButton what="folder" variant="default" onFiles={(take) => uploadFiles(take, destination)}>
              {t("upload.chooseFolder")}
            </ChooseButton>
            <ChooseButton what="files" onFiles={(take) => uploadFiles(take, destination)}>
              {t("upload.choose")}
            </ChooseButton>
          </div>
          {space && (
            <Text c="dimmed" size="sm" className="tabular">
              {t("upload.freeSpace", { size: formatBytes(space.availableBytes, i18n.language) })}
            </Text>
          )}
        </div>
        {interrupted.length > 0 && (
          <section className={styles.section}>
            <Title order={2}>{t("upload.unfinishedTitle")}</Title>
            <Text c="dimmed">{t("upload.unfinishedText")}</Text>
            <ul className={styles.list}>
              {interrupted.map((entry) => (
                <UploadRow key={entry.key} entry={entry} />
              ))}
            </ul>
          </section>
        )}
        {others.length > 0 && (
          <section className={styles.section}>
            <QueueHead entries={others} />
            <QueueList entries={others} />
          </section>
        )}
      </DropArea>
    </div>
  );
}
