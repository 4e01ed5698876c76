// @vitest-environment happy-dom
import { describe, expect, it } from "vitest";
import { createTitleTip } from "./title-tip.ts";

function stage() {
  const element = document.createElement("div");
  Object.defineProperties(element, { clientWidth: { value: 400 }, clientHeight: { value: 300 } });
  document.body.append(element);
  const tip = createTitleTip(element);
  const shown = () => element.querySelector<HTMLElement>(".slide-viewer-title-tip");
  return { tip, shown };
}

describe("the title next to the pointer", () => {
  it("is plain text", () => {
    const { tip, shown } = stage();
    tip.show("<img src=x onerror=alert(1)> & more", [10, 10]);
    expect(shown()?.textContent).toBe("<img src=x onerror=alert(1)> & more");
    expect(shown()?.childElementCount).toBe(0);
    expect(shown()?.hidden).toBe(false);
  });

  it("is not shown for annotations without a title, nor after the pointer has left", () => {
    const { tip, shown } = stage();
    tip.show("Glomerulus", [10, 10]);
    tip.show("", [10, 10]);
    expect(shown()?.hidden).toBe(true);
    tip.show("Glomerulus", [10, 10]);
    tip.hide();
    expect(shown()?.hidden).toBe(true);
  });

  it("stays inside the slide's area", () => {
    const { tip, shown } = stage();
    tip.show("", [0, 0]);
    tip.show("Glomerulus", [0, 0]);
    Object.defineProperties(shown() as HTMLElement, { offsetWidth: { value: 120 }, offsetHeight: { value: 24 } });
    tip.show("Glomerulus", [390, 290]);
    expect(shown()?.style.transform).toBe("translate(256px, 248px)");
    tip.show("Glomerulus", [20, 30]);
    expect(shown()?.style.transform).toBe("translate(34px, 48px)");
  });
});
