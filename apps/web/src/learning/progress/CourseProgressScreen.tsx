/** Progress of a course in the administration (`?course=`): how many learners viewed each item, never who. */
import { Alert, Pagination, Text, Title } from "@mantine/core";
import { COURSE_PROGRESS_PAGE_SIZE, type CourseProgress } from "@parfocal/core/progress/course-progress.contract.ts";
import { SMALLEST_AUDIENCE, SMALLEST_SUM } from "@parfocal/core/progress/masked-count.ts";
import { IconArrowLeft, IconEyeOff, IconListTree } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { pathTo } from "#item/place-path.ts";
import { useSession } from "#platform/session.tsx";
import { ButtonLink } from "#ui/ButtonLink.tsx";
import { CallFailure } from "#ui/CallFailure.tsx";
import { NotFoundPage } from "#ui/NotFoundPage.tsx";
import { PageSkeleton } from "#ui/PageSkeleton.tsx";
import { usePagePlace } from "#ui/page-place.ts";
import { StateMessage } from "#ui/StateMessage.tsx";
import { useIdInAddress } from "#ui/useIdInAddress.ts";
import { CourseProgressTable } from "./CourseProgressTable.tsx";
import styles from "./course-progress.module.css";
import { PlatformMembers } from "./PlatformMembers.tsx";
import { useCourseProgress } from "./progress.api.ts";

export function CourseProgressScreen() {
  const courseId = useIdInAddress("course");
  if (courseId === null) return <NotFoundPage />;
  return <ProgressOfCourse key={courseId} courseId={courseId} />;
}

function ProgressOfCourse({ courseId }: { readonly courseId: number }) {
  const { t } = useTranslation();
  const { site } = useSession();
  const [page, setPage] = useState(1);
  const { data, error, refetch } = useCourseProgress(courseId, page);
  usePagePlace({ title: data ? t("progress.of", { title: data.title }) : t("progress.section") });
  if (!data) return error ? <CallFailure error={error} onRetry={() => void refetch()} /> : <PageSkeleton />;
  const pages = Math.ceil(data.total / COURSE_PROGRESS_PAGE_SIZE);
  const href = pathTo(site.id, [{ kind: "course", id: courseId }]) ?? "";
  return (
    <section className={styles.screen} aria-label={t("progress.of", { title: data.title })}>
      <div>
        <ButtonLink
          to={href}
          variant="subtle"
          px={0}
          leftSection={<IconArrowLeft size={18} stroke={1.5} aria-hidden />}
        >
          {t("progress.toCourse")}
        </ButtonLink>
        <Title order={1} className={styles.title}>
          {t("progress.of", { title: data.title })}
        </Title>
      </div>
      <Notes progress={data} />
      {data.rows.length === 0 ? (
        <StateMessage
          icon={IconListTree}
          title={t("progress.emptyTitle")}
          text={t("progress.emptyText")}
          isWholePage={false}
        />
      ) : (
        <CourseProgressTable rows={data.rows} />
      )}
      {pages > 1 && <Pagination total={pages} value={page} onChange={setPage} aria-label={t("progress.pages")} />}
      <PlatformMembers courseId={courseId} />
    </section>
  );
}

/** Who is included in the totals, and what they exclude. */
function Notes({ progress: { isSeenByLearners, learners } }: { readonly progress: CourseProgress }) {
  const { t } = useTranslation();
  if (!isSeenByLearners)
    return (
      <Alert color="amber" icon={<IconEyeOff size={20} stroke={1.5} aria-hidden />}>
        {t("progress.notSeen")}
      </Alert>
    );
  return (
    <div>
      <Text>{t("progress.learners", { count: learners })}</Text>
      <Text c="dimmed" size="sm">
        {learners < SMALLEST_AUDIENCE
          ? t("progress.tooFewLearners", { count: SMALLEST_AUDIENCE })
          : t("progress.privacy", { count: SMALLEST_SUM })}
      </Text>
    </div>
  );
}
