// @vitest-environment happy-dom
import { MantineProvider } from "@mantine/core";
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import i18next from "i18next";
import { initReactI18next } from "react-i18next";
import { afterEach, beforeAll, expect, it, vi } from "vitest";
import { PanelSlotProvider } from "#ui/panel-slot.ts";
import { AnnotationStylePanel } from "./AnnotationStylePanel.tsx";
import { annotationStyleEn } from "./annotation-style.en.ts";

beforeAll(async () => {
  await i18next.use(initReactI18next).init({
    lng: "en",
    resources: { en: { translation: { annotationStyle: annotationStyleEn } } },
    interpolation: { escapeValue: false },
  });
});
afterEach(() => {
  cleanup();
  localStorage.clear();
});

/** Renders the panel as after a page load. @returns the spy on the styling of the slide's annotations. */
function openPanel(isOpen = true) {
  const setStyle = vi.fn();
  render(
    <MantineProvider>
      <PanelSlotProvider value={{ element: document.body, isSmallScreen: false }}>
        <AnnotationStylePanel
          viewer={{ annotations: { setStyle } } as never}
          {...{ image: {} as never, place: {} as never, isSmallScreen: false }}
          isOpen={isOpen}
          onClose={vi.fn()}
        />
      </PanelSlotProvider>
    </MantineProvider>,
  );
  return setStyle;
}

const numbers = () => screen.getByRole<HTMLInputElement>("switch", { name: annotationStyleEn.numbers });

it("the annotation style can be chosen, applies immediately, and is stored in the browser", () => {
  const setStyle = openPanel();
  expect(numbers().checked).toBe(true);
  expect(setStyle.mock.lastCall?.[0]).toMatchObject({ areNumbersShown: true });
  fireEvent.click(numbers());
  expect(numbers().checked).toBe(false);
  expect(setStyle.mock.lastCall?.[0]).toMatchObject({ areNumbersShown: false });
  cleanup();

  openPanel();
  expect(numbers().checked).toBe(false);
  cleanup();
  // The panel need not be opened for it.
  expect(openPanel(false).mock.lastCall?.[0]).toMatchObject({ areNumbersShown: false });
});

it("reset restores the default style, which is stored as well", () => {
  openPanel();
  fireEvent.click(numbers());
  fireEvent.click(screen.getByRole("button", { name: annotationStyleEn.reset }));
  expect(numbers().checked).toBe(true);
  cleanup();
  openPanel();
  expect(numbers().checked).toBe(true);
});
