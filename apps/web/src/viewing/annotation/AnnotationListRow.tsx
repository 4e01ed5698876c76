import { useSortable } from "@dnd-kit/sortable";
import { annotationTypeOf } from "@parfocal/core/annotation/annotation-types.ts";
import { IconGripVertical } from "@tabler/icons-react";
import type { KeyboardEvent } from "react";
import { useTranslation } from "react-i18next";
import type { CommentCount } from "#annotation-comment/annotation-comment.api.ts";
import classes from "./AnnotationList.module.css";
import { AnnotationMenu } from "./AnnotationMenu.tsx";
import type { NumberedAnnotation } from "./annotation-listing.ts";
import { annotationKindOf, type ListedAnnotation } from "./annotation-outbox.ts";
import { TYPE_ICONS, typeTextKey } from "./drawing-tools.ts";
import { measurementText } from "./measurement-text.ts";
import type { AnnotationActions } from "./useAnnotationActions.ts";
import type { AnnotationBoard } from "./useAnnotationBoard.ts";

const ICON_SIZE_PX = 16;
const ICON_STROKE = 1.5;

interface AnnotationListRowProps {
  readonly row: NumberedAnnotation;
  readonly index: number;
  /** Number of rows in the list, including those that are not rendered. */
  readonly count: number;
  readonly topPx: number;
  readonly measure: (element: HTMLElement | null) => void;
  readonly board: Pick<AnnotationBoard, "viewer" | "commentCounts">;
  readonly actions: AnnotationActions;
  readonly isSelected: boolean;
  readonly isHovered: boolean;
  readonly isMovable: boolean;
  readonly isMenuOpen: boolean;
  readonly onMenuChange: (isOpen: boolean) => void;
  readonly onSelect: (id: number | null) => void;
  /** Adds it to the selection or removes it: a click with Ctrl, Cmd or Shift held. */
  readonly onToggle: (id: number) => void;
  readonly onHover: (id: number | null) => void;
  readonly onMoveBy: (step: 1 | -1) => void;
}

const STEP_OF_KEY: Readonly<Record<string, 1 | -1>> = { ArrowUp: -1, ArrowDown: 1 };

export function AnnotationListRow(props: AnnotationListRowProps) {
  const { row, index, count, topPx, measure, isSelected, isHovered, isMovable, onSelect, onHover } = props;
  const { t } = useTranslation();
  const { annotation, number } = row;
  const { id } = annotation;
  const sortable = useSortable({ id, disabled: !isMovable });
  const handleKeyDown = (event: KeyboardEvent): void => {
    const step = event.altKey ? STEP_OF_KEY[event.key] : undefined;
    if (step === undefined || !isMovable) return;
    event.preventDefault();
    props.onMoveBy(step);
  };
  return (
    <li
      ref={(element) => {
        sortable.setNodeRef(element);
        measure(element);
      }}
      className={classes.row}
      style={{
        top: topPx,
        transform: sortable.transform
          ? `translate(${Math.round(sortable.transform.x)}px, ${Math.round(sortable.transform.y)}px)`
          : undefined,
        transition: sortable.transition,
      }}
      data-index={index}
      data-kind={annotationKindOf(annotation)}
      data-selected={isSelected || undefined}
      data-hovered={isHovered || undefined}
      data-dragged={sortable.isDragging || undefined}
      aria-posinset={index + 1}
      aria-setsize={count}
      onPointerEnter={() => onHover(id)}
      onPointerLeave={() => onHover(null)}
      onContextMenu={(event) => {
        event.preventDefault();
        props.onMenuChange(true);
      }}
    >
      {isMovable && (
        <button
          type="button"
          ref={sortable.setActivatorNodeRef}
          className={classes.handle}
          {...sortable.attributes}
          {...sortable.listeners}
          aria-label={t("annotation.move", { title: annotation.title || t("annotation.untitled") })}
        >
          <IconGripVertical size={ICON_SIZE_PX} stroke={ICON_STROKE} aria-hidden />
        </button>
      )}
      <button
        type="button"
        className={classes.item}
        data-annotation={id}
        aria-pressed={isSelected}
        {...(isMovable ? { "aria-keyshortcuts": "Alt+ArrowUp Alt+ArrowDown" } : {})}
        onClick={({ ctrlKey, metaKey, shiftKey }) => {
          if (ctrlKey || metaKey || shiftKey) props.onToggle(id);
          else onSelect(isSelected ? null : id);
        }}
        onKeyDown={handleKeyDown}
        onFocus={() => onHover(id)}
        onBlur={() => onHover(null)}
      >
        <span className={classes.number}>{number}</span>
        <AnnotationFacts annotation={annotation} comments={props.board.commentCounts.get(id)} />
      </button>
      <span className={classes.menu}>
        <AnnotationMenu
          annotation={annotation}
          viewer={props.board.viewer}
          actions={props.actions}
          isOpen={props.isMenuOpen}
          onOpenChange={props.onMenuChange}
        />
      </span>
    </li>
  );
}

interface AnnotationFactsProps {
  readonly annotation: ListedAnnotation;
  /** Undefined: none. */
  readonly comments: CommentCount | undefined;
}

function AnnotationFacts({ annotation, comments }: AnnotationFactsProps) {
  const { t, i18n } = useTranslation();
  const typeName = annotationTypeOf(annotation.typeId)?.name ?? "polygon";
  const TypeIcon = TYPE_ICONS[typeName];
  const kindText = {
    expert: t("annotation.kindExpert"),
    student: t("annotation.kindStudent"),
    own: t("annotation.kindOwn"),
    workgroup: t("annotation.kindWorkgroup"),
  }[annotationKindOf(annotation)];
  const { measurement, includeMeasurement } = annotation;
  return (
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
        {annotation.review?.state === "declined" && (
          <span className={classes.declined}>{t("annotation.declined")}</span>
        )}
        {comments && (
          <span className={comments.new > 0 ? classes.newComments : undefined}>
            {comments.new > 0
              ? t("annotation.commentsNewOf", { count: comments.comments, new: comments.new })
              : t("annotation.comments", { count: comments.comments })}
          </span>
        )}
        {includeMeasurement && measurement && (
          <span className={classes.measurement}>{measurementText(i18n.language, measurement)}</span>
        )}
      </span>
      {annotation.saveState === "waiting" && <span className={classes.waiting}>{t("annotation.waiting")}</span>}
    </span>
  );
}
