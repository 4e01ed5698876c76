// @vitest-environment happy-dom
/** Source: spec part 2, section 3, "Share access": hideAnnotations, hideSlideInformation. */
import { MantineProvider } from "@mantine/core";
import { cleanup, render, screen } from "@testing-library/react";
import i18next from "i18next";
import { initReactI18next } from "react-i18next";
import { afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { keepColour, openingColour } from "#colour/stored-colour.ts";
import { linkQuery, openingOf, type SharedLink, SharedLinkContext } from "#platform/shared-link.ts";
import { PanelSlotProvider } from "#ui/panel-slot.ts";
import { MoreTools } from "./MoreTools.tsx";
import { SlideTools } from "./SlideTools.tsx";
import { slideEn } from "./slide.en.ts";
import { slidePartsEn } from "./slide-parts.en.ts";

vi.mock("#platform/session.tsx", () => ({ useSession: () => ({ user: null, can: () => false }) }));

const IMAGE = {
  ...{ id: 9, isBound: false, userCanAnnotate: false, userCanEdit: false, annotationsActive: true },
  slideInformation: { planes: null, micronsPerPixel: 0.25 },
} as never;
const LINK: SharedLink = {
  ...{ token: "7.x", hidesAnnotations: false, hidesInformation: false, hidesToolbar: false, isEmbedded: false },
  opening: { imageId: 9, channels: null, plane: { depth: 2, time: 0 } },
};
const DARK = { brightness: 50, contrast: 100, saturation: 100, hueRotation: 0, invert: 0 };

beforeAll(async () => {
  await i18next.use(initReactI18next).init({
    lng: "en",
    resources: { en: { translation: { slide: { ...slideEn, ...slidePartsEn } } } },
  });
});
beforeEach(() => sessionStorage.clear());
afterEach(cleanup);

/** Names of all tools, in the bar and in the list. */
function offered(link: SharedLink | null): (name: string) => boolean {
  const nothing = () => undefined;
  render(
    <MantineProvider>
      <SharedLinkContext value={link}>
        <SlideTools
          {...{ viewer: null, image: IMAGE, openPanel: null, areChannelsOpen: null, onCommand: nothing }}
          {...{
            isFullscreen: false,
            areAnnotationsVisible: true,
            isSidebarOpen: false,
            isSmall: true,
            areLabelsOn: false,
          }}
        />
        <PanelSlotProvider value={{ element: document.body, isSmallScreen: true }}>
          <MoreTools image={IMAGE} isSurroundLight={false} isSmallScreen onCommand={nothing} onClose={nothing} />
        </PanelSlotProvider>
      </SharedLinkContext>
    </MantineProvider>,
  );
  return (name) => screen.queryAllByRole("button", { name: new RegExp(`^${name}`) }).length > 0;
}

it("without a link the slide's page also offers the tools of the site", () => {
  const has = offered(null);
  expect([slideEn.exchange, slideEn.information, slideEn.hideAnnotations].every(has)).toBe(true);
});

it("a link offers tools of the slide only, none of the site", () => {
  const has = offered(LINK);
  expect([slideEn.measureLength, slideEn.grid, slideEn.colour, slideEn.information].every(has)).toBe(true);
  expect([slideEn.hideAnnotations, slideEn.sidebar, slideEn.styles].every(has)).toBe(true);
  expect(has(slideEn.exchange)).toBe(false);
});

it("hidden annotations have no button, list or style; hidden information has no panel", () => {
  const has = offered({ ...LINK, hidesAnnotations: true, hidesInformation: true });
  expect(has(slideEn.measureLength)).toBe(true);
  const hidden = [slideEn.hideAnnotations, slideEn.sidebar, slideEn.styles, slideEn.information];
  expect(hidden.filter(has)).toEqual([]);
});

it("a link shows everyone the same colours, regardless of those stored in this tab", () => {
  keepColour({ id: 9, colour: null }, DARK);
  expect(openingColour({ id: 9, colour: null }, "")).toEqual(DARK);
  expect(openingColour({ id: 9, colour: null }, "", false)).not.toEqual(DARK);
  sessionStorage.clear();
  keepColour({ id: 9, colour: null }, DARK, false);
  expect(sessionStorage.length).toBe(0);
});

it("its view applies to its own slide only, and its token is sent with each read", () => {
  expect(openingOf(LINK, 9)?.plane).toEqual({ depth: 2, time: 0 });
  expect(openingOf(LINK, 10)).toBeNull();
  expect(openingOf(null, 9)).toBeNull();
  expect([linkQuery(LINK), linkQuery(null)]).toEqual([{ share: "7.x" }, {}]);
});
