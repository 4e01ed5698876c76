// @vitest-environment happy-dom
import { MantineProvider } from "@mantine/core";
import type { MeasuringState } from "@parfocal/viewer/measuring/measuring-state.ts";
import { act, cleanup, render, screen } from "@testing-library/react";
import i18next from "i18next";
import { initReactI18next } from "react-i18next";
import { afterEach, beforeAll, expect, it, vi } from "vitest";
import type { AnnotationFeatureProps } from "#annotation/annotation-feature-props.ts";
import { PanelSlotProvider } from "#ui/panel-slot.ts";
import { uiEn } from "#ui/ui.en.ts";
import { LengthFeature } from "./MeasuringFeature.tsx";
import { measuringEn } from "./measuring.en.ts";

const NOTHING: MeasuringState = { mode: "length", hasStarted: false, running: null, taken: [], chosenId: null };
const RUNNING = { kind: "line", lengthUm: 120, segments: [] } as unknown as MeasuringState["running"];

const measuring = vi.hoisted(() => {
  const listeners = new Set<() => void>();
  const stand = {
    now: {} as object,
    state: () => stand.now,
    onChange(listener: () => void) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    become(next: object) {
      stand.now = next;
      for (const listener of listeners) listener();
    },
    ...{ start: () => undefined, stop: () => undefined, setTexts: () => undefined, finish: () => undefined },
  };
  return stand;
});
vi.mock("./measuring-of.ts", () => ({ measuringOf: () => measuring }));
vi.mock("./measurement-lines.ts", async (original) => ({
  ...(await original<object>()),
  valueText: () => "120 µm",
}));

beforeAll(async () => {
  await i18next.use(initReactI18next).init({
    lng: "en",
    resources: { en: { translation: { measuring: measuringEn, ui: uiEn } } },
    interpolation: { escapeValue: false },
  });
});
afterEach(cleanup);

it("the panel is open until a measurement starts, then shows one line with its value and Finish", () => {
  measuring.now = NOTHING;
  const props = {
    ...{ isOpen: true, onClose: () => undefined, viewer: { focus: () => undefined } },
    image: { slideInformation: { micronsPerPixel: 0.25 }, isBound: false, userCanAnnotate: true },
    ...{ board: { outbox: null }, annotator: { state: { mode: "off" } } },
  } as unknown as AnnotationFeatureProps;
  render(
    <MantineProvider env="test">
      <PanelSlotProvider value={{ element: document.body, isSmallScreen: false }}>
        <LengthFeature {...props} />
      </PanelSlotProvider>
    </MantineProvider>,
  );
  const isHintThere = () => screen.getByText(measuringEn.hintLength).closest("[hidden]") === null;
  const status = () => screen.getAllByRole("status").map(({ textContent }) => textContent);
  expect([isHintThere(), screen.queryByRole("button", { name: uiEn.showMore })]).toEqual([true, null]);

  act(() => measuring.become({ ...NOTHING, hasStarted: true, running: RUNNING }));
  expect(isHintThere()).toBe(false);
  expect(status()).toEqual(["Current: 120 µm"]);
  expect(screen.getByRole("button", { name: measuringEn.finish })).toBeTruthy();
  expect(screen.getByRole("button", { name: uiEn.showMore })).toBeTruthy();
});
