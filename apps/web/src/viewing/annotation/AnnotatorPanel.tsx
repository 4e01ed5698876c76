import { ActionIcon, Button, Checkbox, Kbd, Tooltip } from "@mantine/core";
import type { DrawnTypeName } from "@parfocal/core/annotation/annotation-types.ts";
import type { SlideViewer } from "@parfocal/viewer/slide-viewer.ts";
import {
  IconArrowBackUp,
  IconArrowForwardUp,
  IconCheck,
  IconChevronDown,
  IconChevronRight,
  IconCrosshair,
  IconPencilMinus,
} from "@tabler/icons-react";
import { useId } from "react";
import { useTranslation } from "react-i18next";
import { useRememberedSwitch } from "#ui/remembered-switch.ts";
import { useIsTouch } from "#ui/touch.ts";
import { AnnotationForm } from "./AnnotationForm.tsx";
import { QuickAnnotations, QuickSwitch } from "./AnnotatorEditingQuick.tsx";
import { AnnotatorEditingTools, BrushSize, CrossingAlert, EDITING_TOOLS } from "./AnnotatorEditingTools.tsx";
import classes from "./AnnotatorPanel.module.css";
import { canDrawFreehand } from "./annotator-state.ts";
import { BRUSH_KEY, CONTINUOUS_KEY, FREEHAND_KEY, TOOL_KEYS, TYPE_ICONS, typeTextKey } from "./drawing-tools.ts";
import type { Annotator } from "./useAnnotator.ts";

const ICON_SIZE_PX = 20;
const ICON_STROKE = 1.5;

interface AnnotatorPanelProps {
  readonly annotator: Annotator;
  readonly viewer: SlideViewer | null;
}

interface WholeAnnotatorPanelProps extends AnnotatorPanelProps {
  /** Whether the annotation is saved in a space other than the one shown. */
  readonly isForMySpace?: boolean;
}

/** Drawing tools; after drawing, title and content come first, and Save stays visible. */
export function AnnotatorPanel({ annotator, viewer, isForMySpace = false }: WholeAnnotatorPanelProps) {
  const { t } = useTranslation();
  const { state, dispatch } = annotator;
  const isAdding = state.mode === "add";
  const mustDraw = isAdding && state.drawn === null;
  return (
    <section className={classes.panel} aria-label={t("annotation.annotator")}>
      <header className={classes.header}>
        <h2 className={classes.heading}>{isAdding ? t("annotation.addTitle") : t("annotation.editTitle")}</h2>
        <Button size="compact-sm" variant="subtle" color="gray" onClick={annotator.stop}>
          {t("annotation.stop")}
        </Button>
      </header>
      {mustDraw && <DrawingTools annotator={annotator} viewer={viewer} />}
      {mustDraw && <DrawingHint annotator={annotator} />}
      {mustDraw && <DrawingButtons annotator={annotator} viewer={viewer} mustDraw />}
      {isAdding && isForMySpace && <p className={classes.destination}>{t("annotation.goesToMySpace")}</p>}
      <CrossingAlert annotator={annotator} viewer={viewer} />
      <QuickAnnotations annotator={annotator} />
      <AnnotationForm annotator={annotator}>
        {!mustDraw && <DrawingButtons annotator={annotator} viewer={viewer} mustDraw={false} />}
        {!mustDraw && <Refine annotator={annotator} viewer={viewer} />}
        {isAdding && <QuickSwitch annotator={annotator} />}
        {isAdding && (
          <Checkbox
            checked={state.isContinuous}
            onChange={() => dispatch({ kind: "toggleContinuous" })}
            aria-keyshortcuts={CONTINUOUS_KEY}
            label={
              <span>
                {t("annotation.continuous")} <Kbd size="xs">{CONTINUOUS_KEY}</Kbd>
              </span>
            }
          />
        )}
      </AnnotationForm>
    </section>
  );
}

/** Editing tools of a drawn shape, collapsed by default; the state is kept for the next shape. */
function Refine({ annotator, viewer }: AnnotatorPanelProps) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useRememberedSwitch("annotator-refine", false);
  const contentId = useId();
  const Chevron = isOpen ? IconChevronDown : IconChevronRight;
  return (
    <div className={classes.refine}>
      <button
        type="button"
        className={classes.refineToggle}
        aria-expanded={isOpen}
        aria-controls={contentId}
        onClick={() => setOpen(!isOpen)}
      >
        <Chevron size={16} stroke={ICON_STROKE} aria-hidden />
        {t("annotation.refine")}
      </button>
      <div id={contentId} className={classes.refineContent} hidden={!isOpen}>
        {isOpen && <DrawingHint annotator={annotator} />}
        {isOpen && <AnnotatorEditingTools annotator={annotator} viewer={viewer} />}
      </div>
    </div>
  );
}

function DrawingTools({ annotator, viewer }: AnnotatorPanelProps) {
  const { t } = useTranslation();
  const { state, typeNames, dispatch } = annotator;
  return (
    <>
      <div className={classes.tools} role="toolbar" aria-label={t("annotation.tools")}>
        {typeNames.map((typeName) => {
          const TypeIcon = TYPE_ICONS[typeName];
          const label = t(`annotation.${typeTextKey(typeName)}`);
          return (
            <Tooltip key={typeName} label={`${label} (${TOOL_KEYS[typeName]})`}>
              <ActionIcon
                variant="subtle"
                color="gray"
                className={classes.tool}
                aria-label={label}
                aria-keyshortcuts={TOOL_KEYS[typeName]}
                aria-pressed={state.typeName === typeName && !state.isBrush}
                onClick={() => dispatch({ kind: "chooseType", typeName })}
              >
                <TypeIcon size={ICON_SIZE_PX} stroke={ICON_STROKE} aria-hidden />
              </ActionIcon>
            </Tooltip>
          );
        })}
      </div>
      <Checkbox
        checked={state.isBrush}
        onChange={() => dispatch(state.isBrush ? { kind: "chooseType", typeName: "polygon" } : { kind: "chooseBrush" })}
        aria-keyshortcuts={BRUSH_KEY}
        label={
          <span>
            {t("annotationEditing.paint")} <Kbd size="xs">{BRUSH_KEY}</Kbd>
          </span>
        }
      />
      {state.isBrush && <BrushSize viewer={viewer} />}
      {canDrawFreehand(state.typeName) && state.typeName !== "freehand" && !state.isBrush && (
        <Checkbox
          checked={state.isFreehand}
          onChange={() => dispatch({ kind: "toggleFreehand" })}
          aria-keyshortcuts={FREEHAND_KEY}
          label={
            <span>
              {t("annotation.freehand")} <Kbd size="xs">{FREEHAND_KEY}</Kbd>
            </span>
          }
        />
      )}
    </>
  );
}

const HINTS = {
  point: "hintPoint",
  text: "hintText",
  line: "hintLine",
  arrow: "hintArrow",
  polygon: "hintPolygon",
  rectangle: "hintRectangle",
  ellipse: "hintEllipse",
  freehand: "hintFreehand",
} as const satisfies Record<DrawnTypeName, string>;

const TOUCH_HINTS = {
  point: "touchPoint",
  text: "touchText",
  line: "touchLine",
  arrow: "touchArrow",
  polygon: "touchPolygon",
  rectangle: "touchRectangle",
  ellipse: "touchEllipse",
  freehand: "hintFreehand",
} as const satisfies Record<DrawnTypeName, string>;

function DrawingHint({ annotator: { state } }: { readonly annotator: Annotator }) {
  const { t } = useTranslation();
  const isDrawn = state.drawn !== null || state.mode === "edit";
  const isPoint = state.typeName === "point" || state.typeName === "text";
  const isTouch = useIsTouch();
  const { hint, touchHint } = EDITING_TOOLS[state.editingTool];
  const changing = isPoint ? t("annotation.hintEdit") : t(`annotationEditing.${isTouch ? touchHint : hint}`);
  const drawing = state.isBrush
    ? t(`annotationEditing.${isTouch ? "touchBrush" : "hintBrush"}`)
    : t(`annotation.${(isTouch ? TOUCH_HINTS : HINTS)[state.typeName]}`);
  return (
    <p className={classes.hint} aria-live="polite">
      {isDrawn ? changing : drawing}
    </p>
  );
}

interface DrawingButtonsProps extends AnnotatorPanelProps {
  readonly mustDraw: boolean;
}

/** Undo and redo; finishing, and placing a vertex at the crosshair, for use without a mouse. */
function DrawingButtons({ annotator, viewer, mustDraw }: DrawingButtonsProps) {
  const { t } = useTranslation();
  const { state, drawing, dispatch } = annotator;
  const isPlaced = state.typeName === "point" || state.typeName === "text";
  return (
    <div className={classes.buttons}>
      <ActionIcon
        variant="default"
        aria-label={t("annotation.undo")}
        disabled={!drawing.canUndo}
        onClick={() => viewer?.annotations.undo()}
      >
        <IconArrowBackUp size={ICON_SIZE_PX} stroke={ICON_STROKE} aria-hidden />
      </ActionIcon>
      <ActionIcon
        variant="default"
        aria-label={t("annotation.redo")}
        disabled={!drawing.canRedo}
        onClick={() => viewer?.annotations.redo()}
      >
        <IconArrowForwardUp size={ICON_SIZE_PX} stroke={ICON_STROKE} aria-hidden />
      </ActionIcon>
      {mustDraw && (
        <Button
          size="xs"
          variant="default"
          leftSection={<IconCrosshair size={16} stroke={ICON_STROKE} aria-hidden />}
          onClick={() => viewer?.annotations.addVertexAtCenter()}
        >
          {t("annotation.placeHere")}
        </Button>
      )}
      {mustDraw && !isPlaced && (
        <Button
          size="xs"
          variant="default"
          disabled={!drawing.canFinish}
          leftSection={<IconCheck size={16} stroke={ICON_STROKE} aria-hidden />}
          onClick={() => viewer?.annotations.finishDrawing()}
        >
          {t("annotation.finish")}
        </Button>
      )}
      {state.mode === "add" && !mustDraw && (
        <Button
          size="xs"
          variant="default"
          leftSection={<IconPencilMinus size={16} stroke={ICON_STROKE} aria-hidden />}
          onClick={() => dispatch({ kind: "discardDrawn" })}
        >
          {t("annotation.redraw")}
        </Button>
      )}
    </div>
  );
}
