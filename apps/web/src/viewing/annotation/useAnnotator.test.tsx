// @vitest-environment happy-dom
import { act, cleanup } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { remember } from "#ui/remembered.ts";
import { buildAnnotation } from "./testing/build-annotation.ts";
import { openAnnotator, openViewer, rejectedChange } from "./testing/open-annotator.tsx";

const problems = vi.hoisted(() => ({ shown: [] as string[] }));
vi.mock("#platform/failure-toast.ts", () => ({
  showFailure: () => problems.shown.push("failure"),
  showProblem: (text: string) => problems.shown.push(text),
}));

const FIRST = "POLYGON ((0 0, 9 0, 9 9, 0 0))";
const LATER = "POLYGON ((0 0, 20 0, 9 9, 0 0))";
const IN_THE_BACKGROUND = 1000;

const settle = (ms = IN_THE_BACKGROUND): Promise<void> => act(async () => void (await vi.advanceTimersByTimeAsync(ms)));

beforeEach(() => {
  vi.useFakeTimers();
  problems.shown = [];
  localStorage.clear();
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

describe("an unsaved shape", () => {
  it("is stored in the draft as of the last step", async () => {
    const { now, draw, reshape, draft } = openAnnotator();
    await settle();
    act(() => now().start("polygon"));
    draw(FIRST);
    reshape(-1, LATER);
    await settle();
    expect(draft()).toMatchObject({ mode: "add", drawn: { wkt: LATER } });
  });

  it("is stored in the draft even if the slide is closed immediately", async () => {
    const { now, hook, draw, draft } = openAnnotator();
    await settle();
    act(() => now().start("polygon"));
    draw(FIRST);
    hook.unmount();
    expect(draft()).toMatchObject({ drawn: { wkt: FIRST } });
  });

  it("is stored immediately if the page closes right after the last step", async () => {
    const { now, draw, reshape, left } = openAnnotator();
    await settle();
    act(() => now().start("polygon"));
    draw(FIRST);
    reshape(-1, LATER);
    window.dispatchEvent(new Event("pagehide"));
    expect(left["image:9"]).toMatchObject({ state: { mode: "add", drawn: { wkt: LATER } } });
  });

  it("is added to the quick annotations in its current state on stopping", async () => {
    const { now, draw, reshape } = openAnnotator();
    act(() => now().start("polygon"));
    act(() => now().dispatch({ kind: "toggleQuick" }));
    draw(FIRST);
    act(() => now().dispatch({ kind: "toggleQuick" }));
    draw(FIRST);
    reshape(-1, LATER);
    act(() => now().stop());
    expect(now().state.quick.map(({ wkt }) => wkt)).toEqual([FIRST, LATER]);
  });

  it("can be edited further in its current state when the slide is reopened", async () => {
    const { now, hook, board, draw, reshape } = openAnnotator();
    act(() => now().start("polygon"));
    draw(FIRST);
    reshape(-1, LATER);
    const other = openViewer();
    hook.rerender({ viewer: other.viewer, board });
    expect(other.log.at(-1)).toBe(`edit -1 ${LATER}`);
  });

  it("can be edited again after Enter, in its current state", async () => {
    const { now, log, draw, reshape, pressEnter } = openAnnotator();
    act(() => now().start("polygon"));
    draw(FIRST);
    reshape(-1, LATER);
    pressEnter();
    expect(log.at(-1)).toBe(`edit -1 ${LATER}`);
    expect(now().drawing.editedId).toBe(-1);
  });
});

it("an unsaved drawing is discarded on stopping: from the slide, and from the stored draft", async () => {
  const { draw, now, shown, draft } = openAnnotator();
  await settle();
  act(() => now().start("polygon"));
  draw(FIRST);
  await settle();
  expect([[...shown.values()], draft()]).toMatchObject([[FIRST], { drawn: { wkt: FIRST } }]);
  act(() => now().stop());
  await settle();
  expect([shown.size, draft()]).toEqual([0, undefined]);
});

describe("vertices of an unfinished drawing", () => {
  it("are restored when the slide is reopened, but not when another tool is chosen", async () => {
    const { now, hook, board, log } = openAnnotator();
    act(() => now().start("polygon"));
    act(() => now().dispatch({ kind: "chooseType", typeName: "line" }));
    expect(log.at(-1)).toBe("draw line 0");
    const other = openViewer();
    hook.rerender({ viewer: other.viewer, board });
    expect(other.log).toEqual(["draw line 2"]);
  });
});

describe("vertices of a drawing that is interrupted by closing the page", () => {
  it("are stored, and the drawing continues after a reload", async () => {
    const { now, left } = openAnnotator();
    await settle();
    act(() => now().start("polygon"));
    await settle();
    window.dispatchEvent(new Event("pagehide"));
    cleanup();
    const again = openAnnotator([], { ...left });
    await settle();
    expect(again.log).toEqual(["draw polygon 2"]);
  });

  it("are not stored after stopping", async () => {
    const { now, left } = openAnnotator();
    await settle();
    act(() => now().start("polygon"));
    act(() => now().stop());
    await settle();
    window.dispatchEvent(new Event("pagehide"));
    expect(left).toEqual({});
  });
});

describe("an annotation that is being edited", () => {
  const listed = buildAnnotation({ id: -20, geometry: FIRST, workGroupId: 4, saveState: "waiting" });

  it("stays editable when the list no longer contains it, and is saved in its current state", async () => {
    const { now, hook, board, viewer, shown, added, log, reshape, take, emitAction } = openAnnotator([listed]);
    act(() => now().edit(listed));
    reshape(-20, LATER);
    const started = log.length;
    hook.rerender({ viewer, board: { ...board, annotations: [] } });
    expect(shown.has(-20)).toBe(true);
    expect([log.length, now().drawing.editedId]).toEqual([started, -20]);
    act(() => void now().save());
    await take([-20]);
    expect(added[0]).toMatchObject({ action: "update", fields: { geometry: LATER, workGroupId: 4 } });
    expect(added[0]?.base).toMatchObject({ geometry: FIRST });
    expect(emitAction).toHaveBeenCalledWith(expect.objectContaining({ name: "change" }));
  });

  it("gets its ID while it is edited, without losing a step", async () => {
    const { now, added, log, reshape, emit } = openAnnotator([listed]);
    act(() => now().edit(listed));
    reshape(-20, LATER);
    emit({ channel: "note", subjectId: -20 }, 3);
    expect(now().state.annotationId).toBe(-20);
    emit({ subjectId: -20 }, 17);
    expect(now().state.annotationId).toBe(17);
    expect(log.at(-1)).toBe(`edit 17 ${LATER}`);
    act(() => void now().save());
    expect(added[0]).toMatchObject({ subjectId: 17, fields: { geometry: LATER } });
  });
});

describe("a new annotation", () => {
  const FORM = { title: "Cyst", content: "A large one" };
  const ways: [mode: string, isContinuous: boolean, drawnNext: string[], after: object][] = [
    ["in continuous mode: the same is drawn again", true, ["draw polygon 0"], { mode: "add", form: FORM }],
    ["otherwise: the annotator stops", false, [], { mode: "off" }],
  ];
  for (const [what, isContinuous, drawnNext, after] of ways)
    it(`is created once, even if saved twice; then, ${what}`, async () => {
      const { draw, now, take, log, added } = openAnnotator();
      if (isContinuous) act(() => now().dispatch({ kind: "toggleContinuous" }));
      act(() => now().start("polygon"));
      draw(FIRST);
      act(() => now().dispatch({ kind: "change", form: FORM }));
      const before = log.length;
      act(() => void now().save());
      act(() => void now().save());
      await take([-7]);
      expect(added).toMatchObject([{ action: "create", subjectId: -1, fields: { ...FORM, geometry: FIRST } }]);
      expect(log.slice(before)).toEqual(drawnNext);
      expect(now().state).toMatchObject({ ...after, drawn: null });
    });
});

describe("quick annotations", () => {
  const drawTwo = ({ now, draw }: ReturnType<typeof openAnnotator>): void => {
    act(() => now().start("polygon"));
    act(() => now().dispatch({ kind: "toggleQuick" }));
    draw(FIRST);
    draw(LATER);
  };

  it("are saved once and in one step, even if saving is clicked twice", async () => {
    const opened = openAnnotator();
    drawTwo(opened);
    const { now, added, take, emitAction } = opened;
    act(() => void now().saveQuick());
    act(() => void now().saveQuick());
    await take([-30, -31]);
    expect(added.map(({ fields }) => fields.geometry)).toEqual([FIRST, LATER]);
    expect(now().state).toMatchObject({ quick: [], isSaving: false });
    expect(emitAction.mock.calls).toMatchObject([[{ name: "create", steps: [{ id: -30 }, { id: -31 }] }]]);
  });

  it("all remain if they could not be stored", async () => {
    const opened = openAnnotator();
    drawTwo(opened);
    const { now, take, emitAction } = opened;
    act(() => void now().saveQuick());
    await take(null);
    expect(now().state.quick).toHaveLength(2);
    expect(now().state.isSaving).toBe(false);
    expect(emitAction).not.toHaveBeenCalled();
    expect(problems.shown).toEqual(["failure"]);
  });

  it("remain when a rejected change is corrected", async () => {
    const opened = openAnnotator();
    drawTwo(opened);
    const { now } = opened;
    act(() => now().correct(rejectedChange()));
    expect(now().state).toMatchObject({ mode: "edit", annotationId: 5, form: { title: "Refused" } });
    expect(now().state.quick).toHaveLength(2);
  });
});

describe("correcting a rejected change", () => {
  it("waits while another drawing is unsaved", () => {
    const { now, draw } = openAnnotator();
    act(() => now().start("polygon"));
    draw(FIRST);
    act(() => now().correct(rejectedChange()));
    expect(now().state).toMatchObject({ mode: "add", drawn: { wkt: FIRST } });
    expect(problems.shown).toEqual(["annotation.correctLater"]);
    act(() => now().stop());
    act(() => now().correct(rejectedChange()));
    expect(now().state.mode).toBe("edit");
  });
});

describe("the same slide twice on a page", () => {
  it("has a draft for each: one restored in one is not in the other", async () => {
    const first = openAnnotator();
    await settle();
    act(() => first.now().start("polygon"));
    first.draw(FIRST);
    await settle();
    const stored = first.drafts;
    expect(Object.keys(stored)).toEqual(["image:9"]);
    cleanup();
    const [again, beside] = [openAnnotator([], stored), openAnnotator([], stored, 1)];
    await settle();
    expect([again.now().state.mode, beside.now().state.mode]).toEqual(["add", "off"]);
    act(() => beside.now().start("point"));
    beside.draw(LATER);
    await settle();
    expect(again.draft()).toMatchObject({ drawn: { wkt: FIRST } });
    expect(stored["image:9:1"]).toMatchObject({ state: { drawn: { wkt: LATER } } });
  });
});

describe("the last tool", () => {
  it("is selected on another slide, and after a reload", () => {
    const { now, hook } = openAnnotator();
    act(() => now().start());
    expect(now().state.typeName).toBe("point");
    act(() => now().dispatch({ kind: "chooseType", typeName: "rectangle" }));
    hook.unmount();
    const other = openAnnotator();
    act(() => other.now().start());
    expect(other.now().state).toMatchObject({ mode: "add", typeName: "rectangle", typeId: 216, isBrush: false });
    act(() => other.now().dispatch({ kind: "chooseBrush" }));
    const third = openAnnotator();
    expect(third.now().state).toMatchObject({ mode: "off", typeName: "polygon", isBrush: true });
  });

  it("defaults to a point, also if the stored value is invalid", () => {
    remember("annotator-tool", "stamp");
    expect(openAnnotator().now().state).toMatchObject({ typeName: "point", isBrush: false });
  });
});
