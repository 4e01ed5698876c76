// @vitest-environment happy-dom
import { MantineProvider } from "@mantine/core";
import type { CellAnalysis } from "@parfocal/core/cell-analysis/cell-analysis.contract.ts";
import type { ClassCounts } from "@parfocal/core/cell-analysis/cell-count.contract.ts";
import { DEFAULT_CELL_SETTINGS } from "@parfocal/core/cell-analysis/cell-settings.ts";
import { summariseCount } from "@parfocal/core/cell-analysis/count-by-hand.ts";
import { newTally } from "@parfocal/core/counting/tally.ts";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import i18next from "i18next";
import { initReactI18next } from "react-i18next";
import { afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { countsKey } from "#counting/counts-key.ts";
import { writeCounts } from "#counting/stored-counts.ts";
import { cellAnalysisEn } from "./cell-analysis.en.ts";
import { ResultView } from "./ResultView.tsx";

const call = vi.hoisted(() => vi.fn());
vi.mock("#platform/call.ts", () => ({ call }));
const rights = vi.hoisted(() => ({ isExpert: false }));
vi.mock("#platform/session.tsx", () => ({
  useSession: () => ({ site: { id: 1, links: {} }, user: { id: 2 }, can: () => rights.isExpert }),
}));

beforeAll(async () => {
  await i18next.use(initReactI18next).init({
    lng: "en",
    resources: { en: { translation: { cellAnalysis: cellAnalysisEn } } },
    interpolation: { escapeValue: false },
  });
});
beforeEach(() => {
  call.mockReset();
  localStorage.clear();
  rights.isExpert = false;
});
afterEach(cleanup);

const WITHHELD: CellAnalysis = {
  ...{ id: 7, imageId: 9, name: "Hot spot", author: "Dr. Brun", isUserOwner: false, analyser: "builtIn" },
  settings: DEFAULT_CELL_SETTINGS["hematoxylin-dab"],
  ...{ regionKind: "rectangle", geometry: "POLYGON((0 0,100 0,100 100,0 100,0 0))" },
  ...{ areaSquareMicrometres: 2_000, micrometresPerPixel: 0.5, state: "done", failure: null, servicePage: null },
  ...{ tileCount: 1, tilesDone: 1, nucleusCount: 0, summary: null, version: 1, createdAt: "2026-11-26T12:00:00Z" },
  corrections: { removed: [], changed: [], added: [] },
  ...{ isCountFirst: true, isWithheld: true, ownCount: null },
};
const FOUND = summariseCount({ positiveCount: 6, negativeCount: 4, otherCount: 0 }, 2_000);
const OWN = { positiveCount: 2, negativeCount: 2, otherCount: 0 };
const COUNTED: CellAnalysis = {
  ...WITHHELD,
  ...{ isWithheld: false, ownCount: OWN, nucleusCount: 10 },
  summary: { ...FOUND, countByIntensity: [...FOUND.countByIntensity] },
};
const CLASS: ClassCounts = {
  number: 3,
  counts: { bars: [4, 5, 6].map((from) => ({ from, to: from + 1, number: 1 })), median: 5 },
  positivePercents: null,
};

function show(analysis: CellAnalysis, counts: ClassCounts = CLASS) {
  const overlay = { show: vi.fn(), setDescription: vi.fn(), startCorrecting: vi.fn(), stop: vi.fn() };
  call.mockImplementation(async ({ path }: { path: string }) => {
    if (path.endsWith("/nuclei")) return { tiles: [], next: 1, hasMore: false };
    return path.endsWith("/counts") ? counts : COUNTED;
  });
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MantineProvider>
        <ResultView
          {...{ viewer: { focus: vi.fn() } as never, overlay: overlay as never, analysis, pixel: { x: 0.5, y: 0.5 } }}
          {...{
            isAnnotating: false,
            onKeep: null,
            others: [],
            onDeleted: vi.fn(),
            onRestored: vi.fn(),
            onAgain: vi.fn(),
          }}
        />
      </MantineProvider>
    </QueryClientProvider>,
  );
  return overlay;
}
const paths = () => call.mock.calls.map(([{ path }]) => path);
const saved = () => call.mock.calls.find(([{ path }]) => path.endsWith("/count"))?.[1].body;

it("a withheld result shows only its region, and accepts the count of the counting tool", async () => {
  const tally = newTally("a", "Count 1", ["Positive", "Negative"]);
  const marks = [10, 20, 30].map((x, index) => ({ id: index, categoryId: index === 0 ? 1 : 2, at: [x, x] as const }));
  localStorage.setItem(
    countsKey(1, 2, WITHHELD.imageId),
    writeCounts({ tallies: [{ ...tally, marks }], activeId: "a", staysShown: false }),
  );
  const overlay = show(WITHHELD);
  expect(screen.queryByRole("table")).toBeNull();
  expect(overlay.show.mock.lastCall?.[0]).toMatchObject({ nuclei: { count: 0 }, region: { kind: "polygon" } });
  fireEvent.change(screen.getByLabelText("Negative"), { target: { value: "4" } });
  fireEvent.click(screen.getByRole("button", { name: "Save count and show both" }));
  await waitFor(() => expect(saved()).toEqual({ positiveCount: 1, negativeCount: 4, otherCount: 0 }));
  expect(paths().filter((path) => path.endsWith("/nuclei"))).toEqual([]);
});

it("without a manual count nothing is filled in, and nothing can be saved before numbers are entered", () => {
  show(WITHHELD);
  const button = screen.getByRole<HTMLButtonElement>("button", { name: "Save count and show both" });
  expect(button.disabled).toBe(true);
  fireEvent.change(screen.getByLabelText("Positive"), { target: { value: "4" } });
  fireEvent.change(screen.getByLabelText("Negative"), { target: { value: "300000" } });
  expect(button.disabled).toBe(true);
  expect(screen.getByText("Enter a number from 0 to 200,000.")).toBeTruthy();
  cleanup();
  show({ ...WITHHELD, settings: DEFAULT_CELL_SETTINGS["hematoxylin-eosin"] });
  expect(screen.queryByLabelText("Positive")).toBeNull();
  expect(screen.getByLabelText("Nuclei")).toBeTruthy();
});

it("a saved count is shown beside the result, with the difference and the counts of the class", async () => {
  show(COUNTED);
  const table = await screen.findByRole("table", { name: "Comparison" });
  const cells = [...table.querySelectorAll("tbody tr")].map((row) => [...row.children].map((one) => one.textContent));
  expect(cells[0]).toEqual(["Nuclei", "4", "10", "+6"]);
  expect(cells[3]?.[3]).toBe("+10 pp");
  expect(await screen.findByText("3 counts")).toBeTruthy();
  const bars = screen.getAllByRole("listitem").map((bar) => bar.getAttribute("aria-label"));
  expect(bars.slice(0, 2)).toEqual(["4 to under 5: 1, including yours", "5 to under 6: 1"]);
  expect(screen.queryByRole("button", { name: "Hide and count first" })).toBeNull();
  expect(screen.queryByRole("switch", { name: /^Learners count first/ })).toBeNull();
});

it("no distribution is shown for too few counts", async () => {
  show(COUNTED, { number: 2, counts: null, positivePercents: null });
  expect(await screen.findByText("The distribution is shown for at least 3 counts.")).toBeTruthy();
  expect(screen.queryAllByRole("listitem")).toEqual([]);
});

it("experts can let learners count first, and see their counts", async () => {
  rights.isExpert = true;
  show({ ...COUNTED, isUserOwner: true, ownCount: null, isCountFirst: false });
  expect(paths().some((path) => path.endsWith("/counts"))).toBe(false);
  fireEvent.click(await screen.findByRole("switch", { name: /^Learners count first/ }));
  await waitFor(() => expect(paths().some((path) => path.endsWith("/countFirst"))).toBe(true));
  cleanup();
  show({ ...COUNTED, isUserOwner: true, ownCount: null });
  expect(await screen.findByRole("list", { name: "Nuclei" })).toBeTruthy();
});
