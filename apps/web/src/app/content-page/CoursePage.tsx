/** A course: its folders and slides. */
import { useTranslation } from "react-i18next";
import { useCourse } from "#course/course.api.ts";
import { DraftNotice } from "#course/DraftNotice.tsx";
import { usePlace } from "#item/use-place.ts";
import { useSession } from "#platform/session.tsx";
import { CallFailure } from "#ui/CallFailure.tsx";
import { PageSkeleton } from "#ui/PageSkeleton.tsx";
import { usePagePlace } from "#ui/page-place.ts";
import { ContentPage } from "./ContentPage.tsx";

export function CoursePage() {
  const { t } = useTranslation();
  const { site } = useSession();
  const place = usePlace();
  const steps = place?.steps ?? [];
  const id = steps.at(-1)?.id ?? 0;
  const { data: course, error, refetch } = useCourse(id);
  usePagePlace({
    title: course?.title ?? "",
    crumbs: [{ title: t("course.pageTitle"), href: `/s${site.id}/` }],
    isVirtual: course?.isVirtual ?? false,
  });
  if (!course) return error ? <CallFailure error={error} onRetry={() => void refetch()} /> : <PageSkeleton />;
  const isDraft = course.userCanEdit && !course.isVisible;
  return <ContentPage content={course} kind="course" before={isDraft && <DraftNotice courseId={id} />} steps={steps} />;
}
