/**
 * Tools that draw the marks of a question. All of them keep their position, even those without effect at the moment: a
 * row that grows on the first click would move the slide under the pointer.
 */
import { Button } from "@mantine/core";
import type { SlideViewer } from "@parfocal/viewer/slide-viewer.ts";
import {
  IconArrowBackUp,
  IconCheck,
  IconLine,
  IconMapPin,
  IconPlus,
  IconPolygon,
  IconRectangle,
  IconScribble,
  IconX,
} from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { useDrawingTool } from "#quiz/useDrawingTool.ts";
import { IconButton } from "#ui/IconButton.tsx";
import styles from "./SlideTools.module.css";
import { SMALL_ICON_BUTTON } from "./small-icon-button.ts";
import { useUndoMarks } from "./useUndoMarks.ts";

const SHAPES = [
  { name: "point", icon: IconMapPin, label: "quizAttempt.drawPoint" },
  { name: "line", icon: IconLine, label: "quizAttempt.drawLine" },
  { name: "polygon", icon: IconPolygon, label: "quizAttempt.drawPolygon" },
  { name: "rectangle", icon: IconRectangle, label: "quizAttempt.drawRectangle" },
  { name: "freehand", icon: IconScribble, label: "quizAttempt.drawFreehand" },
] as const;

interface DrawingToolsProps {
  readonly viewer: SlideViewer | null;
  /** WKT in slide pixels. */
  readonly marks: readonly string[];
  readonly onDraw: (marks: readonly string[]) => void;
}

export function DrawingTools({ viewer, marks, onDraw }: DrawingToolsProps) {
  const { t } = useTranslation();
  const { drawing, canUndo, start, cancel } = useDrawingTool(viewer, (wkt) => {
    if (!marks.includes(wkt)) onDraw([...marks, wkt]);
  });
  const undoMarks = useUndoMarks(marks, onDraw);
  const annotations = viewer?.annotations;
  const isDrawing = drawing !== null;
  const undoVertex = canUndo ? () => annotations?.undo() : null;
  const steps = [
    {
      icon: IconPlus,
      label: t("quizAttempt.addAtCentre"),
      run: isDrawing ? () => annotations?.addVertexAtCenter() : null,
    },
    { icon: IconCheck, label: t("quizAttempt.finishMark"), run: isDrawing ? () => annotations?.finishDrawing() : null },
    { icon: IconX, label: t("ui.cancel"), run: isDrawing ? cancel : null },
    { icon: IconArrowBackUp, label: t("quizAttempt.undoMark"), run: isDrawing ? undoVertex : undoMarks },
  ];
  return (
    <fieldset className={styles.tools} aria-label={t("quizAttempt.drawTools")}>
      {SHAPES.map(({ name, icon: Icon, label }) => (
        <Button
          key={name}
          size="compact-md"
          variant={drawing === name ? "filled" : "default"}
          aria-pressed={drawing === name}
          disabled={!viewer}
          leftSection={<Icon size={18} stroke={1.5} aria-hidden />}
          onClick={(event) => start(name, event.currentTarget)}
        >
          <span className={styles.toolText}>{t(label)}</span>
        </Button>
      ))}
      {steps.map(({ icon, label, run }) => (
        <IconButton
          key={label}
          {...SMALL_ICON_BUTTON}
          icon={icon}
          label={label}
          isDisabled={!run}
          onClick={() => run?.()}
        />
      ))}
    </fieldset>
  );
}
