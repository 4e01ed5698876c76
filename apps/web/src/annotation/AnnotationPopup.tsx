import { ActionIcon, Button } from "@mantine/core";
import { IconExternalLink, IconPencil, IconTrash, IconX } from "@tabler/icons-react";
import { type CSSProperties, useEffect, useId, useRef } from "react";
import { useTranslation } from "react-i18next";
import classes from "./AnnotationPopup.module.css";
import { annotationKindOf, type ListedAnnotation } from "./annotation-outbox.ts";
import { measurementText } from "./measurement-text.ts";

/** Source: spec part 1, section 9 (delays: popup focus 50 ms). */
export const POPUP_FOCUS_DELAY_MS = 50;

const ICON_STROKE = 1.5;

interface AnnotationPopupProps {
  readonly annotation: ListedAnnotation;
  /** Where the shape is, in px from the top left of the slide's area; null: out of sight, then the popup stands at the edge. */
  readonly anchor: readonly [x: number, y: number] | null;
  readonly onEdit: () => void;
  readonly onDelete: () => void;
  readonly onClose: () => void;
}

/** What an annotation says, beside its shape. */
export function AnnotationPopup({ annotation, anchor, onEdit, onDelete, onClose }: AnnotationPopupProps) {
  const { t, i18n } = useTranslation();
  const titleId = useId();
  const popup = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: focused once for each annotation
  useEffect(() => {
    const timer = setTimeout(() => popup.current?.focus({ preventScroll: true }), POPUP_FOCUS_DELAY_MS);
    return () => clearTimeout(timer);
  }, [annotation.id]);
  const { title, content, link, measurement, includeMeasurement, author } = annotation;
  const place = anchor && ({ "--anchor-x": `${anchor[0]}px`, "--anchor-y": `${anchor[1]}px` } as CSSProperties);
  return (
    <div
      ref={popup}
      role="dialog"
      aria-labelledby={titleId}
      tabIndex={-1}
      className={classes.popup}
      data-kind={annotationKindOf(annotation)}
      data-anchored={anchor !== null || undefined}
      style={place ?? undefined}
      onKeyDown={(event) => {
        if (event.key !== "Escape") return;
        event.preventDefault();
        onClose();
      }}
    >
      <header className={classes.header}>
        <h2 id={titleId} className={classes.title}>
          {title || t("annotation.untitled")}
        </h2>
        <ActionIcon variant="subtle" color="gray" size={32} aria-label={t("annotation.close")} onClick={onClose}>
          <IconX size={18} stroke={ICON_STROKE} aria-hidden />
        </ActionIcon>
      </header>
      {content && <p className={classes.content}>{content}</p>}
      {includeMeasurement && measurement && (
        <p className={classes.measurement}>
          <span>{t("annotation.measurement")}</span> <strong>{measurementText(i18n.language, measurement)}</strong>
        </p>
      )}
      {link && (
        <a className={classes.link} href={link} target="_blank" rel="noreferrer noopener">
          {t("annotation.openLink")}
          <IconExternalLink size={16} stroke={ICON_STROKE} aria-hidden />
        </a>
      )}
      <footer className={classes.footer}>
        <span className={classes.author}>{t("annotation.byAuthor", { author })}</span>
        {annotation.userCanEdit && (
          <Button
            size="compact-sm"
            variant="subtle"
            color="gray"
            leftSection={<IconPencil size={16} stroke={ICON_STROKE} aria-hidden />}
            onClick={onEdit}
          >
            {t("annotation.edit")}
          </Button>
        )}
        {annotation.userCanDelete && (
          <Button
            size="compact-sm"
            variant="subtle"
            color="red.3"
            leftSection={<IconTrash size={16} stroke={ICON_STROKE} aria-hidden />}
            onClick={onDelete}
          >
            {t("annotation.delete")}
          </Button>
        )}
      </footer>
    </div>
  );
}
