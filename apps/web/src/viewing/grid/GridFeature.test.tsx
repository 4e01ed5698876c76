// @vitest-environment happy-dom
import { MantineProvider } from "@mantine/core";
import { gridGeometry } from "@parfocal/core/grid/grid-cells.ts";
import { GRID_DEFAULTS } from "@parfocal/core/grid/grid-settings.ts";
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import i18next from "i18next";
import { initReactI18next } from "react-i18next";
import { afterEach, beforeAll, expect, it, vi } from "vitest";
import { buildAnnotation } from "#annotation/testing/build-annotation.ts";
import type { AnnotationBoard } from "#annotation/useAnnotationBoard.ts";
import { PanelSlotProvider } from "#ui/panel-slot.ts";
import { GridFeature } from "./GridFeature.tsx";
import { gridEn } from "./grid.en.ts";
import { readGridSettings, saveGridSettings } from "./grid-cookie.ts";

const SLIDE = { width: 4000, height: 4000, micronsPerPixel: 0.25, micronsPerPixelY: null };
const GEOMETRY = gridGeometry({
  slide: SLIDE,
  pixelSizeUm: { x: 0.25, y: 0.25 },
  cellSizeMm: GRID_DEFAULTS.cellSizeMm,
  center: [2000, 2000],
});
const PANEL = { element: document.body, isSmallScreen: false };

beforeAll(async () => {
  await i18next.use(initReactI18next).init({
    lng: "en",
    resources: { en: { translation: { grid: gridEn } } },
    interpolation: { escapeValue: false },
  });
});
afterEach(cleanup);

function openGrid(isWhole: boolean, slide: Readonly<Record<keyof typeof SLIDE, number | null>> = SLIDE) {
  const show = vi.fn();
  const grid = { show, geometry: () => GEOMETRY, isTooSmall: () => false, onTooSmall: () => vi.fn(), destroy: vi.fn() };
  const viewer = { use: () => grid, getView: () => ({ center: [2000, 2000] }) };
  saveGridSettings("test", { ...GRID_DEFAULTS, isEnabled: true });
  const pageOf = (isNowWhole: boolean) => (
    <MantineProvider>
      <PanelSlotProvider value={PANEL}>
        <GridFeature
          viewer={viewer as never}
          image={{ id: 9, slideInformation: slide } as never}
          board={{ annotations: [buildAnnotation()], isWhole: isNowWhole } as unknown as AnnotationBoard}
          {...{ place: {} as never, annotator: {} as never, isSmallScreen: false }}
          scope="test"
          isOpen
          onClose={vi.fn()}
        />
      </PanelSlotProvider>
    </MantineProvider>
  );
  const { rerender } = render(pageOf(isWhole));
  return { show, change: (isNowWhole: boolean) => rerender(pageOf(isNowWhole)) };
}

const button = (name: string) => screen.queryByRole("button", { name });
const countsShown = (show: ReturnType<typeof vi.fn>) => show.mock.lastCall?.[0]?.counts;

it("annotations are counted per cell if all are loaded", () => {
  const { show } = openGrid(true);
  fireEvent.click(screen.getByRole("button", { name: gridEn.count }));
  expect(screen.getByRole("rowheader", { name: "A1" })).toBeTruthy();
  expect(button(gridEn.exportCsv)).toBeTruthy();
  expect(countsShown(show).get("A1").count).toBe(1);
});

it("if there are too many to load, none are counted, and the panel explains why", () => {
  openGrid(false);
  expect(screen.getByText(gridEn.countTooMany)).toBeTruthy();
  expect([button(gridEn.count), button(gridEn.exportCsv)]).toEqual([null, null]);
});

it("counts are removed when a filter includes annotations that are not loaded", () => {
  const { show, change } = openGrid(true);
  fireEvent.click(screen.getByRole("button", { name: gridEn.count }));
  change(false);
  expect([screen.queryByRole("table"), button(gridEn.exportCsv), countsShown(show)]).toEqual([null, null, null]);
});

it("a slide without a pixel size has no grid, and the panel explains why", () => {
  openGrid(true, { ...SLIDE, micronsPerPixel: null });
  expect(screen.getByRole("alert").textContent).toBe(gridEn.noPixelSize);
  expect(screen.queryByRole("switch")).toBeNull();
});

const cells: [typed: string, isTaken: boolean][] = [
  ["0.12", true],
  ["1", true],
  ["2", false],
  ["0.05", false],
  ["0", false],
  ["", false],
];
for (const [typed, isTaken] of cells)
  it(`a cell of ${typed || "no"} mm is ${isTaken ? "drawn and stored" : "rejected with a message, and changes nothing"}`, () => {
    const { show } = openGrid(true);
    const before = show.mock.lastCall?.[0];
    fireEvent.change(screen.getByRole("textbox", { name: gridEn.cellSize }), { target: { value: typed } });
    const expected = isTaken ? Number(typed) : GRID_DEFAULTS.cellSizeMm;
    expect(screen.queryByText(gridEn.cellSizeWrong) === null).toBe(isTaken);
    expect(readGridSettings(document.cookie, "test").cellSizeMm).toBe(expected);
    if (!isTaken) expect(show.mock.lastCall?.[0]).toEqual(before);
  });
