import { ActionIcon, Alert, Button, Group, Slider, Tooltip } from "@mantine/core";
import { EDITING_TOOL_NAMES, type EditingToolName } from "@parfocal/viewer/annotation/annotation-layer.ts";
import type { SlideViewer } from "@parfocal/viewer/slide-viewer.ts";
import {
  type Icon,
  IconBrush,
  IconChevronLeft,
  IconChevronRight,
  IconCircleOff,
  IconCrosshair,
  IconEraser,
  IconMinus,
  IconPlus,
  IconResize,
  IconRotate2,
  IconRotateClockwise2,
  IconScissors,
  IconTool,
  IconTrash,
  IconVectorSpline,
} from "@tabler/icons-react";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import classes from "./AnnotatorPanel.module.css";
import { BRUSH_RADIUS_PX, setBrushRadius, useBrushRadius } from "./brush-size.ts";
import { resizedBy, simplifiedTo, turnedBy, withoutCrossing, withoutHoles } from "./editing-steps.ts";
import type { Annotator } from "./useAnnotator.ts";

const ICON_SIZE_PX = 20;
const ICON_STROKE = 1.5;

interface EditingToolFacts {
  readonly icon: Icon;
  /** Text key of the usage hint. */
  readonly hint: "hintVertices" | "hintBox" | "hintBrush" | "hintEraser" | "hintCutOut";
  /** Usage hint for touch, without keys. */
  readonly touchHint: "touchVertices" | "touchBox" | "touchBrush" | "touchEraser" | "hintCutOut";
  /** Whether the tool can only change areas. */
  readonly isForAreas: boolean;
}

export const EDITING_TOOLS = {
  vertices: { icon: IconVectorSpline, hint: "hintVertices", touchHint: "touchVertices", isForAreas: false },
  box: { icon: IconResize, hint: "hintBox", touchHint: "touchBox", isForAreas: false },
  brush: { icon: IconBrush, hint: "hintBrush", touchHint: "touchBrush", isForAreas: true },
  eraser: { icon: IconEraser, hint: "hintEraser", touchHint: "touchEraser", isForAreas: true },
  cutOut: { icon: IconScissors, hint: "hintCutOut", touchHint: "hintCutOut", isForAreas: true },
} as const satisfies Record<EditingToolName, EditingToolFacts>;

interface AnnotatorEditingToolsProps {
  readonly annotator: Annotator;
  readonly viewer: SlideViewer | null;
}

/** Editing tools for the drawn or edited shape, and one-click operations. */
export function AnnotatorEditingTools({ annotator, viewer }: AnnotatorEditingToolsProps) {
  const { t } = useTranslation();
  const { state, dispatch, shapeNow } = annotator;
  const { editingTool } = state;
  if (!shapeNow) return null;
  const isArea = shapeNow.shape.kind === "polygon" || shapeNow.shape.kind === "multiPolygon";
  const isPoint = shapeNow.shape.kind === "point";
  const annotations = viewer?.annotations;
  const names = EDITING_TOOL_NAMES.filter((name) => (isArea || !EDITING_TOOLS[name].isForAreas) && !isPoint);
  return (
    <div className={classes.editing}>
      {names.length > 0 && (
        <div className={classes.editingTools} role="toolbar" aria-label={t("annotationEditing.tools")}>
          {names.map((name) => (
            <ToolChoice
              key={name}
              label={t(`annotationEditing.${name}`)}
              icon={EDITING_TOOLS[name].icon}
              isPressed={editingTool === name}
              onClick={() => dispatch({ kind: "chooseEditingTool", tool: name })}
            />
          ))}
        </div>
      )}
      {(editingTool === "brush" || editingTool === "eraser") && isArea && <BrushSize viewer={viewer} />}
      {editingTool === "vertices" && !isPoint && (
        <Group gap={6}>
          <ToolStep icon={IconChevronLeft} label="previousHandle" onClick={() => annotations?.chooseHandle(-1)} />
          <ToolStep icon={IconChevronRight} label="nextHandle" onClick={() => annotations?.chooseHandle(1)} />
          <ToolStep icon={IconCrosshair} label="placeHandle" onClick={() => annotations?.addVertexAtCenter()} />
          <ToolStep icon={IconTrash} label="deleteHandle" onClick={() => annotations?.deleteVertex()} />
        </Group>
      )}
      {editingTool === "box" && !isPoint && (
        <Group gap={6}>
          <ToolStep icon={IconRotate2} label="turnLeft" onClick={() => annotations?.changeEdited(turnedBy(-1))} />
          <ToolStep
            icon={IconRotateClockwise2}
            label="turnRight"
            onClick={() => annotations?.changeEdited(turnedBy(1))}
          />
          <ToolStep icon={IconMinus} label="shrink" onClick={() => annotations?.changeEdited(resizedBy(-1))} />
          <ToolStep icon={IconPlus} label="grow" onClick={() => annotations?.changeEdited(resizedBy(1))} />
        </Group>
      )}
      {editingTool === "cutOut" && isArea && (
        <Button
          size="xs"
          variant="default"
          leftSection={<IconCircleOff size={16} stroke={ICON_STROKE} aria-hidden />}
          disabled={withoutHoles(shapeNow) === null}
          onClick={() => annotations?.changeEdited(withoutHoles)}
        >
          {t("annotationEditing.deleteHoles")}
        </Button>
      )}
      {editingTool === "vertices" && !isPoint && <Simplify annotator={annotator} viewer={viewer} />}
    </div>
  );
}

/** Reason why the shape cannot be saved, and how to fix it. */
export function CrossingAlert({ annotator: { shapeNow }, viewer }: AnnotatorEditingToolsProps) {
  const { t } = useTranslation();
  if (!shapeNow?.crossesAt) return null;
  return (
    <Alert color="red" role="alert" p="sm">
      <p className={classes.alertText}>{t("annotationEditing.crosses")}</p>
      <Button
        size="xs"
        variant="default"
        leftSection={<IconTool size={16} stroke={ICON_STROKE} aria-hidden />}
        onClick={() => viewer?.annotations.changeEdited(withoutCrossing)}
      >
        {t("annotationEditing.repair")}
      </Button>
    </Alert>
  );
}

interface ToolChoiceProps {
  readonly label: string;
  readonly icon: Icon;
  readonly isPressed: boolean;
  readonly onClick: () => void;
}

function ToolChoice({ label, icon: ToolIcon, isPressed, onClick }: ToolChoiceProps) {
  return (
    <Tooltip label={label}>
      <ActionIcon
        variant="subtle"
        color="gray"
        className={classes.tool}
        aria-label={label}
        aria-pressed={isPressed}
        onClick={onClick}
      >
        <ToolIcon size={ICON_SIZE_PX} stroke={ICON_STROKE} aria-hidden />
      </ActionIcon>
    </Tooltip>
  );
}

type StepName =
  | "previousHandle"
  | "nextHandle"
  | "placeHandle"
  | "deleteHandle"
  | "turnLeft"
  | "turnRight"
  | "shrink"
  | "grow";

function ToolStep({ icon: StepIcon, label, onClick }: { icon: Icon; label: StepName; onClick: () => void }) {
  const { t } = useTranslation();
  const text = t(`annotationEditing.${label}`);
  return (
    <Tooltip label={text}>
      <ActionIcon variant="default" size={36} className={classes.step} aria-label={text} onClick={onClick}>
        <StepIcon size={ICON_SIZE_PX} stroke={ICON_STROKE} aria-hidden />
      </ActionIcon>
    </Tooltip>
  );
}

export function BrushSize({ viewer }: Pick<AnnotatorEditingToolsProps, "viewer">) {
  const { t } = useTranslation();
  const radius = useBrushRadius();
  useEffect(() => viewer?.annotations.setBrushRadius(radius), [viewer, radius]);
  return (
    <div>
      <span id="brush-size">
        {t("annotationEditing.brushSize")}: {t("annotationEditing.brushSizeValue", { radius })}
      </span>
      <Slider
        min={BRUSH_RADIUS_PX.min}
        max={BRUSH_RADIUS_PX.max}
        value={radius}
        label={null}
        thumbProps={{ "aria-labelledby": "brush-size" }}
        onChange={setBrushRadius}
      />
    </div>
  );
}

/** Tolerances of the slider in slide pixels; each is twice the previous one. */
const TOLERANCES_PX = [0, 0.5, 1, 2, 4, 8, 16, 32, 64];

/** Simplification: the slider previews the result on the slide, the button applies it. */
function Simplify({ annotator, viewer }: AnnotatorEditingToolsProps) {
  const { t } = useTranslation();
  const { shapeNow } = annotator;
  const [index, setIndex] = useState(0);
  const tolerance = TOLERANCES_PX[index] ?? 0;
  const simple = shapeNow && tolerance > 0 ? simplifiedTo(tolerance)(shapeNow) : null;
  const vertices = simple?.vertexCount ?? shapeNow?.vertexCount ?? 0;
  useEffect(() => {
    if (!viewer || tolerance === 0) return;
    viewer.annotations.suggestEdited(simplifiedTo(tolerance));
    return () => viewer.annotations.suggestEdited(null);
  }, [viewer, tolerance]);
  const [seen, setSeen] = useState(shapeNow);
  if (seen !== shapeNow) {
    setSeen(shapeNow);
    setIndex(0);
  }
  const before = shapeNow?.vertexCount ?? 0;
  return (
    <div>
      <span id="simplify-tolerance">{t("annotationEditing.simplify")}</span>
      <Group gap={10} wrap="nowrap">
        <Slider
          flex={1}
          min={0}
          max={TOLERANCES_PX.length - 1}
          value={index}
          label={null}
          thumbProps={{
            "aria-labelledby": "simplify-tolerance",
            "aria-valuetext": t("annotationEditing.simplifyValue", { tolerance, vertices, before }),
          }}
          onChange={setIndex}
        />
        <Button
          size="xs"
          variant="default"
          disabled={simple === null || vertices === before}
          onClick={() => {
            viewer?.annotations.changeEdited(simplifiedTo(tolerance));
            setIndex(0);
          }}
        >
          {t("annotationEditing.apply")}
        </Button>
      </Group>
      <output className={classes.measurement}>
        {tolerance > 0
          ? t("annotationEditing.simplifyValue", { tolerance, vertices, before })
          : t("annotationEditing.vertexCount", { count: before })}
      </output>
    </div>
  );
}
