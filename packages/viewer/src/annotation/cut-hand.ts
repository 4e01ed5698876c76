/** Cutting a hole out of an area: drawn freehand, or vertex by vertex with the keyboard. */

import type { DrawingFrame } from "../slide-work/drawing-frame.ts";
import type { Work } from "../slide-work/work.ts";
import { createDrawing } from "./drawing.ts";
import type { Edited, EditingHand, EditingHost } from "./editing-hand.ts";
import { type AreaShape, differenceOf, isArea, repaired } from "./shape-clipping.ts";

/** Removes the drawn area from the shape. @returns null if the drawing is not an area, or nothing would be left. */
export function withCutOut({ shape }: Edited, hole: AreaShape): Edited | null {
  const cut = isArea(shape) && differenceOf(shape, [hole]);
  return cut ? { shape: cut, typeName: "polygon" } : null;
}

/** @param host contains one shape. */
export function createCutHand(host: EditingHost): EditingHand {
  let lastFrame: DrawingFrame = { turnDeg: 0, resolution: 1 };
  const begin = (): Work =>
    createDrawing("polygon", true, { onChange: host.draw, onDone: () => void finish(lastFrame) });
  let line = begin();

  function finish(frame: DrawingFrame): boolean {
    const drawn = line.result(frame);
    const hole = drawn && isArea(drawn) ? repaired(drawn) : null;
    const before = host.now();
    const next = hole && before[0] && withCutOut(before[0], hole);
    line = begin();
    if (!next) {
      host.draw();
      return drawn !== null;
    }
    host.preview([next]);
    host.keep(before);
    return true;
  }

  return {
    handle(action) {
      lastFrame = action.frame;
      return line.handle(action);
    },
    content(frame) {
      const { shape, labelAt } = line.content(frame);
      return { cutLine: shape, labelAt };
    },
    cursor: () => "drawing",
    deleteVertex: () => line.deleteVertex(),
    addVertex: (point, frame) => line.addVertex(point, frame),
    chooseHandle: () => undefined,
    finishPart: finish,
    forget() {
      line = begin();
    },
  };
}
