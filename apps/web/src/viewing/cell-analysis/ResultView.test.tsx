// @vitest-environment happy-dom
import { MantineProvider } from "@mantine/core";
import type { CellAnalysis } from "@parfocal/core/cell-analysis/cell-analysis.contract.ts";
import { DEFAULT_CELL_SETTINGS } from "@parfocal/core/cell-analysis/cell-settings.ts";
import { NO_CORRECTIONS } from "@parfocal/core/cell-analysis/corrections.ts";
import { packNuclei, type SlideNucleus } from "@parfocal/core/cell-analysis/packed-nuclei.ts";
import { newTally } from "@parfocal/core/counting/tally.ts";
import { MESSAGES } from "@parfocal/core/messages.ts";
import type { DescribeNucleus } from "@parfocal/viewer/cell-analysis/create-cell-overlay.ts";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import i18next from "i18next";
import { initReactI18next } from "react-i18next";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { countsKey } from "#counting/counts-key.ts";
import { writeCounts } from "#counting/stored-counts.ts";
import type { ListedResult } from "./ComparePart.tsx";
import { OutlineToCount } from "./CountFirst.tsx";
import { cellAnalysisEn } from "./cell-analysis.en.ts";
import { ResultView } from "./ResultView.tsx";
import { isKi67, Ki67Slide } from "./share-label.ts";
import type { KeepAsAnnotation } from "./useKeepAsAnnotation.ts";

const call = vi.hoisted(() => vi.fn());
vi.mock("#platform/call.ts", () => ({ call }));
const links = vi.hoisted(() => ({ support: "help@example.org", imprint: "", privacy: "" }));
const rights = vi.hoisted(() => ({ isExpert: false }));
vi.mock("#platform/session.tsx", () => ({
  useSession: () => ({ site: { id: 1, links }, user: { id: 2 }, can: () => rights.isExpert }),
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
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const again = vi.fn();

const nucleus = (
  cellClass: SlideNucleus["cellClass"],
  intensityClass: SlideNucleus["intensityClass"],
): SlideNucleus => ({
  ...{ centroidPx: [10, 10], outlinePx: Float32Array.of(0, 0, 2, 0, 2, 2), areaSquareMicrometres: 50 },
  ...{ circularity: 0.9, hematoxylinMean: 0.5, dabMean: 0.3, intensityClass, cellClass },
});
const NUCLEI = [nucleus("positive", 1), nucleus("positive", 3), nucleus("negative", 0), nucleus("negative", 0)];

const DONE: CellAnalysis = {
  ...{ id: 7, imageId: 9, name: "Cortex", author: "Lea", isUserOwner: true, analyser: "builtIn" },
  settings: DEFAULT_CELL_SETTINGS["hematoxylin-dab"],
  ...{ regionKind: "rectangle", geometry: "POLYGON((0 0,100 0,100 100,0 100,0 0))" },
  ...{ areaSquareMicrometres: 2_000, micrometresPerPixel: 0.5, state: "done", failure: null, servicePage: null },
  ...{ tileCount: 1, tilesDone: 1, nucleusCount: 4, summary: null, version: 1, createdAt: "2026-11-26T12:00:00Z" },
  corrections: { removed: [...NO_CORRECTIONS.removed], changed: [], added: [] },
  ...{ isCountFirst: false, isWithheld: false, ownCount: null },
};

const tilesOf = (nuclei: readonly SlideNucleus[]) => ({
  tiles: [{ tile: 0, nuclei: btoa(String.fromCharCode(...packNuclei(nuclei))) }],
  ...{ next: 1, hasMore: false },
});

function show(
  more: Partial<CellAnalysis> = {},
  others: readonly ListedResult[] = [],
  onKeep: KeepAsAnnotation | null = null,
  isOfKi67 = false,
) {
  const overlay = {
    ...{ show: vi.fn(), setDescription: vi.fn(), startCorrecting: vi.fn(), stop: vi.fn() },
    ...{ nucleusAt: vi.fn(() => null as number | null), addedAt: vi.fn(() => null as number | null) },
  };
  call.mockImplementation(
    async (contract: { path: string }, sent: { params: { id: string }; body?: { version: number } }) =>
      contract.path.endsWith("/corrections")
        ? { ...DONE, ...more, corrections: sent.body, version: (sent.body?.version ?? 0) + 1 }
        : contract.path.endsWith("/nuclei")
          ? tilesOf(sent.params.id === "8" ? NUCLEI.slice(0, 3).reverse() : NUCLEI)
          : { ...DONE, id: 8, geometry: "POLYGON((0 0,50 0,50 100,0 100,0 0))", areaSquareMicrometres: 1_000 },
  );
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MantineProvider>
        <Ki67Slide value={isOfKi67}>
          <ResultView
            {...{ viewer: { focus: vi.fn() } as never, overlay: overlay as never, analysis: { ...DONE, ...more } }}
            {...{ pixel: { x: 0.5, y: 0.5 }, isAnnotating: false, onKeep, others }}
            onDeleted={vi.fn()}
            onRestored={vi.fn()}
            onAgain={again}
          />
        </Ki67Slide>
      </MantineProvider>
    </QueryClientProvider>,
  );
  return overlay;
}

const row = (name: string) =>
  [...(screen.getByRole("rowheader", { name }).closest("tr")?.querySelectorAll("td") ?? [])].map(
    (cell) => cell.textContent,
  );

describe("a result", () => {
  it("shows counts, share with its interval, H-score and density, and its nuclei on the slide", async () => {
    const overlay = show();
    await waitFor(() => expect(row("Nuclei")[0]).toBe("4"));
    expect(row("Positive")[0]).toBe("2");
    // Wilson, 2 of 4.
    expect(row("Positive share")).toEqual(["50%", "15%–85%"]);
    expect(row("H-score")[0]).toBe("100");
    expect(row("Nuclei per mm²")[0]).toBe("2,000");
    await waitFor(() => expect(overlay.show.mock.lastCall?.[0].nuclei.count).toBe(4));
    const describe = overlay.setDescription.mock.lastCall?.[0] as DescribeNucleus;
    expect(describe(1, "this")).toBe("Positive · 50 µm² · circularity 0.9 · hematoxylin 0.5 · DAB 0.3");
    fireEvent.click(screen.getByRole("switch", { name: "Show on the slide" }));
    expect(overlay.show.mock.lastCall?.[0]).toBeNull();
  });

  it("that was stopped has no density", async () => {
    show({ state: "cancelled" });
    await waitFor(() => expect(row("Nuclei")[0]).toBe("4"));
    expect(row("Nuclei per mm²")[0]).toBe("–");
    expect(screen.getByText("Stopped. The counts are those of the analysed part only.")).toBeTruthy();
  });

  it("is analysed again in the same region, initially with its settings", async () => {
    show();
    fireEvent.click(await screen.findByRole("button", { name: "Analyse again…" }));
    expect(again.mock.lastCall?.[0]).toMatchObject({ kind: "rectangle", settings: DONE.settings });
    expect(again.mock.lastCall?.[0].region.rings[0]).toContainEqual([100, 100]);
  });

  it("that failed before finding nuclei shows only the reason", async () => {
    show({ state: "failed", failure: "service", tilesDone: 0, nucleusCount: 0 });
    expect(screen.queryByRole("table")).toBeNull();
    expect(screen.queryByRole("switch")).toBeNull();
    expect(screen.queryByRole("button", { name: "CSV" })).toBeNull();
    expect(screen.getByRole("button", { name: "Analyse again…" })).toBeTruthy();
  });

  it("of another person can be neither renamed nor deleted", async () => {
    show({ isUserOwner: false });
    await waitFor(() => expect(row("Nuclei")[0]).toBe("4"));
    expect(screen.queryByRole("button", { name: "Delete" })).toBeNull();
    expect(screen.queryByRole("textbox", { name: "Name" })).toBeNull();
  });
});

it("of a Ki-67 slide the positive share is the Ki-67 index", async () => {
  expect(isKi67({ title: "Breast", subtitle: "", tags: ["Ki-67"], scanFacts: null } as never)).toBe(true);
  expect(isKi67({ title: "Tonsil CD20", subtitle: "", tags: [], scanFacts: { stain: "DAB" } } as never)).toBe(false);
  show({}, [], null, true);
  await waitFor(() => expect(row("Ki-67 index (positive share)")).toEqual(["50%", "15%–85%"]));
  expect(screen.queryByRole("rowheader", { name: "Positive share" })).toBeNull();
});

describe("how well nuclei are found", () => {
  const SAID = "Built-in analyser, default settings: on DAB test images it finds 7 of 10 nuclei.";

  it("is shown beside results of the built-in analyser only", () => {
    show();
    expect(screen.getByText(SAID)).toBeTruthy();
    cleanup();
    show({ analyser: "service" });
    expect(screen.queryByText(SAID)).toBeNull();
  });

  it("is that of generated images if there are no others", () => {
    show({ settings: DEFAULT_CELL_SETTINGS["hematoxylin-eosin"] });
    expect(screen.getByText(/on generated H&E images it finds 9 of 10 nuclei. It was not measured/)).toBeTruthy();
  });
});

describe("compared with another result", () => {
  it("shows numbers and settings of both with differences, and on the slide one, both or split", async () => {
    const settings = { ...DONE.settings, nucleusThreshold: 0.1 };
    const overlay = show({ settings }, [{ id: 8, label: "Threshold 0.2" }]);
    await waitFor(() => expect(row("Nuclei")[0]).toBe("4"));
    fireEvent.change(screen.getByLabelText("Compare with"), { target: { value: "8" } });
    const table = await screen.findByRole("table", { name: "Comparison" });
    const rows = [...table.querySelectorAll("tbody tr")].map((one) =>
      [...one.children].map((cell) => cell.textContent),
    );
    expect(rows).toEqual([
      ["Nuclei", "4", "3", "-1"],
      ["Positive", "2", "2", "0"],
      ["Negative", "2", "1", "-1"],
      // Wilson, 2 of 4 and 2 of 3.
      ["Positive share", "50% 15%–85%", "66.7% 20.8%–93.9%", "+16.7 pp"],
      ["H-score", "100", "133", "+33.3"],
      ["Nuclei per mm²", expect.stringMatching(/^2,000 /), expect.stringMatching(/^3,000 /), "+1,000"],
      ["Mean nuclear area (µm²)", "50", "50", "0"],
      ["Threshold", "0.1", "0.07", "-0.03"],
    ]);
    expect(screen.getByText(/^Nuclei in both: 3 · only in this result: 1 · only in the other: 0/)).toBeTruthy();
    expect(screen.getByText("The regions differ: compare density and share, not counts.")).toBeTruthy();
    fireEvent.click(screen.getByRole("radio", { name: "Other result" }));
    await waitFor(() => expect(overlay.show.mock.lastCall?.[0].nuclei.count).toBe(3));
    expect((screen.getByRole("switch", { name: "Correct by hand" }) as HTMLInputElement).disabled).toBe(true);
    const shown = () => overlay.show.mock.lastCall?.[0];
    fireEvent.click(screen.getByRole("radio", { name: "Both" }));
    await waitFor(() => expect(shown().beside).toMatchObject({ layout: "over", cells: { nuclei: { count: 3 } } }));
    expect(shown().nuclei.count).toBe(4);
    fireEvent.click(screen.getByRole("radio", { name: "Split view" }));
    await waitFor(() => expect(shown().beside).toMatchObject({ layout: "split", splitAt: 0.5 }));
    fireEvent.keyDown(screen.getByRole("slider", { name: "Position of the line" }), { key: "ArrowRight" });
    await waitFor(() => expect(shown().beside.splitAt).toBe(0.51));
    const describe = overlay.setDescription.mock.lastCall?.[0] as DescribeNucleus;
    expect([describe(0, "this"), describe(0, "other")].map((text) => text.split(" · ")[0])).toEqual([
      "Positive",
      "Negative",
    ]);
    fireEvent.click(screen.getByRole("radio", { name: "This result" }));
    await waitFor(() => expect(shown().beside).toBeUndefined());
    fireEvent.click(screen.getByRole("radio", { name: "Both" }));
    fireEvent.change(screen.getByLabelText("Compare with"), { target: { value: "" } });
    await waitFor(() => expect(shown().beside).toBeUndefined());
    expect(shown().nuclei.count).toBe(4);
  });
});

describe("counting first", () => {
  it("hides the result, also after the panel was closed, then shows both with the difference", async () => {
    const tally = { ...newTally("a", "Count 1", ["Positive", "Negative"]), ratio: null };
    const marks = [10, 20, 30].map((x, index) => ({ id: index, categoryId: index === 0 ? 1 : 2, at: [x, x] as const }));
    const counts = { tallies: [{ ...tally, marks }], activeId: "a", staysShown: false };
    localStorage.setItem(countsKey(1, 2, DONE.imageId), writeCounts(counts));
    show();
    fireEvent.click(await screen.findByRole("button", { name: "Hide and count first" }));
    cleanup();
    // While counting, the panel is closed and the outline stays.
    const outlinePart = { show: vi.fn(), setDescription: vi.fn(), destroy: vi.fn() };
    const viewer = { use: () => outlinePart } as never;
    render(
      <QueryClientProvider client={new QueryClient()}>
        <OutlineToCount viewer={viewer} id={DONE.id} />
      </QueryClientProvider>,
    );
    await waitFor(() => expect(outlinePart.show.mock.lastCall?.[0]).toMatchObject({ nuclei: { count: 0 } }));
    cleanup();
    const overlay = show();
    expect(screen.getByText("3 nuclei counted in the region")).toBeTruthy();
    expect(screen.queryByRole("table")).toBeNull();
    await waitFor(() => expect(call).toHaveBeenCalled());
    expect(overlay.show.mock.lastCall?.[0]).toMatchObject({ nuclei: { count: 0 } });
    expect(overlay.show.mock.lastCall?.[0].region).not.toBeNull();
    fireEvent.click(screen.getByRole("button", { name: "Show both" }));
    const table = await screen.findByRole("table", { name: "Comparison" });
    const rows = [...table.querySelectorAll("tbody tr")].map((one) =>
      [...one.children].map((cell) => cell.textContent),
    );
    expect(rows.slice(0, 3)).toEqual([
      ["Nuclei", "3", "4", "+1"],
      ["Positive", "1", "2", "+1"],
      ["Negative", "2", "2", "0"],
    ]);
    expect(rows[3]?.[3]).toBe("+16.7 pp");
  });
});

describe("manual corrections", () => {
  type Actions = { onPut: (place: readonly [number, number]) => void; onUndo: () => void };
  async function begin() {
    const overlay = show();
    fireEvent.click(await screen.findByRole("switch", { name: "Correct by hand" }));
    await waitFor(() => expect(overlay.startCorrecting).toHaveBeenCalled());
    const actions = overlay.startCorrecting.mock.lastCall?.[0] as Actions;
    const choose = (value: string) => fireEvent.change(screen.getByLabelText("A click"), { target: { value } });
    return { overlay, choose, put: (x: number, y: number) => act(() => actions.onPut([x, y])), actions };
  }
  const sent = () =>
    call.mock.calls.filter(([contract]) => contract.path.endsWith("/corrections")).map(([, { body }]) => body);

  it("are counted immediately, sent sequentially, and can be undone", async () => {
    const { overlay, choose, put, actions } = await begin();
    overlay.nucleusAt.mockReturnValue(0);
    put(10, 10);
    expect(row("Nuclei")[0]).toBe("3");
    choose("addPositive");
    put(20, 20);
    expect(row("Positive")[0]).toBe("2");
    expect(screen.getByText("Corrections: 1 removed, 0 reclassified, 1 added")).toBeTruthy();
    await waitFor(() =>
      expect(sent()).toEqual([
        { version: 1, removed: [0], changed: [], added: [] },
        { version: 2, removed: [0], changed: [], added: [{ at: [20, 20], cellClass: "positive" }] },
      ]),
    );
    act(() => actions.onUndo());
    await waitFor(() => expect(sent().at(-1)).toEqual({ version: 3, removed: [0], changed: [], added: [] }));
  });

  it("add nothing outside the region, and reclassify added nuclei", async () => {
    const { overlay, choose, put } = await begin();
    choose("addNegative");
    put(150, 50);
    expect(screen.getByText("Add nuclei inside the region.")).toBeTruthy();
    expect(sent()).toEqual([]);
    put(50, 50);
    overlay.addedAt.mockReturnValue(0);
    choose("positive");
    put(50, 50);
    await waitFor(() => expect(sent().at(-1)?.added).toEqual([{ at: [50, 50], cellClass: "positive" }]));
  });
});

describe("single nuclei", () => {
  it("become annotations with their outlines by clicks, each once, without corrections at the same time", async () => {
    const keep = vi.fn<KeepAsAnnotation>().mockResolvedValue(true);
    const overlay = show({}, [], keep);
    fireEvent.click(await screen.findByRole("switch", { name: "Keep single nuclei as annotations" }));
    await waitFor(() => expect(overlay.startCorrecting).toHaveBeenCalled());
    expect(screen.getByRole<HTMLInputElement>("switch", { name: "Correct by hand" }).disabled).toBe(true);
    const { onPut } = overlay.startCorrecting.mock.calls[0]![0] as { onPut: (at: readonly number[]) => void };
    act(() => onPut([500, 500]));
    expect(await screen.findByText("No nucleus here.")).toBeTruthy();
    overlay.nucleusAt.mockReturnValue(2);
    act(() => onPut([10, 10]));
    expect(await screen.findByText("1 nucleus added as an annotation")).toBeTruthy();
    act(() => onPut([10, 10]));
    expect(await screen.findByText("This nucleus has been added already.")).toBeTruthy();
    expect(keep.mock.calls).toEqual([[{ title: "Negative (Cortex)", geometry: "POLYGON ((0 0, 2 0, 2 2, 0 0))" }]]);
  });
});

describe("the texts of the specification", () => {
  it("are shown for a failed analysis, with the support address of the site", () => {
    show({ state: "failed", failure: "service", tilesDone: 0 });
    const alert = screen.getByRole("alert");
    for (const key of ["ai.failed", "ai.retry"] as const) expect(alert.textContent).toContain(MESSAGES[key]);
    const link = screen.getByRole("link", { name: MESSAGES["ai.support"] });
    expect(link.getAttribute("href")).toBe("mailto:help@example.org");
  });

  it("are shown when the browser blocks the window of the service's page", async () => {
    const open = vi.fn().mockReturnValueOnce(null).mockReturnValue({ opener: window });
    vi.stubGlobal("open", open);
    window.open = open;
    show({ analyser: "service", servicePage: "https://cells.example.org/results/1" });
    const button = screen.getByRole("button", { name: "Open at the analysis service" });
    fireEvent.click(button);
    expect(screen.getByRole("alert").textContent).toContain(MESSAGES["ai.popupBlocked"]);
    fireEvent.click(button);
    expect(open).toHaveBeenCalledWith("https://cells.example.org/results/1", "_blank");
    await waitFor(() => expect(screen.queryByRole("alert")).toBeNull());
  });
});
