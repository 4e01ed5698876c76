/** The slides of a case in order: reordered by dragging or keyboard, shown or hidden, opened at a view. */
import { ActionIcon, Badge, Button, Switch, Tooltip } from "@mantine/core";
import type { SlideViewer } from "@parfocal/viewer/slide-viewer.ts";
import { IconEyeOff, IconTrash } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { Grip, SortableList, useSortableRow } from "#ui/SortableList.tsx";
import classes from "./ArrangePanel.module.css";
import {
  type ArrangeDraft,
  type ArrangedSlide,
  openingOf,
  withoutSlide,
  withSlideChanged,
  withSlideMoved,
} from "./arrange-draft.ts";

interface SortableSlidesProps {
  readonly draft: ArrangeDraft;
  readonly onChange: (draft: ArrangeDraft) => void;
  /** The viewer that currently shows a slide; null: no slides are on the page. */
  readonly viewerOf: ((slideId: number) => SlideViewer | undefined) | null;
}

export function SortableSlides({ draft, onChange, viewerOf }: SortableSlidesProps) {
  const { t } = useTranslation();
  return (
    <section>
      <h3 className={classes.heading}>{t("case.slides")}</h3>
      <SortableList
        className={classes.slides}
        entries={draft.slides.map(({ id, title }) => ({ id: String(id), title }))}
        instructions={t("case.moveInstructions")}
        announce={(moment, place) => t(`case.move${moment}`, { ...place })}
        onMove={(from, to) => onChange(withSlideMoved(draft, draft.slides[from]?.id ?? 0, to))}
      >
        {draft.slides.map((slide) => (
          <SlideRow
            key={slide.id}
            slide={slide}
            viewer={viewerOf === null ? null : viewerOf(slide.id)}
            onChange={(change) => onChange(withSlideChanged(draft, slide.id, change))}
            onRemove={() => onChange(withoutSlide(draft, slide.id))}
          />
        ))}
      </SortableList>
    </section>
  );
}

interface SlideRowProps {
  readonly slide: ArrangedSlide;
  /** undefined: this slide is not shown now; null: no slides are. */
  readonly viewer: SlideViewer | undefined | null;
  readonly onChange: (change: Partial<ArrangedSlide>) => void;
  readonly onRemove: () => void;
}

function SlideRow({ slide, viewer, onChange, onRemove }: SlideRowProps) {
  const { t } = useTranslation();
  const { row, grip } = useSortableRow(String(slide.id));
  const { title, isActive, annotationsActive, center, zoom } = slide;
  const opensAtView = center !== null || zoom !== null;
  return (
    <li {...row} className={classes.slide}>
      <div className={classes.slideHead}>
        <Grip {...grip} className={classes.grip} aria-label={t("case.moveSlide", { title })} />
        <span className={classes.slideTitle}>
          {title}
          {slide.isHiddenElsewhere && (
            <Tooltip label={t("case.hiddenElsewhereHint")} multiline maw={280}>
              <Badge variant="default" ml="xs" leftSection={<IconEyeOff size={14} stroke={1.5} aria-hidden />}>
                {t("case.hiddenElsewhere")}
              </Badge>
            </Tooltip>
          )}
        </span>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={36}
          aria-label={t("case.removeSlide", { title })}
          onClick={onRemove}
        >
          <IconTrash size={18} stroke={1.5} aria-hidden />
        </ActionIcon>
      </div>
      <Switch
        label={t("case.active")}
        aria-label={t("case.activeOf", { title })}
        checked={isActive}
        onChange={(event) => onChange({ isActive: event.currentTarget.checked })}
      />
      <Switch
        label={t("case.annotationsShown")}
        aria-label={t("case.annotationsShownOf", { title })}
        checked={annotationsActive}
        onChange={(event) => onChange({ annotationsActive: event.currentTarget.checked })}
      />
      <div className={classes.opening}>
        {viewer !== null && (
          <Button
            size="compact-sm"
            variant="default"
            disabled={!viewer}
            aria-label={t("case.openHereOf", { title })}
            onClick={() => viewer && onChange(openingOf(viewer.getView()))}
          >
            {t("case.openHere")}
          </Button>
        )}
        <span className={classes.hint}>{opensAtView ? t("case.opensAtView") : t("case.opensWhole")}</span>
      </div>
    </li>
  );
}
