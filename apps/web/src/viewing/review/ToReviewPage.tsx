/** All slides with student annotations to review, by course, oldest first. */
import { Badge, Button, Text, Title } from "@mantine/core";
import type { listReviewSlides, ReviewSlide } from "@parfocal/core/annotation/review-inbox.contract.ts";
import type { AnswerOf } from "@parfocal/core/call.contract.ts";
import { cssFilterOf } from "@parfocal/core/item/colour-adjustment.ts";
import { IconChecklist, IconLock, IconMicroscope } from "@tabler/icons-react";
import { Navigate } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { useSession } from "#platform/session.tsx";
import { ButtonLink } from "#ui/ButtonLink.tsx";
import { CallFailure } from "#ui/CallFailure.tsx";
import { dateFormat } from "#ui/locale-formats.ts";
import { PageHeading } from "#ui/PageHeading.tsx";
import { PageSkeleton } from "#ui/PageSkeleton.tsx";
import { CardGrid, PictureCard } from "#ui/PictureCard.tsx";
import { usePagePlace } from "#ui/page-place.ts";
import { StateMessage } from "#ui/StateMessage.tsx";
import { useReviewSlides } from "./review.api.ts";
import { isStartOfReview, reviewAddressOf, toReviewPath } from "./review-address.ts";
import classes from "./ToReviewPage.module.css";

type ListedSlide = AnswerOf<typeof listReviewSlides>["list"][number];

export function ToReviewPage() {
  const { t } = useTranslation();
  const { site, user, can } = useSession();
  usePagePlace({ title: t("review.title"), crumbs: [{ title: t("course.pageTitle"), href: `/s${site.id}/` }] });
  if (!user) return <Navigate to="/sign-in" search={{ next: toReviewPath(site.id) }} replace />;
  if (!can("annotateAsExpert"))
    return <StateMessage icon={IconLock} title={t("review.notForYouTitle")} text={t("review.notForYouText")} />;
  return <SlidesToReview />;
}

function SlidesToReview() {
  const { t } = useTranslation();
  const { site } = useSession();
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useReviewSlides();
  const [page] = data?.pages ?? [];
  if (!data || !page) return error ? <CallFailure error={error} onRetry={() => void refetch()} /> : <PageSkeleton />;
  const slides = data.pages.flatMap(({ list }) => list);
  const [first] = slides;
  if (!first) return <StateMessage icon={IconChecklist} title={t("review.emptyTitle")} text={t("review.emptyText")} />;
  const start = reviewAddressOf(site.id, first);
  if (start && isStartOfReview(window.location.search)) return <Navigate {...start} replace />;
  return (
    <>
      <PageHeading title={t("review.title")}>
        {start && <ButtonLink {...start}>{t("review.start")}</ButtonLink>}
      </PageHeading>
      <Text c="dimmed" mb="md">
        {t("review.summary", {
          annotations: t("review.annotations", { count: page.annotations }),
          slides: t("review.slides", { count: page.slides }),
        })}
      </Text>
      {byCourse(slides).map(({ id, title, slides: inCourse }) => (
        <section key={id} className={classes.course} aria-labelledby={`course-${id}`}>
          <Title order={2} id={`course-${id}`} className={classes.title}>
            {title ?? t("review.noCourse")}
          </Title>
          <CardGrid displayStyle="list">
            {inCourse.map((slide) => (
              <li key={slide.imageId}>
                <SlideCard slide={slide} />
              </li>
            ))}
          </CardGrid>
        </section>
      ))}
      {hasNextPage && (
        <Button variant="default" mt="md" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t("review.more")}
        </Button>
      )}
    </>
  );
}

function SlideCard({ slide }: { readonly slide: ListedSlide }) {
  const { t, i18n } = useTranslation();
  const { site } = useSession();
  const { title, thumbnail, colour, path, open, commented, oldestAt } = slide;
  const address = reviewAddressOf(site.id, slide);
  const above = path.slice(1, -1).map((step) => step.title);
  const date = dateFormat(i18n.language, { dateStyle: "medium" }).format(new Date(oldestAt));
  return (
    <PictureCard
      title={title}
      href={address && `${address.to}?${new URLSearchParams(address.search)}`}
      picture={thumbnail}
      filter={colour ? cssFilterOf(colour) : undefined}
      icon={IconMicroscope}
      text={above.join(" › ")}
    >
      <span>{t("review.annotations", { count: open })}</span>
      {commented > 0 && <Badge variant="light">{t("review.commented", { count: commented })}</Badge>}
      <time dateTime={oldestAt}>{t("review.oldest", { date })}</time>
    </PictureCard>
  );
}

interface CourseOfSlides {
  readonly id: number;
  /** Null: the slides are in no course. */
  readonly title: string | null;
  readonly slides: readonly ListedSlide[];
}

/** Groups slides by course; they arrive in course order. */
function byCourse(slides: readonly ListedSlide[]): CourseOfSlides[] {
  const groups = Map.groupBy(slides, ({ path }) => (path.length > 1 ? courseOf(path) : 0));
  return [...groups].map(([id, inCourse]) => ({
    id,
    title: id === 0 ? null : (inCourse[0]?.path[0]?.title ?? null),
    slides: inCourse,
  }));
}

const courseOf = (path: ReviewSlide["path"]): number => path[0]?.id ?? 0;
