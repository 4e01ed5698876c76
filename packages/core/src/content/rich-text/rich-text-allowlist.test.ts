import { describe, expect, it } from "vitest";
import { isSafeLink, isSitePicture } from "./rich-text-address.ts";
import { allowedAttribute, allowedStyle, EDITOR_FONT_SIZES_PX } from "./rich-text-allowlist.ts";

describe("a font size", () => {
  for (const size of EDITOR_FONT_SIZES_PX)
    it(`${size} px is available in the editor`, () =>
      expect(allowedStyle(`font-size:${size}px`)).toBe(`font-size: ${size}px`));
  for (const size of ["9px", "100px", "2em", "calc(1px)", "18px !important", "36"])
    it(`${size} is rejected`, () => expect(allowedStyle(`font-size: ${size}`)).toBe(""));
});

const styles: [style: string, allowed: string][] = [
  ["color: #ff0000; position: fixed; text-align:center", "color: #ff0000; text-align: center"],
  ["COLOR: Red", "color: Red"],
  ["background-color: rgb(1, 2, 3)", "background-color: rgb(1, 2, 3)"],
  ["background: url(https://evil.example/x.png)", ""],
  ["color: expression(alert(1))", ""],
  ["color: red; behavior: url(#x)", "color: red"],
  ["width: 100vw; z-index: 99999", ""],
  ["constructor: red; __proto__: red", ""],
  ["font-size: 12px} * {color: red", ""],
  ["", ""],
];
describe("a style keeps only what the editor can produce", () => {
  for (const [style, allowed] of styles) it(style, () => expect(allowedStyle(style)).toBe(allowed));
});

const links: [address: string, isSafe: boolean][] = [
  ["https://atlas.example.org/kidney?x=1#y", true],
  ["http://atlas.example.org", true],
  ["HTTPS://atlas.example.org", true],
  ["mailto:teacher@example.org", true],
  ["/s1/course2/i9/", true],
  ["/", true],
  ["//evil.example/", false],
  ["/\\evil.example/", false],
  ["https:/\\evil.example", false],
  ["javascript:alert(1)", false],
  [" javascript:alert(1)", false],
  ["java\nscript:alert(1)", false],
  ["/\tjavascript:alert(1)", false],
  ["data:text/html,<script>", false],
  ["vbscript:x", false],
  ["file:///etc/passwd", false],
  ["blob:https://x/1", false],
  ["https://", false],
  ["relative/path", false],
  ["", false],
  [`https://x/${"a".repeat(2_000)}`, false],
];
describe("a link", () => {
  for (const [address, isSafe] of links)
    it(`${JSON.stringify(address.slice(0, 40))}: ${isSafe ? "allowed" : "rejected"}`, () =>
      expect(isSafeLink(address)).toBe(isSafe));
});

const pictures: [address: string, isSameOrigin: boolean][] = [
  ["/tiles/5/2/thumbnail", true],
  ["/api/v2/attachment/12/file", true],
  ["/tiles/5/thumbnail/3?share=1.abc", true],
  [`/api/v2/media/12/${"a1".repeat(22)}/file`, true],
  [`/api/v2/media/12/${"a1".repeat(22)}/thumbnail`, true],
  [`/api/v2/media/12/${"a1".repeat(22)}/thumbnail?share=1.abc`, true],
  [`/api/v2/media/12/${"a1".repeat(22)}`, false],
  [`/api/v2/media/12/${"a1".repeat(21)}/file`, false],
  ["/api/v2/media/12/file", false],
  ["/api/v2/media/12/thumbnail", false],
  ["/api/v2/media/12", false],
  ["/api/v2/media/12/usage", false],
  ["/api/v2/media/x/file", false],
  ["/api/v2/media/0/file", false],
  ["/api/v2/media/12/file/../../session", false],
  ["/api/v2/document/12/file", false],
  ["https://evil.example/pixel.gif", false],
  ["//evil.example/pixel.gif", false],
  ["/tiles/../api/session", false],
  ["/api/session", false],
  ["data:image/svg+xml,<svg onload=alert(1)>", false],
  ["", false],
];
describe("an image", () => {
  for (const [address, isSameOrigin] of pictures)
    it(`${address}: ${isSameOrigin ? "of this site" : "not of this site"}`, () =>
      expect(isSitePicture(address)).toBe(isSameOrigin));
});

describe("an attribute", () => {
  it("of a disallowed element is removed", () => {
    expect(allowedAttribute("script", "src", "/tiles/5/2/thumbnail")).toBeNull();
    expect(allowedAttribute("constructor", "style", "color: red")).toBeNull();
  });
  it("not allowed on the element is removed", () => {
    expect(allowedAttribute("p", "onclick", "alert(1)")).toBeNull();
    expect(allowedAttribute("p", "href", "/")).toBeNull();
    expect(allowedAttribute("a", "target", "_top")).toBeNull();
    expect(allowedAttribute("p", "id", "root")).toBeNull();
  });
  it("is checked by its rule", () => {
    expect(allowedAttribute("a", "href", "javascript:alert(1)")).toBeNull();
    expect(allowedAttribute("img", "width", "120")).toBe("120");
    expect(allowedAttribute("img", "width", "100%")).toBeNull();
    expect(allowedAttribute("td", "colspan", "2")).toBe("2");
    expect(allowedAttribute("img", "alt", "A <b> glomerulus")).toBe("A <b> glomerulus");
  });
});
