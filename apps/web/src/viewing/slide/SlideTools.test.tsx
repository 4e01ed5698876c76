// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, within } from "@testing-library/react";
import i18next from "i18next";
import { initReactI18next } from "react-i18next";
import { afterEach, beforeAll, expect, it, vi } from "vitest";
import { SlideTools } from "./SlideTools.tsx";
import { slideEn } from "./slide.en.ts";
import { slidePartsEn } from "./slide-parts.en.ts";

vi.mock("#platform/session.tsx", () => ({ useSession: () => ({ user: null, can: () => true }) }));

const IMAGE = {
  ...{ id: 9, isBound: false, userCanAnnotate: true, userCanEdit: true, annotationsActive: true },
  slideInformation: { planes: null, micronsPerPixel: 0.25 },
} as never;

beforeAll(async () => {
  await i18next.use(initReactI18next).init({
    lng: "en",
    resources: { en: { translation: { slide: { ...slideEn, ...slidePartsEn } } } },
  });
});
afterEach(cleanup);

function show(areLabelsOn: boolean, isSmall = false) {
  const onCommand = vi.fn();
  render(
    <SlideTools
      {...{ viewer: {} as never, image: IMAGE, openPanel: null, areChannelsOpen: null, onCommand }}
      {...{ isFullscreen: false, areAnnotationsVisible: true, isSidebarOpen: false, isSmall, areLabelsOn }}
    />,
  );
  return onCommand;
}

const namesIn = (group: string): string[] =>
  within(screen.getByRole("group", { name: group }))
    .getAllByRole("button")
    .map((button) => button.getAttribute("aria-label") ?? "");

it("groups the tools under headings, each in one group", () => {
  show(false);
  expect(screen.getAllByRole("group").map((group) => group.querySelector("legend")?.textContent)).toEqual([
    "View",
    "Annotations",
    "Measure",
    "Image",
    "Slide",
  ]);
  expect(namesIn("Measure")).toEqual([slideEn.measureLength, slideEn.measureArea, slideEn.counting, slideEn.grid]);
  expect(namesIn("Slide")).toEqual([slideEn.information, slideEn.share, slideEn.moreTools, slideEn.toolNames]);
  const all = screen.getAllByRole("button").map((button) => button.getAttribute("aria-label"));
  expect(all).toEqual([...new Set(all)]);
});

it("shows the names of the tools if that is switched on, and offers to switch it", () => {
  const onCommand = show(true);
  const names = screen.getByRole("button", { name: slideEn.toolNames });
  expect(screen.getByRole("button", { name: slideEn.colour }).textContent).toBe(slideEn.colour);
  expect(names.getAttribute("aria-pressed")).toBe("true");
  fireEvent.click(names);
  expect(onCommand.mock.calls).toEqual([["toggleLabels"]]);
});

it("is one row of icons on a small screen", () => {
  show(true, true);
  expect(screen.queryByRole("group")).toBeNull();
  expect(screen.getByRole("button", { name: slideEn.fit }).textContent).toBe("");
  expect(screen.queryByRole("button", { name: slideEn.toolNames })).toBeNull();
});
