// @vitest-environment happy-dom
import { MantineProvider } from "@mantine/core";
import type { Image } from "@parfocal/core/image/image.contract.ts";
import { cleanup, render, screen } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, expect, it, vi } from "vitest";
import { type SharedLink, SharedLinkContext } from "#platform/shared-link.ts";
import type { SlideFeatureProps } from "#slide-feature/slide-feature-props.ts";
import { SlideInformation } from "./SlideInformation.tsx";

vi.mock("react-i18next", () => ({
  useTranslation: () => ({ t: (key: string) => key, i18n: { language: "en" } }),
}));
vi.mock("#about/AboutSlide.tsx", () => ({ AboutSlide: () => <p>about the slide</p> }));
vi.mock("#ui/SlidePanel.tsx", () => ({ SlidePanel: ({ children }: { children: ReactNode }) => children }));
afterEach(cleanup);

const LINK: SharedLink = {
  ...{ token: "7.x", hidesAnnotations: false, hidesInformation: false, hidesToolbar: false, isEmbedded: false },
  opening: { imageId: 9, channels: null, plane: null },
};
const IMAGE: Partial<Image> = {
  ...{ id: 9, title: "Kidney, HE", subtitle: "Cortex and medulla", summary: "", tags: ["renal", "HE"] },
  ...{ customFields: [], associatedImages: [], fileProperties: [], scanFacts: null, userCanEdit: false },
  ...{ originalFilename: "", fileFormat: "tiff", fileBytes: 100, addedAt: null, addedBy: null },
};

function show(change: Partial<Image>, link: SharedLink | null = null): void {
  const image = { slideInformation: { levels: [], micronsPerPixel: null, tilesZipUrl: null }, ...IMAGE, ...change };
  const props = { image, isOpen: true, onClose: () => undefined } as unknown as SlideFeatureProps;
  render(
    <MantineProvider env="test">
      <SharedLinkContext value={link}>
        <SlideInformation {...props} />
      </SharedLinkContext>
    </MantineProvider>,
  );
}

const factOf = (name: string) => screen.queryByText(name)?.nextElementSibling?.textContent;

it("shows the subtitle and the tags of a slide", () => {
  show({});
  expect(screen.getByText("Cortex and medulla")).toBeTruthy();
  expect(factOf("item.tags")).toBe("renal, HE");
  expect(screen.queryByText("slide.infoAdded")).toBeNull();
});

it("shows when it was added and by whom, as far as known", () => {
  show({ addedAt: "2026-11-20T12:00:00.000Z", addedBy: "Ana Kidney" });
  expect(factOf("slide.infoAdded")).toBe("20 Nov 2026, Ana Kidney");
  cleanup();
  show({ addedAt: "2026-11-20T12:00:00.000Z" });
  expect(factOf("slide.infoAdded")).toBe("20 Nov 2026");
});

it("omits missing tags and a missing subtitle", () => {
  show({ tags: [], subtitle: "" }, LINK);
  expect(screen.queryByText("item.tags")).toBeNull();
  expect(document.querySelector("p")).toBeNull();
});

it("shows in one panel the details of the slide, and its file; with a link only the file", () => {
  show({});
  expect(screen.getByText("about the slide")).toBeTruthy();
  expect(screen.getByText("slide.infoFormat")).toBeTruthy();
  cleanup();
  show({}, LINK);
  expect(screen.queryByText("about the slide")).toBeNull();
  expect(screen.getByText("slide.infoFormat")).toBeTruthy();
});

it("offers the zip of the tiles if the site does", () => {
  show({});
  expect(screen.queryByRole("link", { name: "slide.downloadTiles" })).toBeNull();
  cleanup();
  const tilesZipUrl = "/tiles/9/1/tiles.zip";
  show({
    slideInformation: { levels: [], micronsPerPixel: null, tilesZipUrl } as unknown as Image["slideInformation"],
  });
  const link = screen.getByRole("link", { name: "slide.downloadTiles" });
  expect([link.getAttribute("href"), link.hasAttribute("download")]).toEqual([tilesZipUrl, true]);
});
