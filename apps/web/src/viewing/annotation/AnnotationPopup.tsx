import { ActionIcon } from "@mantine/core";
import type { Image } from "@parfocal/core/image/image.contract.ts";
import type { SlideViewer } from "@parfocal/viewer/slide-viewer.ts";
import {
  IconChevronLeft,
  IconChevronRight,
  IconExternalLink,
  IconLink,
  IconPencil,
  IconTrash,
  IconX,
} from "@tabler/icons-react";
import { type RefObject, useEffect, useId, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { CommentThread } from "#annotation-comment/CommentThread.tsx";
import { dateFormat } from "#ui/locale-formats.ts";
import { formatQuantity } from "#ui/quantity-text.ts";
import { AnnotationMenu } from "./AnnotationMenu.tsx";
import classes from "./AnnotationPopup.module.css";
import {
  ANNOTATION_CHANNEL,
  annotationKindOf,
  type ListedAnnotation,
  neighbourAnnotation,
  numberOfListed,
} from "./annotation-outbox.ts";
import { measurementText } from "./measurement-text.ts";
import type { ScreenBox } from "./popup-place.ts";
import { useAnnotationActions } from "./useAnnotationActions.ts";
import type { AnnotationBoard } from "./useAnnotationBoard.ts";
import type { Annotator } from "./useAnnotator.ts";
import type { FollowLink } from "./useFollowLink.ts";
import { usePopupPlace } from "./usePopupPlace.ts";

/** Source: spec part 1, section 9 (delays: popup focus 50 ms). */
export const POPUP_FOCUS_DELAY_MS = 50;

const BESIDES_MENU = ["edit", "delete"] as const;
const ICON_SIZE_PX = 18;
const ICON_STROKE = 1.5;

interface AnnotationPopupProps {
  readonly image: Pick<Image, "id">;
  readonly annotation: ListedAnnotation;
  readonly board: AnnotationBoard;
  readonly annotator: Annotator;
  readonly viewer: SlideViewer | null;
  /** Box of the shape; null: not visible, so the popup is at the edge. */
  readonly anchor: ScreenBox | null;
  /** Selects another annotation and pans to it. */
  readonly onChoose: (annotation: ListedAnnotation) => void;
  readonly onClose: () => void;
}

/** Focuses once per annotation: a new ID from the server neither counts as another annotation nor moves the focus. */
function useFocusOnce(popup: RefObject<HTMLElement | null>, annotationId: number, { outbox }: AnnotationBoard): void {
  const shown = useRef(annotationId);
  const numberGiven = useRef<number | null>(null);
  useEffect(
    () =>
      outbox?.onEvent((event) => {
        if (event.kind !== "saved" || event.entry.channel !== ANNOTATION_CHANNEL) return;
        if (event.entry.subjectId === shown.current) numberGiven.current = event.delivery.id;
      }),
    [outbox],
  );
  useEffect(() => {
    const isKnown = shown.current !== annotationId && numberGiven.current === annotationId;
    shown.current = annotationId;
    if (isKnown) return;
    const timer = setTimeout(() => popup.current?.focus({ preventScroll: true }), POPUP_FOCUS_DELAY_MS);
    return () => clearTimeout(timer);
  }, [popup, annotationId]);
}

/** Content of an annotation, beside its shape. */
export function AnnotationPopup(props: AnnotationPopupProps) {
  const { image, annotation, board, annotator, viewer, anchor, onChoose, onClose } = props;
  const { t, i18n } = useTranslation();
  const titleId = useId();
  const popup = useRef<HTMLDivElement>(null);
  const [isMenuOpen, setMenuOpen] = useState(false);
  const actions = useAnnotationActions({ image, board, annotator, viewer });
  useFocusOnce(popup, annotation.id, board);
  const { title, content, link, measurement, includeMeasurement } = annotation;
  const place = usePopupPlace(popup, anchor);
  return (
    <div
      ref={popup}
      role="dialog"
      aria-labelledby={titleId}
      tabIndex={-1}
      className={classes.popup}
      data-kind={annotationKindOf(annotation)}
      style={place ? { ...place, right: "auto", bottom: "auto" } : undefined}
      onKeyDown={(event) => {
        if (event.key !== "Escape" || event.defaultPrevented || isMenuOpen) return;
        event.preventDefault();
        onClose();
      }}
    >
      <header className={classes.header}>
        <h2 id={titleId} className={classes.title}>
          {title || t("annotation.untitled")}
        </h2>
        <ActionIcon variant="subtle" color="gray" size={32} aria-label={t("annotation.close")} onClick={onClose}>
          <IconX size={ICON_SIZE_PX} stroke={ICON_STROKE} aria-hidden />
        </ActionIcon>
      </header>
      {content && <p className={classes.content}>{content}</p>}
      {includeMeasurement && measurement && (
        <p className={classes.measurement}>
          <span>{t("annotation.measurement")}</span> <strong>{measurementText(i18n.language, measurement)}</strong>
        </p>
      )}
      {link && <AnnotationLink link={link} follow={actions.link} />}
      <ReviewNote annotation={annotation} />
      <p className={classes.author}>
        {annotation.author !== "" && `${t("annotation.byAuthor", { author: annotation.author })}, `}
        <time dateTime={annotation.createdAt}>
          {dateFormat(i18n.language, { dateStyle: "medium" }).format(new Date(annotation.createdAt))}
        </time>
      </p>
      {board.outbox && annotation.id > 0 && (
        <CommentThread
          key={annotation.id}
          imageId={image.id}
          annotationId={annotation.id}
          outbox={board.outbox}
          count={board.commentCounts.get(annotation.id)}
        />
      )}
      <footer className={classes.footer}>
        <Neighbours annotation={annotation} board={board} onChoose={onChoose} />
        {annotation.userCanEdit && (
          <ActionIcon
            variant="subtle"
            color="gray"
            size={36}
            aria-label={t("annotation.edit")}
            title={t("annotation.edit")}
            disabled={annotation.isSimplified ?? false}
            onClick={() => actions.run("edit", annotation)}
          >
            <IconPencil size={ICON_SIZE_PX} stroke={ICON_STROKE} aria-hidden />
          </ActionIcon>
        )}
        {annotation.userCanDelete && (
          <ActionIcon
            variant="subtle"
            color="red.3"
            size={36}
            aria-label={t("annotation.delete")}
            title={t("annotation.delete")}
            onClick={() => actions.run("delete", annotation)}
          >
            <IconTrash size={ICON_SIZE_PX} stroke={ICON_STROKE} aria-hidden />
          </ActionIcon>
        )}
        <AnnotationMenu
          annotation={annotation}
          viewer={board.viewer}
          actions={actions}
          besides={BESIDES_MENU}
          isOpen={isMenuOpen}
          onOpenChange={setMenuOpen}
        />
      </footer>
    </div>
  );
}

/** External links have an icon and open in a new tab. */
function AnnotationLink({ link, follow }: { readonly link: string; readonly follow: FollowLink }) {
  const { t } = useTranslation();
  const target = follow.targetOf(link);
  if (target.kind === "outside") {
    return (
      <a className={classes.link} href={target.href} target="_blank" rel="noreferrer noopener">
        {t("annotation.openLink")}
        <IconExternalLink size={16} stroke={ICON_STROKE} role="img" aria-label={t("annotation.openLinkOutside")} />
      </a>
    );
  }
  return (
    <a
      className={classes.link}
      href={link}
      onClick={(event) => {
        // With a modifier key the browser opens a tab or window as usual.
        if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
        event.preventDefault();
        follow.follow(link);
      }}
    >
      {t("annotation.openLink")}
      <IconLink size={16} stroke={ICON_STROKE} aria-hidden />
    </a>
  );
}

/** An expert's reason for declining the annotation, shown to its author and to experts. */
function ReviewNote({ annotation: { review } }: { readonly annotation: ListedAnnotation }) {
  const { t } = useTranslation();
  if (review?.state !== "declined") return null;
  return (
    <div className={classes.review} role="note">
      <strong>{t("annotation.declinedBy", { reviewer: review.reviewer })}</strong>
      <p className={classes.content}>{review.comment || t("annotation.declinedNoComment")}</p>
    </div>
  );
}

function Neighbours({ annotation, board, onChoose }: Pick<AnnotationPopupProps, "annotation" | "board" | "onChoose">) {
  const { t, i18n } = useTranslation();
  const { annotations, isWhole, total } = board;
  const index = annotations.findIndex(({ id }) => id === annotation.id);
  if (annotations.length < 2) return <span className={classes.space} />;
  const number = (value: number): string => formatQuantity(value, i18n.language);
  const step = (by: 1 | -1): void => {
    const neighbour = neighbourAnnotation(annotations, annotation.id, by);
    if (neighbour) onChoose(neighbour);
  };
  return (
    <span className={classes.neighbours}>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={32}
        aria-label={t("annotation.previous")}
        aria-keyshortcuts="Shift+N"
        onClick={() => step(-1)}
      >
        <IconChevronLeft size={ICON_SIZE_PX} stroke={ICON_STROKE} aria-hidden />
      </ActionIcon>
      <span className={classes.place}>
        {number(numberOfListed(annotation, index, isWhole))} / {number(isWhole ? annotations.length : total)}
      </span>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={32}
        aria-label={t("annotation.next")}
        aria-keyshortcuts="N"
        onClick={() => step(1)}
      >
        <IconChevronRight size={ICON_SIZE_PX} stroke={ICON_STROKE} aria-hidden />
      </ActionIcon>
    </span>
  );
}
