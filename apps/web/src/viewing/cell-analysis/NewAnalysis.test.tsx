// @vitest-environment happy-dom
import { MantineProvider } from "@mantine/core";
import { DEFAULT_CELL_SETTINGS } from "@parfocal/core/cell-analysis/cell-settings.ts";
import { NO_FRAME } from "@parfocal/core/counting/counting-frame.ts";
import { newTally } from "@parfocal/core/counting/tally.ts";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import i18next from "i18next";
import { initReactI18next } from "react-i18next";
import { afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { countsKey } from "#counting/counts-key.ts";
import { writeCounts } from "#counting/stored-counts.ts";
import { cellAnalysisEn } from "./cell-analysis.en.ts";
import { NewAnalysis } from "./NewAnalysis.tsx";

const call = vi.hoisted(() => vi.fn());
vi.mock("#platform/call.ts", () => ({ call }));
vi.mock("#platform/session.tsx", () => ({
  useSession: () => ({ site: { id: 1 }, user: { id: 2 }, can: () => false }),
}));

beforeAll(async () => {
  await i18next.use(initReactI18next).init({
    lng: "en",
    resources: { en: { translation: { cellAnalysis: cellAnalysisEn } } },
    interpolation: { escapeValue: false },
  });
});
beforeEach(() => localStorage.clear());
afterEach(cleanup);

function show({ boundsSeen = null as object | null, onSettings = vi.fn(), source = null as object | null } = {}) {
  call.mockReset().mockResolvedValue({ id: 5, imageId: 9 });
  const overlay = { show: vi.fn(), setDescription: vi.fn(), stop: vi.fn(), boundsSeen: () => boundsSeen };
  const viewer = { on: () => () => {}, focus: vi.fn(), getView: () => ({ center: [500, 500] }) };
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MantineProvider>
        <NewAnalysis
          {...{ viewer: viewer as never, overlay: overlay as never, pixel: { x: 0.5, y: 0.5 }, annotation: null }}
          image={{ id: 9, slideInformation: { width: 2_000, height: 2_000 } } as never}
          {...{ isAnnotating: false, hasService: false, settings: DEFAULT_CELL_SETTINGS["hematoxylin-eosin"] }}
          {...{ onSettings, onCreated: vi.fn(), source: source as never }}
        />
      </MantineProvider>
    </QueryClientProvider>,
  );
  return overlay;
}
const keep = (frame: object) => {
  const tally = { ...newTally("a", "Count 1", ["Cell"]), frame: { ...NO_FRAME, ...frame } };
  localStorage.setItem(countsKey(1, 2, 9), writeCounts({ tallies: [tally], activeId: "a", staysShown: false }));
};
const options = () => [...screen.getByLabelText("Region").querySelectorAll("option")].map((one) => one.value);

it("analyses the counting frame of the count last edited", async () => {
  keep({ kind: "area", areaMm2: 0.01, center: [300, 300] });
  const overlay = show();
  fireEvent.change(screen.getByLabelText("Region"), { target: { value: "frame" } });
  expect(screen.getByText("0.01 mm²")).toBeTruthy();
  await waitFor(() => expect(overlay.show.mock.lastCall?.[0]).toMatchObject({ region: { kind: "polygon" } }));
  fireEvent.click(screen.getByRole("button", { name: "Analyse" }));
  await waitFor(() => expect(call.mock.lastCall?.[1].body).toMatchObject({ regionKind: "frame" }));
  expect(call.mock.lastCall?.[1].body.geometry).toBe("POLYGON ((200 200, 400 200, 400 400, 200 400, 200 200))");
});

it("offers no counting frame if none is set, and reports one that is beside the slide", () => {
  keep({ kind: "none" });
  show();
  expect(options()).toEqual(["view", "rectangle", "polygon"]);
  cleanup();
  keep({ kind: "area", areaMm2: 0.01, center: [-3_000, 0] });
  show();
  fireEvent.change(screen.getByLabelText("Region"), { target: { value: "frame" } });
  expect(screen.getByText(/The counting frame is not on the slide/)).toBeTruthy();
  expect(screen.getByRole<HTMLButtonElement>("button", { name: "Analyse" }).disabled).toBe(true);
});

it("sets how far cells reach beyond their nuclei, within limits", () => {
  const onSettings = vi.fn();
  show({ onSettings });
  const expansion = screen.getByLabelText("Cell expansion (µm)");
  fireEvent.change(expansion, { target: { value: "30" } });
  expect(screen.getByText("Enter a number from 0 to 20.")).toBeTruthy();
  expect(onSettings).not.toHaveBeenCalled();
  fireEvent.change(expansion, { target: { value: "2.5" } });
  expect(onSettings.mock.lastCall?.[0]).toMatchObject({ stain: "hematoxylin-eosin", expansionMicrometres: 2.5 });
});

it("reports whether the preview covers the view, and draws its frame if not", async () => {
  const view = { minX: 0, minY: 0, maxX: 1_000, maxY: 1_000 };
  const preview = (bounds: object) =>
    call.mockResolvedValue({ bounds, areaSquareMicrometres: 1, parts: [btoa("\0".repeat(8)), btoa("\0".repeat(8))] });
  const covering = show({ boundsSeen: view });
  preview(view);
  expect(await screen.findByText("0 nuclei in the view")).toBeTruthy();
  // Drawn in an effect, which can run after the text is shown.
  await waitFor(() => expect(covering.show.mock.lastCall?.[0]).toMatchObject({ region: null }));
  cleanup();
  const part = show({ boundsSeen: view });
  preview({ minX: 250, minY: 250, maxX: 750, maxY: 750 });
  expect(await screen.findByText(/^0 nuclei in the frame, 25% of the view/)).toBeTruthy();
  await waitFor(() => expect(part.show.mock.lastCall?.[0]).toMatchObject({ region: null, frame: { kind: "polygon" } }));
});

it("previews the middle of the view first, then all of it", async () => {
  const view = { minX: 0, minY: 0, maxX: 1_000, maxY: 1_000 };
  const overlay = show({ boundsSeen: view });
  call.mockImplementation(async (_contract, { body }) => ({
    bounds: body.bounds,
    areaSquareMicrometres: 1,
    parts: [btoa("\0".repeat(8))],
  }));
  expect(await screen.findByText("0 nuclei in the view")).toBeTruthy();
  const requestedBounds = call.mock.calls.map(([, { body }]) => body.bounds);
  expect(requestedBounds).toEqual([{ minX: 372, minY: 372, maxX: 628, maxY: 628 }, view]);
  const drawn = overlay.show.mock.calls.map(([cells]) => cells).filter((cells) => cells !== null);
  expect(drawn.every((cells) => cells.frame === undefined)).toBe(true);
});

it("draws the chosen region and the frame of the preview", async () => {
  keep({ kind: "area", areaMm2: 0.01, center: [300, 300] });
  const overlay = show({ boundsSeen: { minX: 0, minY: 0, maxX: 1_000, maxY: 1_000 } });
  fireEvent.change(screen.getByLabelText("Region"), { target: { value: "frame" } });
  const bounds = { minX: 250, minY: 250, maxX: 750, maxY: 750 };
  call.mockResolvedValue({ bounds, areaSquareMicrometres: 1, parts: [btoa("\0".repeat(8)), btoa("\0".repeat(8))] });
  await screen.findByText(/^0 nuclei in the frame/);
  await waitFor(() => {
    const { region, frame } = overlay.show.mock.lastCall?.[0] ?? {};
    expect(region?.rings[0][0]).toEqual([200, 200]);
    expect(frame?.rings[0][0]).toEqual([250, 250]);
  });
});

it("starts with the region of the result that is analysed again", async () => {
  const ring = [
    [0, 0],
    [100, 0],
    [100, 100],
  ];
  show({ source: { kind: "view", region: { kind: "polygon", rings: [ring] }, settings: {} } });
  expect(screen.getByLabelText<HTMLSelectElement>("Region").value).toBe("polygon");
  fireEvent.click(screen.getByRole("button", { name: "Analyse" }));
  await waitFor(() => expect(call.mock.lastCall?.[1].body.geometry).toBe("POLYGON ((0 0, 100 0, 100 100, 0 0))"));
});
