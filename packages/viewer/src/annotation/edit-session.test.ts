import type { Shape } from "@parfocal/core/geometry/shape.ts";
import type { SlidePoint } from "@parfocal/core/geometry/slide-point.ts";
import type OpenLayersMap from "ol/Map.js";
import { describe, expect, it, vi } from "vitest";
import { type DrawingState, ViewerEmitter } from "../events/viewer-events.ts";
import type { SlideDescription } from "../slide-description.ts";
import type { PointerAction } from "../slide-work/work.ts";
import type { SlideView } from "../view-state/slide-view.ts";
import { createEditSession } from "./edit-session.ts";

vi.mock("./work-picture.ts", () => ({
  createWorkPicture: () => ({ show: () => undefined, destroy: () => undefined }),
}));

const FRAME = { turnDeg: 0, resolution: 1 };
const TRIANGLE: Shape = {
  kind: "polygon",
  rings: [
    [
      [100, 100],
      [300, 100],
      [300, 300],
    ],
  ],
};
const TRIANGLE_WKT = "POLYGON ((100 100, 300 100, 300 300, 100 100))";
const POLYGON = { isFreehand: false, isBrush: false, vertices: [] };

function openSession() {
  const emitter = new ViewerEmitter();
  const session = createEditSession({
    map: {} as OpenLayersMap,
    element: { classList: { toggle: () => true } } as unknown as HTMLElement,
    slide: { width: 1000, height: 1000, pixelSizeUm: null } as SlideDescription,
    emitter,
    view: { turnDeg: () => 0, resolution: () => 1 } as SlideView,
    getLocale: () => "en",
    onOmit: () => undefined,
    onBegin: () => undefined,
  });
  const edited: string[] = [];
  const reported: { drawing: DrawingState | null } = { drawing: null };
  emitter.on("edited", ({ id, wkt }) => edited.push(`${id} ${wkt}`));
  const drawn: string[] = [];
  emitter.on("drawn", ({ wkt }) => drawn.push(wkt));
  emitter.on("drawingState", (state) => {
    reported.drawing = state;
  });
  const act = (kind: PointerAction["kind"], point: SlidePoint): boolean =>
    session.handle({ kind, point, frame: FRAME, pointerCount: 1, isTouch: false, isShift: false, isAlt: false });
  const drag = (from: SlidePoint, ...way: readonly SlidePoint[]): void => {
    act("down", from);
    for (const place of way) act("drag", place);
    act("up", way.at(-1) ?? from);
  };
  const editTriangle = (): void =>
    session.startEditing({ id: 7, shape: TRIANGLE, typeName: "polygon", kind: "own", title: "", order: 1 });
  return { session, edited, drawn, reported, act, drag, editTriangle };
}

describe("changing a shape", () => {
  it("is reported at the end of each drag and on undo, not during the drag", () => {
    const { session, edited, act, drag, editTriangle } = openSession();
    editTriangle();
    act("down", [100, 100]);
    act("drag", [80, 80]);
    act("drag", [60, 60]);
    expect(edited).toEqual([]);
    act("up", [60, 60]);
    expect(edited).toEqual(["7 POLYGON ((60 60, 300 100, 300 300, 60 60))"]);
    drag([300, 300], [400, 400]);
    expect(edited.at(-1)).toBe("7 POLYGON ((60 60, 300 100, 400 400, 60 60))");
    session.undo();
    session.undo();
    expect(edited.at(-1)).toBe(`7 ${TRIANGLE_WKT}`);
  });

  it("ends without another event, because each step was reported", () => {
    const { session, edited, reported, drag, editTriangle } = openSession();
    editTriangle();
    drag([100, 100], [60, 60]);
    session.finish();
    expect(edited).toHaveLength(1);
    expect(reported.drawing?.editedId).toBeNull();
  });

  it("is reverted by Escape and continues; undo restores it", () => {
    const { session, edited, reported, drag, editTriangle } = openSession();
    editTriangle();
    drag([100, 100], [60, 60]);
    drag([300, 300], [400, 400]);
    session.cancel();
    expect(edited.at(-1)).toBe(`7 ${TRIANGLE_WKT}`);
    expect(reported.drawing).toMatchObject({ editedId: 7, canUndo: true });
    session.cancel();
    session.undo();
    expect(edited.at(-1)).toBe("7 POLYGON ((60 60, 300 100, 400 400, 60 60))");
  });

  it("with Escape during a drag cancels only the drag, and keeps earlier steps", () => {
    const { session, edited, act, drag, editTriangle } = openSession();
    editTriangle();
    drag([100, 100], [60, 60]);
    act("down", [300, 300]);
    act("drag", [400, 400]);
    session.cancel();
    act("up", [400, 400]);
    expect(edited).toEqual(["7 POLYGON ((60 60, 300 100, 300 300, 60 60))"]);
  });
});

describe("an unfinished drawing", () => {
  it("continues in another session after the slide is reopened", () => {
    const corners: readonly SlidePoint[] = [
      [100, 100],
      [300, 100],
      [300, 300],
    ];
    const one = openSession();
    one.session.startDrawing("polygon", POLYGON);
    for (const corner of corners.slice(0, 2)) one.act("click", corner);
    const other = openSession();
    other.session.startDrawing("polygon", { ...POLYGON, vertices: one.session.sketchedVertices() });
    other.act("click", corners[2] as SlidePoint);
    other.session.finish();
    expect(other.drawn).toEqual([TRIANGLE_WKT]);
  });
});
