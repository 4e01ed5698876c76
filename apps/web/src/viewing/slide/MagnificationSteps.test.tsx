// @vitest-environment happy-dom
import type { SlideInformation } from "@parfocal/core/image/image.contract.ts";
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { MagnificationSteps } from "./MagnificationSteps.tsx";

vi.mock("react-i18next", () => ({ useTranslation: () => ({ t: (key: string) => key }) }));
afterEach(cleanup);

function show(objectivePower: number | null) {
  const listeners = new Map<string, (value: object) => void>();
  const zoomToMagnification = vi.fn();
  const viewer = {
    zoomToMagnification,
    focus: vi.fn(),
    on(name: string, listener: (value: object) => void) {
      listeners.set(name, listener);
      return () => listeners.delete(name);
    },
  };
  const slide = { objectivePower, micronsPerPixel: null } as unknown as SlideInformation;
  render(<MagnificationSteps viewer={viewer as never} slide={slide} />);
  const emit = (magnification: number) => act(() => listeners.get("magnification")?.({ magnification }));
  return { zoomToMagnification, emit };
}

it("sets each step by its button, and by the menu", () => {
  const { zoomToMagnification } = show(40);
  for (const button of screen.getAllByRole("button")) fireEvent.click(button);
  fireEvent.change(screen.getByRole("combobox"), { target: { value: "10" } });
  expect(zoomToMagnification.mock.calls.flat()).toEqual([1, 2, 4, 10, 20, 40, 10]);
});

it("shows the step of the view, if it is at one", () => {
  const { emit } = show(40);
  const pressed = () => screen.getAllByRole("button", { pressed: true }).map((button) => button.textContent);
  emit(20);
  expect(pressed()).toEqual(["20×"]);
  expect(screen.getByRole<HTMLSelectElement>("combobox").value).toBe("20");
  emit(19);
  expect(screen.queryByRole("button", { pressed: true })).toBeNull();
});

it("is hidden if the magnification of the slide is unknown", () => {
  show(null);
  expect(screen.queryByRole("button")).toBeNull();
});
