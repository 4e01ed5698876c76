/**
 * The drawing tools beside a slide: which one is active, also after Escape on the slide, and where the focus moves
 * afterwards.
 */
import type { DrawnTypeName } from "@parfocal/core/annotation/annotation-types.ts";
import type { SlideViewer } from "@parfocal/viewer/slide-viewer.ts";
import { useEffect, useRef, useState } from "react";
import { useLatest } from "#ui/useLatest.ts";

interface DrawingTool {
  /** Null: no tool is active. */
  readonly drawing: DrawnTypeName | null;
  /** Whether the drawing has a vertex that can be removed. */
  readonly canUndo: boolean;
  /** @param button the pressed button: it gets the focus back if the button that ended the drawing is removed. */
  start(name: DrawnTypeName, button: HTMLElement): void;
  cancel(): void;
}

/** @param onDrawn receives the drawing, WKT in slide pixels. */
export function useDrawingTool(viewer: SlideViewer | null, onDrawn: (wkt: string) => void): DrawingTool {
  const [drawing, setDrawing] = useState<DrawnTypeName | null>(null);
  const [canUndo, setCanUndo] = useState(false);
  const started = useRef<{ readonly name: DrawnTypeName; readonly button: HTMLElement } | null>(null);
  const latest = useLatest(onDrawn);
  useEffect(() => viewer?.on("drawn", ({ wkt }) => latest.current(wkt)), [viewer]);
  useEffect(
    () =>
      viewer?.on("drawingState", ({ isDrawing, canUndo: hasVertices }) => {
        setDrawing(isDrawing ? (started.current?.name ?? null) : null);
        setCanUndo(hasVertices);
      }),
    [viewer],
  );
  useEffect(() => {
    if (drawing === null && document.activeElement === document.body) started.current?.button.focus();
  }, [drawing]);
  return {
    drawing,
    canUndo,
    start(name, button) {
      started.current = { name, button };
      setDrawing(name);
      viewer?.annotations.startDrawing(name);
    },
    cancel: () => viewer?.annotations.cancelDrawing(),
  };
}
