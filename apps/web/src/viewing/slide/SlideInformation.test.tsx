// @vitest-environment happy-dom
import { MantineProvider } from "@mantine/core";
import type { Image } from "@parfocal/core/image/image.contract.ts";
import { cleanup, render, screen } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, expect, it, vi } from "vitest";
import type { SlideFeatureProps } from "#slide-feature/slide-feature-props.ts";
import { SlideInformation } from "./SlideInformation.tsx";

vi.mock("react-i18next", () => ({
  useTranslation: () => ({ t: (key: string) => key, i18n: { language: "en-GB" } }),
}));
vi.mock("#ui/SlidePanel.tsx", () => ({ SlidePanel: ({ children }: { children: ReactNode }) => children }));
afterEach(cleanup);

const IMAGE: Partial<Image> = {
  ...{ id: 9, title: "Kidney, HE", subtitle: "Cortex and medulla", summary: "", tags: ["renal", "HE"] },
  ...{ customFields: [], associatedImages: [], fileProperties: [], scanFacts: null, userCanEdit: false },
  ...{ originalFilename: "", fileFormat: "tiff", fileBytes: 100, addedAt: null, addedBy: null },
};

function show(change: Partial<Image>): void {
  const image = { slideInformation: { levels: [], micronsPerPixel: null }, ...IMAGE, ...change };
  const props = { image, isOpen: true, onClose: () => undefined } as unknown as SlideFeatureProps;
  render(
    <MantineProvider env="test">
      <SlideInformation {...props} />
    </MantineProvider>,
  );
}

const factOf = (name: string) => screen.queryByText(name)?.nextElementSibling?.textContent;

it("says the subtitle and the tags of a slide", () => {
  show({});
  expect(screen.getByText("Cortex and medulla")).toBeTruthy();
  expect(factOf("item.tags")).toBe("renal, HE");
  expect(screen.queryByText("slide.infoAdded")).toBeNull();
});

it("says when it was added and by whom, as far as it is known", () => {
  show({ addedAt: "2026-11-20T12:00:00.000Z", addedBy: "Ana Kidney" });
  expect(factOf("slide.infoAdded")).toBe("20 Nov 2026, Ana Kidney");
  cleanup();
  show({ addedAt: "2026-11-20T12:00:00.000Z" });
  expect(factOf("slide.infoAdded")).toBe("20 Nov 2026");
});

it("says nothing of tags and a subtitle that a slide does not have", () => {
  show({ tags: [], subtitle: "" });
  expect(screen.queryByText("item.tags")).toBeNull();
  expect(document.querySelector("p")).toBeNull();
});
