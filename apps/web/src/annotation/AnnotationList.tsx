import { annotationTypeOf } from "@parfocal/core/annotation/annotation-types.ts";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import classes from "./AnnotationList.module.css";
import { annotationKindOf, type ListedAnnotation } from "./annotation-outbox.ts";
import { TYPE_ICONS, typeTextKey } from "./drawing-tools.ts";
import { measurementText } from "./measurement-text.ts";

const ICON_SIZE_PX = 16;
const ICON_STROKE = 1.5;

interface AnnotationListProps {
  readonly annotations: readonly ListedAnnotation[];
  readonly selectedId: number | null;
  readonly hoveredId: number | null;
  readonly onSelect: (id: number | null) => void;
  readonly onHover: (id: number | null) => void;
}

/** The annotations in their order; the chosen one is kept in view. */
export function AnnotationList({ annotations, selectedId, hoveredId, onSelect, onHover }: AnnotationListProps) {
  const { t } = useTranslation();
  const selectedItem = useRef<HTMLButtonElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls when another one is chosen
  useEffect(() => {
    // In braces: newer browsers return a promise here, which is no clean-up.
    selectedItem.current?.scrollIntoView({ block: "nearest" });
  }, [selectedId]);
  return (
    <ol className={classes.list} aria-label={t("annotation.list")}>
      {annotations.map((annotation, index) => {
        const isSelected = annotation.id === selectedId;
        return (
          <li key={annotation.id}>
            <button
              type="button"
              ref={isSelected ? selectedItem : null}
              className={classes.item}
              data-kind={annotationKindOf(annotation)}
              data-hovered={annotation.id === hoveredId || undefined}
              aria-pressed={isSelected}
              onClick={() => onSelect(isSelected ? null : annotation.id)}
              onPointerEnter={() => onHover(annotation.id)}
              onPointerLeave={() => onHover(null)}
              onFocus={() => onHover(annotation.id)}
              onBlur={() => onHover(null)}
            >
              <AnnotationRow annotation={annotation} number={index + 1} />
            </button>
          </li>
        );
      })}
    </ol>
  );
}

function AnnotationRow({ annotation, number }: { readonly annotation: ListedAnnotation; readonly number: number }) {
  const { t, i18n } = useTranslation();
  const typeName = annotationTypeOf(annotation.typeId)?.name ?? "polygon";
  const TypeIcon = TYPE_ICONS[typeName];
  const kind = annotationKindOf(annotation);
  const kindText = {
    expert: t("annotation.kindExpert"),
    student: t("annotation.kindStudent"),
    own: t("annotation.kindOwn"),
    workgroup: t("annotation.kindWorkgroup"),
  }[kind];
  const { measurement, includeMeasurement } = annotation;
  return (
    <>
      <span className={classes.number}>{number}</span>
      <span className={classes.text}>
        <span className={classes.title}>{annotation.title || annotation.content || t("annotation.untitled")}</span>
        <span className={classes.facts}>
          <TypeIcon
            size={ICON_SIZE_PX}
            stroke={ICON_STROKE}
            role="img"
            aria-label={t(`annotation.${typeTextKey(typeName)}`)}
          />
          <span className={classes.kind}>{kindText}</span>
          <span className={classes.author}>{annotation.author}</span>
          {annotation.isConverted && <span>{t("annotation.converted")}</span>}
          {annotation.isStudentMarked && <span>{t("annotation.marked")}</span>}
          {includeMeasurement && measurement && (
            <span className={classes.measurement}>{measurementText(i18n.language, measurement)}</span>
          )}
        </span>
        {annotation.saveState === "waiting" && <span className={classes.waiting}>{t("annotation.waiting")}</span>}
      </span>
    </>
  );
}
