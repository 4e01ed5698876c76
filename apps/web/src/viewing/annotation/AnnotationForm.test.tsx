// @vitest-environment happy-dom
import { MantineProvider } from "@mantine/core";
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import i18next from "i18next";
import { useReducer } from "react";
import { initReactI18next } from "react-i18next";
import { afterEach, beforeAll, expect, it, vi } from "vitest";
import { AnnotationForm } from "./AnnotationForm.tsx";
import { annotationEn } from "./annotation.en.ts";
import { ANNOTATOR_OFF, type AnnotatorAction, nextAnnotatorState } from "./annotator-state.ts";
import type { Annotator } from "./useAnnotator.ts";

beforeAll(async () => {
  await i18next.use(initReactI18next).init({
    lng: "en",
    resources: { en: { translation: { annotation: annotationEn } } },
    interpolation: { escapeValue: false },
  });
});
afterEach(cleanup);

type Dispatch = (action: AnnotatorAction) => void;
interface FormAfterProps {
  readonly actions: readonly AnnotatorAction[];
  readonly save: Annotator["save"];
  readonly onReady: (dispatch: Dispatch) => void;
}

function FormAfter({ actions, save, onReady }: FormAfterProps) {
  const [state, dispatch] = useReducer(nextAnnotatorState, actions.reduce(nextAnnotatorState, ANNOTATOR_OFF));
  onReady(dispatch);
  return <AnnotationForm annotator={{ state, dispatch, save } as unknown as Annotator} />;
}

/** The form of an annotator after `actions`. */
function showForm(...actions: AnnotatorAction[]) {
  const save = vi.fn(async () => undefined);
  const reducer: { dispatch: Dispatch } = { dispatch: () => undefined };
  const handleReady = (dispatch: Dispatch): void => {
    reducer.dispatch = dispatch;
  };
  render(
    <MantineProvider>
      <FormAfter actions={actions} save={save} onReady={handleReady} />
    </MantineProvider>,
  );
  return { save, dispatch: (action: AnnotatorAction) => act(() => reducer.dispatch(action)) };
}

const DREW: AnnotatorAction = {
  kind: "drawn",
  drawn: { wkt: "LINESTRING (0 0, 9 0)", measurement: { kind: "length", value: 123.44, unit: "µm" } },
};
const write = (label: string, text: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value: text } });
const saveButton = () => screen.getByRole<HTMLButtonElement>("button", { name: "Save" });

it("shows what is missing until it can be saved, then saves on request", () => {
  const { save, dispatch } = showForm({ kind: "start", typeName: "line" });
  expect(screen.getByText(annotationEn.needsDrawing)).toBeTruthy();
  dispatch(DREW);
  expect(screen.getByText(annotationEn.needsEither)).toBeTruthy();
  expect(saveButton().disabled).toBe(true);
  write("Content", "a tubule");
  expect(saveButton().disabled).toBe(false);
  fireEvent.click(saveButton());
  expect(save).toHaveBeenCalledTimes(1);
});

it("requires title and content for a text", () => {
  showForm({ kind: "start", typeName: "text" }, DREW, { kind: "change", form: { title: "x" } });
  expect(screen.getByText(annotationEn.needsContent)).toBeTruthy();
});

it("offers the measurement with its value", () => {
  const { dispatch } = showForm({ kind: "start", typeName: "line" });
  expect(screen.queryByText(/^123\.4\sµm$/)).toBeNull();
  dispatch(DREW);
  expect(screen.getByText(/^123\.4\sµm$/)).toBeTruthy();
});

it("does not save a link that the server would reject", () => {
  const { save } = showForm({ kind: "start", typeName: "line" }, DREW, { kind: "change", form: { title: "x" } });
  write("Link", "javascript:alert(1)");
  expect(screen.getByText(annotationEn.linkWrong)).toBeTruthy();
  fireEvent.click(saveButton());
  expect(save).not.toHaveBeenCalled();
});
