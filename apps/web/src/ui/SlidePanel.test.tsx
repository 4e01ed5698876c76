// @vitest-environment happy-dom
import { MantineProvider } from "@mantine/core";
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import i18next from "i18next";
import { useState } from "react";
import { initReactI18next } from "react-i18next";
import { afterEach, beforeAll, expect, it } from "vitest";
import { PanelSlotProvider } from "./panel-slot.ts";
import { SlidePanel } from "./SlidePanel.tsx";
import { uiEn } from "./ui.en.ts";

beforeAll(async () => {
  await i18next.use(initReactI18next).init({ lng: "en", resources: { en: { translation: { ui: uiEn } } } });
});
afterEach(() => {
  cleanup();
  localStorage.clear();
});

function Folding() {
  const [isFolded, setFolded] = useState(true);
  return (
    <SlidePanel title="Measure length" onClose={() => undefined} line="120 µm" isFolded={isFolded} onFold={setFolded}>
      all measurements
    </SlidePanel>
  );
}

function show(isSmallScreen: boolean, panel = <Folding />): HTMLElement {
  render(
    <MantineProvider env="test">
      <PanelSlotProvider value={{ element: document.body, isSmallScreen }}>{panel}</PanelSlotProvider>
    </MantineProvider>,
  );
  return screen.getByRole("complementary");
}

const isBodyThere = (): boolean => !screen.getByText("all measurements").hasAttribute("hidden");

it("collapsed it is one line with its value, and can be expanded", () => {
  show(false);
  expect([screen.queryByText("120 µm") !== null, isBodyThere()]).toEqual([true, false]);
  fireEvent.click(screen.getByRole("button", { name: uiEn.showMore }));
  expect([screen.queryByText("120 µm") !== null, isBodyThere()]).toEqual([false, true]);
  fireEvent.click(screen.getByRole("button", { name: uiEn.showLess }));
  expect(isBodyThere()).toBe(false);
});

it("as a sheet it has three heights, by key; the lowest shows only its title", () => {
  const sheet = show(
    true,
    <SlidePanel title="Colour" onClose={() => undefined}>
      all measurements
    </SlidePanel>,
  );
  const handle = screen.getByRole("slider", { name: uiEn.sheetHeight });
  const seen = ["ArrowUp", "ArrowUp", "ArrowDown", "ArrowDown", "ArrowDown"].map((key) => {
    fireEvent.keyDown(handle, { key });
    return [sheet.dataset.height, isBodyThere()];
  });
  expect(seen).toEqual([
    ["full", true],
    ["full", true],
    ["half", true],
    ["peek", false],
    ["peek", false],
  ]);
  expect(handle.getAttribute("aria-valuetext")).toBe(uiEn.sheetPeek);
});

it("as a collapsed sheet it is expanded by its handle", () => {
  const sheet = show(true);
  expect(sheet.dataset.height).toBe("peek");
  fireEvent.keyDown(screen.getByRole("slider"), { key: "ArrowUp" });
  expect([sheet.dataset.height, isBodyThere()]).toEqual(["half", true]);
});
