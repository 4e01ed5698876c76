// @vitest-environment happy-dom
import { afterEach, expect, it } from "vitest";
import { panelKeyOf } from "./panel-keys.ts";

const press = (key: string, target: Element, modifiers: object = {}) =>
  panelKeyOf({ key, ctrlKey: false, metaKey: false, altKey: false, target, ...modifiers });

function element(html: string): Element {
  document.body.innerHTML = html;
  return document.body.firstElementChild as Element;
}
afterEach(() => {
  document.body.innerHTML = "";
});

it("returns a letter as a capital", () => expect(press("c", element("<div></div>"))).toBe("C"));
for (const html of ["<button>x</button>", '<input type="checkbox">', '<span role="slider"></span>'])
  it(`acts on ${html}`, () => expect(press("1", element(html))).toBe("1"));
for (const html of ['<input type="text">', "<input>", "<textarea></textarea>", "<select></select>"])
  it(`types in ${html}`, () => expect(press("1", element(html))).toBeNull());
it("with Ctrl is left to the browser", () => expect(press("c", element("<div></div>"), { ctrlKey: true })).toBeNull());
