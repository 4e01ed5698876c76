// @vitest-environment happy-dom
import { MantineProvider } from "@mantine/core";
import { DRAWN_TYPE_NAMES, type DrawnTypeName } from "@parfocal/core/annotation/annotation-types.ts";
import { cleanup, fireEvent, render, screen, within } from "@testing-library/react";
import i18next from "i18next";
import { useReducer } from "react";
import { initReactI18next } from "react-i18next";
import { afterEach, beforeAll, expect, it, vi } from "vitest";
import { AnnotatorPanel } from "./AnnotatorPanel.tsx";
import { annotationEn } from "./annotation.en.ts";
import { annotationEditingEn } from "./annotation-editing.en.ts";
import { ANNOTATOR_OFF, type AnnotatorAction, nextAnnotatorState } from "./annotator-state.ts";
import type { Annotator } from "./useAnnotator.ts";

beforeAll(async () => {
  await i18next.use(initReactI18next).init({
    lng: "en",
    resources: { en: { translation: { annotation: annotationEn, annotationEditing: annotationEditingEn } } },
    interpolation: { escapeValue: false },
  });
});
afterEach(() => {
  cleanup();
  localStorage.clear();
});

const NOT_DRAWING = { isDrawing: false, editedId: null, canUndo: false, canRedo: false, canFinish: false };

const SQUARE = "POLYGON ((0 0, 4 0, 4 4, 0 4, 0 0))";
const DREW: AnnotatorAction = { kind: "drawn", drawn: { wkt: SQUARE, measurement: null } };
const SHAPE_NOW = {
  shape: {
    kind: "polygon",
    rings: [
      [
        [0, 0],
        [4, 0],
        [4, 4],
        [0, 4],
      ],
    ],
  },
  vertexCount: 4,
};

interface PanelProps {
  readonly actions?: readonly AnnotatorAction[];
  readonly isForMySpace?: boolean;
  readonly typeNames?: readonly DrawnTypeName[];
}

function Panel({ actions = [], isForMySpace = false, typeNames = DRAWN_TYPE_NAMES }: PanelProps) {
  const start = nextAnnotatorState(ANNOTATOR_OFF, { kind: "start", typeName: "polygon" });
  const [state, dispatch] = useReducer(nextAnnotatorState, actions.reduce(nextAnnotatorState, start));
  const shapeNow = state.drawn === null ? null : SHAPE_NOW;
  const annotator = { state, typeNames, dispatch, drawing: NOT_DRAWING, shapeNow } as unknown as Annotator;
  return (
    <MantineProvider>
      <AnnotatorPanel annotator={annotator} viewer={null} isForMySpace={isForMySpace} />
    </MantineProvider>
  );
}

for (const name of [/^Draw freehand/, /^Continuous drawing/, /^Quick annotation/]) {
  it(`“${name.source.slice(1)}” is off, then on, and off again`, () => {
    render(<Panel />);
    const box = () => screen.getByRole<HTMLInputElement>("checkbox", { name });
    const seen = [box().checked];
    for (let click = 0; click < 2; click += 1) {
      fireEvent.click(box());
      seen.push(box().checked);
    }
    expect(seen).toEqual([false, true, false]);
  });
}

/** Whether `one` precedes `other`, on the screen and for a screen reader. */
const isBefore = (one: Element, other: Element): boolean =>
  (one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;

it("puts title and content first once the shape is drawn; editing tools are collapsed under “Refine”", () => {
  render(<Panel actions={[DREW]} />);
  const refine = screen.getByRole("button", { name: "Refine" });
  expect(screen.queryByRole("toolbar")).toBeNull();
  expect(isBefore(screen.getByLabelText("Title"), screen.getByRole("button", { name: "Undo" }))).toBe(true);
  expect(isBefore(screen.getByLabelText("Content"), refine)).toBe(true);

  expect(refine.getAttribute("aria-expanded")).toBe("false");
  fireEvent.click(refine);
  expect(refine.getAttribute("aria-expanded")).toBe("true");
  expect(screen.getByRole("toolbar", { name: "Editing tools" })).toBeTruthy();
});

it("remembers whether “Refine” is expanded", () => {
  const { unmount } = render(<Panel actions={[DREW]} />);
  fireEvent.click(screen.getByRole("button", { name: "Refine" }));
  unmount();
  render(<Panel actions={[DREW]} />);
  expect(screen.getByRole("toolbar", { name: "Editing tools" })).toBeTruthy();
});

it("offers the drawing tools until a shape is drawn, and Save always as the last button", () => {
  const { unmount } = render(<Panel />);
  expect(screen.getByRole("toolbar", { name: "Drawing tools" })).toBeTruthy();
  unmount();
  for (const actions of [[], [DREW]]) {
    const shown = render(<Panel actions={actions} />);
    const save = screen.getByRole("button", { name: "Save" });
    const others = [...screen.getAllByRole("button"), ...screen.getAllByRole("checkbox")].filter((one) => one !== save);
    expect(others.every((one) => isBefore(one, save))).toBe(true);
    shown.unmount();
  }
});

it("offers the types that can be drawn, in the order of the tools", () => {
  const tools = () =>
    within(screen.getByRole("toolbar", { name: "Drawing tools" }))
      .getAllByRole("button")
      .map((tool) => tool.getAttribute("aria-label"));
  const { rerender } = render(<Panel />);
  expect(tools()).toHaveLength(DRAWN_TYPE_NAMES.length);
  rerender(<Panel typeNames={["point", "polygon"]} />);
  expect(tools()).toEqual([annotationEn.typePoint, annotationEn.typePolygon]);
});

it("states where the annotation is stored if that is not the current space", () => {
  const { rerender } = render(<Panel />);
  expect(screen.queryByText(annotationEn.goesToMySpace)).toBeNull();
  rerender(<Panel isForMySpace />);
  expect(screen.getByText(annotationEn.goesToMySpace)).toBeTruthy();
});

it("shows touch instructions if there is no mouse", () => {
  const hints = (isTouch: boolean): string => {
    vi.spyOn(window, "matchMedia").mockImplementation(
      (query) =>
        ({
          matches: isTouch && query === "(pointer: coarse)",
          ...{ addEventListener: vi.fn(), removeEventListener: vi.fn(), addListener: vi.fn(), removeListener: vi.fn() },
        }) as unknown as MediaQueryList,
    );
    const { container, unmount } = render(<Panel />);
    const text = container.querySelector("p[aria-live]")?.textContent ?? "";
    unmount();
    return text;
  };
  expect([hints(false), hints(true)]).toEqual([annotationEn.hintPolygon, annotationEn.touchPolygon]);
  vi.restoreAllMocks();
});
