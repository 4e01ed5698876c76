// @vitest-environment happy-dom
/** Tools of each slide of a case, and the contents of the panel beside the slides. */
import { MantineProvider } from "@mantine/core";
import type { CaseItem } from "@parfocal/core/case/case.contract.ts";
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, expect, it, vi } from "vitest";
import { CaseSlideParts } from "./CaseSlideParts.tsx";
import { ContainerTools } from "./ContainerTools.tsx";
import { slidePathOf } from "./case-place.ts";

vi.mock("react-i18next", () => ({
  useTranslation: () => ({
    t: (key: string, params?: { title?: string }) => (params?.title ? `${key} ${params.title}` : key),
    i18n: { language: "en" },
  }),
}));
vi.mock("@tanstack/react-router", () => ({
  Link: ({ to, ...rest }: { readonly to: string; readonly children: ReactNode }) => <a href={to} {...rest} />,
}));
vi.mock("#slide/lazy-parts.ts", () => ({ ChannelPanel: () => <p>channels</p>, PlaneBar: () => <p>focus bar</p> }));
vi.mock("./container-parts.ts", () => ({
  ContainerInformation: () => <p>information</p>,
}));
afterEach(cleanup);

const INFORMATION = {
  ...{ width: 40_000, height: 30_000, micronsPerPixel: 0.25, objectivePower: 40 },
  levels: [{ width: 40_000 }],
};
const item = (planes: object | null) =>
  ({ id: 3, title: "HE", slideInformation: { ...INFORMATION, planes } }) as unknown as CaseItem;
const VIEWER = { getView: () => ({ center: [0, 0], zoom: 0, rotationDeg: 0 }), on: () => () => undefined } as never;
const CHANNELS = { channels: [{ name: "DAPI" }], depths: 3, times: 1 };
const PATH = slidePathOf(
  {
    caseId: 5,
    parentId: 2,
    place: {
      siteId: 1,
      steps: [
        { kind: "course", id: 2 },
        { kind: "case", id: 5 },
      ],
    },
  },
  { id: 3 },
);

function showTools(planes: object | null) {
  const onPanel = vi.fn();
  render(
    <MantineProvider env="test">
      <ContainerTools place={0} item={item(planes)} viewer={VIEWER} slidePath={PATH} onPanel={onPanel} />
    </MantineProvider>,
  );
  fireEvent.click(screen.getByRole("button", { name: "case.slideMenu HE" }));
  return { onPanel, entries: screen.getAllByRole("menuitem").map(({ textContent }) => textContent) };
}

it("each view shows its magnification, links to the slide's own page, and opens the panels of its slide", () => {
  const { onPanel, entries } = showTools(null);
  expect(screen.getByTestId("magnification").textContent).toMatch(/\d/);
  expect(screen.getByRole("link", { name: "case.openSlideOf HE" }).getAttribute("href")).toBe("/s1/course2/c5/i3/");
  expect(entries).toEqual(["case.slideInformationShift+I"]);
  fireEvent.click(screen.getByRole("menuitem", { name: /slideInformation/ }));
  expect(onPanel.mock.calls).toEqual([["information"]]);
});

it("a slide that is not yet loaded links to its page, but has no panels", () => {
  render(
    <MantineProvider env="test">
      <ContainerTools place={0} item={item(null)} viewer={null} slidePath={PATH} onPanel={vi.fn()} />
    </MantineProvider>,
  );
  expect(screen.getByRole("link", { name: "case.openSlideOf HE" })).toBeTruthy();
  expect(screen.queryByRole("button")).toBeNull();
});

it("a slide with channels offers a channel panel", () => {
  expect(showTools(CHANNELS).entries).toContain("case.slideChannelsShift+C");
});

it("a slide with several planes has a focus bar; its panels are shown in the panel slot", () => {
  const slot = document.createElement("div");
  const parts = (panel: "information" | "channels", hasPlanes: boolean) => (
    <MantineProvider env="test">
      <CaseSlideParts
        viewer={VIEWER}
        image={
          { id: 3, title: "HE", slideInformation: { ...INFORMATION, planes: hasPlanes ? CHANNELS : null } } as never
        }
        place={{ siteId: 1 }}
        isSmallScreen={false}
        onClose={() => undefined}
        channels={hasPlanes ? ({} as never) : null}
        panel={panel}
        slot={slot}
      />
    </MantineProvider>
  );
  const { rerender } = render(parts("information", true));
  expect(screen.getByText("focus bar")).toBeTruthy();
  expect(screen.getByText("information")).toBeTruthy();
  rerender(parts("channels", true));
  expect(slot.textContent).toBe("channels");
  rerender(parts("channels", false));
  expect(slot.textContent).toContain("case.noChannels");
  expect(screen.queryByText("focus bar")).toBeNull();
});
