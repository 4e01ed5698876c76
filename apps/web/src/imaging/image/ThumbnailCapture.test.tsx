// @vitest-environment happy-dom
import { MantineProvider } from "@mantine/core";
import type { Image } from "@parfocal/core/image/image.contract.ts";
import type { SlideViewer } from "@parfocal/viewer/slide-viewer.ts";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { ThumbnailCapture } from "./ThumbnailCapture.tsx";

vi.mock("react-i18next", () => ({ useTranslation: () => ({ t: (key: string) => key }) }));

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

it("a captured thumbnail is shown 200 ms after the view has settled, before it is saved", async () => {
  const capture = vi.fn(async () => new Blob(["jpeg"], { type: "image/jpeg" }));
  let move = (): void => {};
  const viewer = {
    on: (_name: string, listener: () => void) => {
      move = listener;
      return () => undefined;
    },
    use: () => ({ capture, destroy: () => undefined }),
  } as unknown as SlideViewer;
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient()}>
        <ThumbnailCapture viewer={viewer} image={{ id: 9, thumbnail: null, isThumbnailOwn: false } as Image} />
      </QueryClientProvider>
    </MantineProvider>,
  );
  fireEvent.click(screen.getByRole("button", { name: "image.capture" }));
  await act(() => vi.advanceTimersByTimeAsync(199));
  move();
  await act(() => vi.advanceTimersByTimeAsync(199));
  expect([capture.mock.calls.length, screen.queryByRole("img")]).toEqual([0, null]);
  await act(() => vi.advanceTimersByTimeAsync(1));
  vi.useRealTimers();
  const picture = await screen.findByRole("img", { name: "image.captured" });
  expect(picture.getAttribute("src")).toMatch(/^data:image\/jpeg/);
  expect(screen.getByRole("button", { name: "image.save" })).toBeTruthy();
});
