// @vitest-environment happy-dom
import { DEFAULT_CELL_SETTINGS } from "@parfocal/core/cell-analysis/cell-settings.ts";
import { act, cleanup, renderHook, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { SeenImage } from "#slide-feature/slide-feature-props.ts";
import { useCellSettings } from "./useCellSettings.ts";

beforeEach(() => localStorage.clear());
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const imageOf = (more: object = {}) =>
  ({
    ...{ id: 14, title: "Slide 14", subtitle: "", tags: [], thumbnail: null, scanFacts: null },
    ...{ slideInformation: { planes: null }, ...more },
  }) as unknown as SeenImage;
const stainOf = (more: object = {}) => {
  const { result } = renderHook(() => useCellSettings(imageOf(more)));
  return () => result.current[0].stain;
};

it("starts with the stain named in the title, a tag or the file, and with DAPI for fluorescence", () => {
  expect(stainOf({ title: "Carcinoma, Ki-67" })()).toBe("hematoxylin-dab");
  expect(stainOf({ tags: ["CD20"] })()).toBe("hematoxylin-dab");
  expect(stainOf({ scanFacts: { stain: "H&E" } })()).toBe("hematoxylin-eosin");
  expect(stainOf({ slideInformation: { planes: { channels: [{}] } } })()).toBe("dapi");
  expect(stainOf()()).toBe("hematoxylin-eosin");
});

it("detects the stain from the overview if no name contains it", async () => {
  const brown = Uint8ClampedArray.from({ length: 4 * 100 }, (_unused, at) => [150, 100, 60, 255][at % 4]!);
  vi.stubGlobal(
    "Image",
    class {
      naturalWidth = 10;
      naturalHeight = 10;
      decode = () => Promise.resolve();
    },
  );
  const context = { drawImage: vi.fn(), getImageData: () => ({ data: brown }) };
  vi.spyOn(HTMLCanvasElement.prototype, "getContext").mockReturnValue(context as never);
  const stain = stainOf({ thumbnail: "/thumbnail/14" });
  await waitFor(() => expect(stain()).toBe("hematoxylin-dab"));
});

it("starts with the person's last choice for this slide, regardless of its name", () => {
  const { result } = renderHook(() => useCellSettings(imageOf({ title: "Ki-67" })));
  act(() => result.current[1](DEFAULT_CELL_SETTINGS["hematoxylin-eosin"]));
  expect(result.current[0].stain).toBe("hematoxylin-eosin");
  expect(stainOf({ title: "Ki-67" })()).toBe("hematoxylin-eosin");
  expect(stainOf({ id: 15, title: "Ki-67" })()).toBe("hematoxylin-dab");
});
