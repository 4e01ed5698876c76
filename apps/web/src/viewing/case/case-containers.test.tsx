// @vitest-environment happy-dom
/** Source: spec part 1, section 4: one item has one map container; otherwise items are assigned to containers cyclically. */
import { MantineProvider } from "@mantine/core";
import type { Case, CaseItem } from "@parfocal/core/case/case.contract.ts";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { CaseWorkspace } from "./CaseWorkspace.tsx";
import type { CasePlace } from "./case-place.ts";

const nothing = vi.hoisted(() => () => null);
vi.mock("react-i18next", () => ({ useTranslation: () => ({ t: (key: string) => key, i18n: { language: "en" } }) }));
vi.mock("@tanstack/react-router", async (original) => ({
  ...(await original<object>()),
  useNavigate: () => nothing,
  useBlocker: () => ({ status: "idle" }),
}));
vi.mock("#platform/session.tsx", () => ({ useSession: () => ({ site: { id: 1 }, can: () => false }) }));
vi.mock("./CaseContainer.tsx", () => ({
  CaseContainer: ({ place, item }: { readonly place: number; readonly item: CaseItem }) => (
    <div id={`case-slide-map-${place}`}>{item.id}</div>
  ),
}));
vi.mock("./CaseHeader.tsx", () => ({ CaseHeader: nothing }));
vi.mock("./CasePanels.tsx", () => ({ CasePanels: nothing }));
vi.mock("./CaseTabs.tsx", () => ({ CaseTabs: nothing }));
vi.mock("./CaseTools.tsx", () => ({ CaseTools: nothing }));
vi.mock("./useNeighbourCase.ts", () => ({ useNeighbourCase: () => nothing }));

beforeEach(() => localStorage.clear());
afterEach(cleanup);

const slide = (id: number) => ({
  ...{ id, itemId: id, title: `Slide ${id}`, subtitle: "", thumbnail: null, isActive: true, annotationsActive: true },
  ...{ center: null, zoom: null, rotation: 0, boundPoints: [], slideInformation: null },
});

const CASES: [columns: number, rows: number, ids: number[], shown: string[]][] = [
  [2, 2, [7], ["7"]],
  [2, 1, [7, 8], ["7", "8"]],
  [2, 2, [7, 8, 9], ["7", "8", "9", "7"]],
  [3, 2, [7, 8], ["7", "8", "7", "8", "7", "8"]],
];
for (const [columns, rows, ids, shown] of CASES)
  it(`${columns} x ${rows} containers show the slides ${ids.join(", ")} as ${shown.join(", ")}`, () => {
    const texts = { title: "A case", subtitle: "", summary: "", description: "", diagnosis: "" };
    const facts = { id: 5, layout: { columns, rows }, items: ids.map(slide), userCanEdit: false, ...texts };
    const { container } = render(
      <MantineProvider env="test">
        <QueryClientProvider client={new QueryClient()}>
          <CaseWorkspace
            place={{ caseId: 5, parentId: 2, place: { siteId: 1, steps: [] } } as unknown as CasePlace}
            shown={{ ...facts, previous: null, next: null } as unknown as Case}
          />
        </QueryClientProvider>
      </MantineProvider>,
    );
    const containers = [...container.querySelectorAll("[id^=case-slide-map-]")];
    expect(containers.map(({ textContent }) => textContent)).toEqual(shown);
    expect(containers.map(({ id }) => id)).toEqual(shown.map((_id, at) => `case-slide-map-${at}`));
  });
