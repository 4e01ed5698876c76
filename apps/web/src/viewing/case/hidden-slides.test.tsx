// @vitest-environment happy-dom
/** A slide that is hidden in its folder is marked where it is added to a case, and where the case is arranged. */
import { MantineProvider } from "@mantine/core";
import type { ItemCard } from "@parfocal/core/item/item-card.contract.ts";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, expect, it, vi } from "vitest";
import { AddCaseDialog } from "./AddCaseDialog.tsx";
import { startArranging, withSlideAdded } from "./arrange-draft.ts";
import { SortableSlides } from "./SortableSlides.tsx";

vi.mock("react-i18next", () => ({ useTranslation: () => ({ t: (key: string) => key }) }));
afterEach(cleanup);

const nothing = () => undefined;
const show = (part: ReactNode) =>
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient()}>{part}</QueryClientProvider>
    </MantineProvider>,
  );

it("in the list of slides, for a saved one and a newly added one", () => {
  const slide = (id: number, isHiddenElsewhere: boolean) => ({
    ...{ id, itemId: id, title: `Slide ${id}`, subtitle: "", thumbnail: null, isActive: true, annotationsActive: true },
    ...{ center: null, zoom: null, rotation: 0 as const, boundPoints: [], slideInformation: null, isHiddenElsewhere },
  });
  const texts = { title: "A case", subtitle: "", description: "", diagnosis: "", collapseDiagnosis: false };
  const saved = startArranging({ ...texts, layout: { columns: 2, rows: 1 }, items: [slide(1, true), slide(2, false)] });
  show(<SortableSlides draft={withSlideAdded(saved, slide(3, true))} onChange={nothing} viewerOf={null} />);
  const rows = screen.getAllByRole("listitem");
  const marked = rows.map((row) => row.textContent?.includes("case.hiddenElsewhere"));
  expect(marked).toEqual([true, false, true]);
});

it("in the dialog that adds a case", () => {
  const images = [
    { id: 1, type: "image", title: "Slide 1", isActive: false },
    { id: 2, type: "image", title: "Slide 2", isActive: true },
  ];
  show(<AddCaseDialog parentId={4} items={images as ItemCard[]} onAdded={nothing} onClose={nothing} />);
  const described = screen
    .getAllByRole("checkbox")
    .map((box) => box.closest(".mantine-Checkbox-root")?.textContent?.includes("case.hiddenElsewhereHint"));
  expect(described).toEqual([true, false]);
});
