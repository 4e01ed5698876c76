import { Alert, Button, Kbd, NativeSelect, Progress, Text } from "@mantine/core";
import type { Annotation } from "@parfocal/core/annotation/annotation.contract.ts";
import type { ReviewSlide } from "@parfocal/core/annotation/review-inbox.contract.ts";
import { IconChevronLeft, IconChevronRight } from "@tabler/icons-react";
import { useNavigate } from "@tanstack/react-router";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useReviewNeighbours } from "#review/review.api.ts";
import { readReviewAddress, reviewAddressOf } from "#review/review-address.ts";
import { dateFormat } from "#ui/locale-formats.ts";
import { SlidePanel } from "#ui/SlidePanel.tsx";
import type { AnnotationFeatureProps } from "./annotation-feature-props.ts";
import { annotationKindOf } from "./annotation-outbox.ts";
import { useAnnotationReviews, useReviewActions } from "./annotation-review.api.ts";
import { measurementText } from "./measurement-text.ts";
import classes from "./ReviewFeature.module.css";
import { REVIEW_KEYS } from "./review-keys.ts";
import { useEndOfReview } from "./useEndOfReview.ts";
import { type ReviewQueue, useReviewQueue } from "./useReviewQueue.ts";

/** Review queue: shows unreviewed students' annotations one after the other and moves the view to each. */
export function ReviewFeature(props: AnnotationFeatureProps) {
  return props.isOpen ? <ReviewPanel {...props} /> : null;
}

function ReviewPanel({ image, viewer, board, annotator, place, onClose }: AnnotationFeatureProps) {
  const { t } = useTranslation();
  const [startId] = useState(() => readReviewAddress(window.location.search)?.annotationId ?? null);
  useEndOfReview();
  const [userId, setUserId] = useState<number | null>(null);
  const { data, isError } = useAnnotationReviews(image.id, userId, true);
  const since = useRef<string | null>(null);
  since.current ??= data?.annotations[0]?.createdAt ?? null;
  const { data: around } = useReviewNeighbours(image.id, since.current, data !== undefined);
  const navigate = useNavigate();
  const review = useReviewActions(image.id, board.viewer);
  const leave = (slide: ReviewSlide | null | undefined, end: "first" | "last"): boolean => {
    const address = slide ? reviewAddressOf(place.siteId, slide, end) : null;
    if (address) void navigate(address);
    return address !== null;
  };
  const queue = useReviewQueue({
    annotations: data?.annotations,
    students: data?.students,
    viewer,
    board,
    annotator,
    startId,
    onAccept: (way, { id }) => {
      // Pressing the key again before the response would act on the same annotation.
      if (!review.convert.isPending && !review.publish.isPending) review[way].mutate(id);
    },
    // With a student selected, the review cycles through that student's annotations only.
    onLeave: (step) => userId === null && leave(around?.[step === "next" ? "next" : "previous"], endOf(step)),
  });
  const open = data?.students.reduce((sum, student) => sum + student.open, 0) ?? 0;
  // The server returns the queue in parts; the next part follows when these decisions are saved.
  const isMoreToCome = data?.students.some(({ id }) => userId === null || userId === id);
  return (
    <SlidePanel
      title={t("slide.review")}
      onClose={onClose}
      {...(queue.current ? { footer: <ReviewButtons queue={queue} /> } : {})}
    >
      <div ref={queue.panel} />
      {isError && <Alert color="red">{t("annotation.reviewFailed")}</Alert>}
      {data && (data.students.length > 0 || userId !== null) && (
        <NativeSelect
          label={t("annotation.reviewOf")}
          value={String(userId ?? "")}
          onChange={({ currentTarget: { value } }) => setUserId(value === "" ? null : Number(value))}
          data={[
            { value: "", label: t("annotation.reviewEveryone", { number: open }) },
            ...data.students.map(({ id, displayName, open: number }) => ({
              value: String(id),
              label: t("annotation.reviewStudent", { name: displayName, number }),
            })),
          ]}
        />
      )}
      {queue.all > 0 && <ReviewProgress done={queue.done} all={queue.all} />}
      {queue.current && <ReviewedAnnotation annotation={queue.current} />}
      {data && !queue.current && !isMoreToCome && (
        <Text role="status" mt="sm">
          {queue.done > 0 ? t("annotation.reviewDone", { number: queue.done }) : t("annotation.reviewEmpty")}
        </Text>
      )}
      {around && around.others > 0 && (
        <OtherSlides
          previous={around.previous}
          next={around.next}
          isDone={queue.current === null}
          onLeave={(slide, step) => leave(slide, endOf(step))}
        />
      )}
    </SlidePanel>
  );
}

/** Start on another slide: forwards at the oldest annotation, backwards at the newest. */
const endOf = (step: "next" | "back"): "first" | "last" => (step === "next" ? "first" : "last");

interface OtherSlidesProps {
  readonly previous: ReviewSlide | null;
  readonly next: ReviewSlide | null;
  /** Whether nothing is left to review on this slide. */
  readonly isDone: boolean;
  readonly onLeave: (slide: ReviewSlide, step: "next" | "back") => void;
}

/** The previous and next slide in the list of all slides with annotations to review. */
function OtherSlides({ previous, next, isDone, onLeave }: OtherSlidesProps) {
  const { t } = useTranslation();
  const nameOf = ({ title, open }: ReviewSlide) => t("annotation.reviewSlide", { title, number: open });
  return (
    <nav className={classes.slides} aria-label={t("annotation.reviewSlides")}>
      {next && (
        <Button
          size="xs"
          variant={isDone ? "filled" : "default"}
          rightSection={<IconChevronRight size={16} stroke={1.5} aria-hidden />}
          aria-label={t("annotation.reviewNextSlide", { slide: nameOf(next) })}
          onClick={() => onLeave(next, "next")}
        >
          {nameOf(next)}
        </Button>
      )}
      {previous && previous.imageId !== next?.imageId && (
        <Button
          size="xs"
          variant="subtle"
          leftSection={<IconChevronLeft size={16} stroke={1.5} aria-hidden />}
          aria-label={t("annotation.reviewPreviousSlide", { slide: nameOf(previous) })}
          onClick={() => onLeave(previous, "back")}
        >
          {nameOf(previous)}
        </Button>
      )}
    </nav>
  );
}

function ReviewProgress({ done, all }: Pick<ReviewQueue, "done" | "all">) {
  const { t } = useTranslation();
  const text = t("annotation.reviewProgress", { done, all });
  return (
    <>
      <Progress.Root size="sm" mt="sm">
        <Progress.Section value={(done / all) * 100} aria-label={text} />
      </Progress.Root>
      <Text size="sm" c="dimmed" role="status">
        {text}
      </Text>
    </>
  );
}

function ReviewedAnnotation({ annotation }: { readonly annotation: Annotation }) {
  const { t, i18n } = useTranslation();
  const { title, content, author, createdAt, measurement, includeMeasurement, link } = annotation;
  const date = dateFormat(i18n.language, { dateStyle: "medium" }).format(new Date(createdAt));
  return (
    <article className={classes.annotation} data-kind={annotationKindOf(annotation)}>
      <h3 className={classes.title}>{title || t("annotation.untitled")}</h3>
      {content && <p className={classes.content}>{content}</p>}
      {includeMeasurement && measurement && (
        <p className={classes.fact}>
          {t("annotation.measurement")} <strong>{measurementText(i18n.language, measurement)}</strong>
        </p>
      )}
      {link && <p className={classes.fact}>{link}</p>}
      <p className={classes.fact}>
        {t("annotation.byAuthor", { author })}, <time dateTime={createdAt}>{date}</time>
      </p>
    </article>
  );
}

const BUTTONS = [
  { step: "convert", label: "annotation.reviewConvert", hint: "annotation.reviewConvertHint", variant: "filled" },
  { step: "publish", label: "annotation.reviewPublish", hint: "annotation.reviewPublishHint", variant: "default" },
  { step: "decline", label: "annotation.reviewDecline", hint: undefined, variant: "default" },
  { step: "back", label: "annotation.reviewBack", hint: undefined, variant: "subtle" },
  { step: "next", label: "annotation.reviewSkip", hint: undefined, variant: "subtle" },
] as const;

function ReviewButtons({ queue }: { readonly queue: ReviewQueue }) {
  const { t } = useTranslation();
  return BUTTONS.map(({ step, label, hint, variant }) => (
    <Button
      key={step}
      size="xs"
      variant={variant}
      aria-keyshortcuts={REVIEW_KEYS[step]}
      title={hint && t(hint)}
      rightSection={
        <Kbd size="xs" className={classes.key} aria-hidden>
          {REVIEW_KEYS[step]}
        </Kbd>
      }
      onClick={() => queue.take(step)}
    >
      {t(label)}
    </Button>
  ));
}
