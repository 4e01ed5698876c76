// @vitest-environment happy-dom
import { cleanup, render } from "@testing-library/react";
import { useRef } from "react";
import { afterEach, expect, it, vi } from "vitest";
import { usePageTop } from "./usePageTop.ts";

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

function Filling() {
  const element = useRef<HTMLDivElement>(null);
  usePageTop(element);
  return <div ref={element} />;
}

it("reports the top of its element on the page, and follows content that appears above it", () => {
  const changed: (() => void)[] = [];
  const observed: Element[] = [];
  vi.stubGlobal(
    "ResizeObserver",
    class {
      constructor(change: () => void) {
        changed.push(change);
      }
      observe(element: Element) {
        observed.push(element);
      }
      disconnect() {
        changed.length = 0;
      }
    },
  );
  vi.stubGlobal("requestAnimationFrame", (act: () => void) => act());
  vi.stubGlobal("scrollY", 100);
  let topPx = 140.4;
  vi.spyOn(Element.prototype, "getBoundingClientRect").mockImplementation(() => ({ top: topPx }) as DOMRect);
  const { container, unmount } = render(<Filling />);
  const top = () => (container.firstElementChild as HTMLElement).style.getPropertyValue("--page-top");
  expect(top()).toBe("240px");
  expect(observed).toEqual([container, document.body, document.documentElement]);
  topPx = 204;
  for (const change of changed) change();
  expect(top()).toBe("304px");
  unmount();
  expect(changed).toEqual([]);
});
