// @vitest-environment happy-dom
import { MantineProvider } from "@mantine/core";
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import i18next from "i18next";
import { useReducer } from "react";
import { initReactI18next } from "react-i18next";
import { afterEach, beforeAll, expect, it } from "vitest";
import { AnnotatorPanel } from "./AnnotatorPanel.tsx";
import { annotationEn } from "./annotation.en.ts";
import { annotationEditingEn } from "./annotation-editing.en.ts";
import { ANNOTATOR_OFF, nextAnnotatorState } from "./annotator-state.ts";
import type { Annotator } from "./useAnnotator.ts";

beforeAll(async () => {
  await i18next.use(initReactI18next).init({
    lng: "en",
    resources: { en: { translation: { annotation: annotationEn, annotationEditing: annotationEditingEn } } },
    interpolation: { escapeValue: false },
  });
});
afterEach(cleanup);

const NOT_DRAWING = { isDrawing: false, editedId: null, canUndo: false, canRedo: false, canFinish: false };

function Panel() {
  const start = nextAnnotatorState(ANNOTATOR_OFF, { kind: "start", typeName: "polygon" });
  const [state, dispatch] = useReducer(nextAnnotatorState, start);
  const annotator = { state, dispatch, drawing: NOT_DRAWING, shapeNow: null } as unknown as Annotator;
  return (
    <MantineProvider>
      <AnnotatorPanel annotator={annotator} viewer={null} />
    </MantineProvider>
  );
}

for (const name of [/^Draw freehand/, /^Continuous drawing/, /^Quick annotation/]) {
  it(`“${name.source.slice(1)}” is off, is switched on, and off again`, () => {
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
