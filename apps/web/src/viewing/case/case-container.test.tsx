// @vitest-environment happy-dom
/** Controls around each slide of a case. */
import { MantineProvider } from "@mantine/core";
import type { CaseItem } from "@parfocal/core/case/case.contract.ts";
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import type { ViewerExtent } from "#slide/useSlideViewer.ts";
import { CaseContainer } from "./CaseContainer.tsx";

vi.mock("react-i18next", () => ({ useTranslation: () => ({ t: (key: string) => key, i18n: { language: "en" } }) }));
vi.mock("./ContainerTools.tsx", () => ({ ContainerTools: () => null }));
vi.mock("./CaseSlide.tsx", () => ({
  CaseSlide: ({ extent }: { readonly extent: ViewerExtent }) => <p>overview: {String(extent.hasOverview)}</p>,
}));
afterEach(cleanup);

const nothing = () => undefined;
const item = { id: 3, title: "HE" } as CaseItem;

function show(hasLetter: boolean, ...places: number[]): (string | undefined)[] {
  render(
    <MantineProvider env="test">
      {places.map((place) => (
        <CaseContainer
          key={place}
          {...{ place, item, items: [item], caseId: 5, sync: {} as never, openingView: null, slidePath: "/" }}
          {...{ hasHead: true, isFocused: false, isEnlarged: false, isLinked: null, onEnlarge: null, hasLetter }}
          {...{ onPanel: nothing, onLink: nothing, onChoose: nothing, onFocus: nothing, onViewer: nothing }}
          renderTools={() => null}
        />
      ))}
    </MantineProvider>,
  );
  return screen.getAllByRole("region").map((view) => view.querySelector("header")?.textContent);
}

it("each has an overview and a letter, by its position", () => {
  expect(show(true, 0, 1, 2)).toEqual(["AHE", "BHE", "CHE"]);
  expect(screen.getAllByText("overview: true")).toHaveLength(3);
});

it("a single one has no letter", () => expect(show(false, 0)).toEqual(["HE"]));
