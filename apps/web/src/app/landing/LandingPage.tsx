/** The courses of the site. */

import { Badge, Button } from "@mantine/core";
import type { Capability } from "@parfocal/core/access/capabilities.ts";
import type { CourseCard } from "@parfocal/core/course/course.contract.ts";
import { AppError } from "@parfocal/core/errors.ts";
import { cssFilterOf } from "@parfocal/core/item/colour-adjustment.ts";
import { IconPlus, IconSchool } from "@tabler/icons-react";
import { Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { AddCourseDialog } from "#course/AddCourseDialog.tsx";
import { useCourses } from "#course/course.api.ts";
import { OpenedShareLine } from "#item/OpenedShareLine.tsx";
import { pathTo } from "#item/place-path.ts";
import { useSession } from "#platform/session.tsx";
import { ContinueCard } from "#progress/ContinueCard.tsx";
import { OverviewLists } from "#progress/OverviewLists.tsx";
import { useOverview } from "#progress/progress.api.ts";
import { CallFailure } from "#ui/CallFailure.tsx";
import { lazyPartWithTexts } from "#ui/lazy-part-with-texts.ts";
import { PageHeading } from "#ui/PageHeading.tsx";
import { PageSkeleton } from "#ui/PageSkeleton.tsx";
import { CardGrid, PictureCard } from "#ui/PictureCard.tsx";
import { usePagePlace } from "#ui/page-place.ts";
import { StateMessage } from "#ui/StateMessage.tsx";
import styles from "./LandingPage.module.css";

/** Capabilities that each give access to sections of the administration. */
const MANAGING = ["manageContent", "managePeople"] as const satisfies readonly Capability[];

const GuestLanding = lazyPartWithTexts(
  () => import("./GuestLanding.tsx"),
  (part) => part.GuestLanding,
);

const SectionTabs = lazyPartWithTexts(
  () => import("#manage/SectionTabs.tsx"),
  (part) => part.SectionTabs,
);

const ReviewCard = lazyPartWithTexts(
  () => import("#review/ReviewCard.tsx"),
  (part) => part.ReviewCard,
);

/** For users with sections of the administration; their space is reserved until they are loaded. */
function OwnSections() {
  const { can } = useSession();
  if (!MANAGING.some(can)) return null;
  return (
    <div className={styles.sections}>
      <Suspense fallback={null}>
        <SectionTabs />
      </Suspense>
    </div>
  );
}

/** Guests of a site without public content see the guest home page; no courses are requested for them. */
export function LandingPage() {
  const { user, site } = useSession();
  if (!user && !site.isContentPublic) return <GuestLanding>{null}</GuestLanding>;
  return <CoursesOfSite />;
}

function CoursesOfSite() {
  const { t } = useTranslation();
  const { can, user } = useSession();
  const { data: courses, error, refetch } = useCourses();
  const [isAdding, setAdding] = useState(false);
  usePagePlace({ title: t("course.pageTitle") });
  const { data: overview, isLoading, failureCount } = useOverview();
  // Awaited once, so that nothing moves when it is loaded.
  const isOverviewAwaited = isLoading && failureCount === 0;
  const isForAccounts = error instanceof AppError && error.kind === "unauthenticated";
  if (!courses && isForAccounts) return user ? <PageSkeleton /> : <GuestLanding>{null}</GuestLanding>;
  if (!courses || isOverviewAwaited)
    return error ? <CallFailure error={error} onRetry={() => void refetch()} /> : <PageSkeleton />;
  const cards = (
    <CardGrid isLarge>
      {courses.map((course) => (
        <li key={course.id}>
          <CourseCardView course={course} level={user ? 2 : 3} />
        </li>
      ))}
    </CardGrid>
  );
  if (!user) return <GuestLanding>{courses.length === 0 ? null : cards}</GuestLanding>;
  const mayAdd = can("manageContent");
  const addDialog = <AddCourseDialog isOpen={isAdding} onClose={() => setAdding(false)} />;
  if (courses.length === 0) {
    return (
      <>
        <OwnSections />
        <StateMessage
          icon={IconSchool}
          title={t("course.emptyTitle")}
          text={t(mayAdd ? "course.emptyManagerText" : "course.emptyText")}
        >
          {mayAdd && (
            <Button leftSection={<IconPlus size={18} stroke={1.5} />} onClick={() => setAdding(true)}>
              {t("course.addFirst")}
            </Button>
          )}
        </StateMessage>
        {addDialog}
      </>
    );
  }
  return (
    <>
      <OwnSections />
      <PageHeading title={t("course.pageTitle")}>
        {mayAdd && (
          <Button variant="default" leftSection={<IconPlus size={18} stroke={1.5} />} onClick={() => setAdding(true)}>
            {t("course.add")}
          </Button>
        )}
      </PageHeading>
      {overview?.last && <ContinueCard last={overview.last} />}
      {overview && <OverviewLists overview={overview} />}
      {can("annotateAsExpert") && (
        <Suspense fallback={null}>
          <ReviewCard />
        </Suspense>
      )}
      {cards}
      {addDialog}
    </>
  );
}

function CourseCardView({ course, level }: { readonly course: CourseCard; readonly level: 2 | 3 }) {
  const { t } = useTranslation();
  const { site } = useSession();
  const { id, title, description, thumbnail, colour, folderCount, itemCount, isVirtual, isVisible, progress } = course;
  return (
    <PictureCard
      title={title}
      href={pathTo(site.id, [{ kind: "course", id }])}
      picture={thumbnail}
      filter={colour ? cssFilterOf(colour) : undefined}
      icon={IconSchool}
      tint="folder"
      text={description}
      isInactive={!isVisible}
      level={level}
    >
      {folderCount > 0 && <span>{t("course.folders", { count: folderCount })}</span>}
      {itemCount > 0 && <span>{t("course.items", { count: itemCount })}</span>}
      {folderCount + itemCount === 0 && <span>{t("course.nothingInIt")}</span>}
      {isVirtual && <Badge variant="light">{t("course.virtual")}</Badge>}
      {!isVisible && <Badge variant="default">{t("course.hidden")}</Badge>}
      <OpenedShareLine share={progress} />
    </PictureCard>
  );
}
