import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { findColours, listStyleSheets } from "./check-colours.ts";

const ROOT = `${import.meta.dirname}/..`;
const WEB_PALETTE = "apps/web/src/ui/palette.css";
const VIEWER_PALETTE = "packages/viewer/src/viewer-palette.css";
const read = (path: string) => readFileSync(`${ROOT}/${path}`, "utf8");

describe("colours in style sheets", () => {
  it.each(["#fff", "#B3A8F0", "#0008", "rgb(0 0 0 / 60%)", "rgba(0, 0, 0, 0.6)", "hsl(250 50% 50%)"])(
    "%s is rejected, with its line",
    (colour) => {
      const [breach, ...more] = findColours("apps/web/src/a.module.css", `.a {\n  border: 1px solid ${colour};\n}\n`);
      expect(breach).toContain("apps/web/src/a.module.css:2");
      expect(more).toEqual([]);
    },
  );

  it("tokens, comments and selectors are accepted", () => {
    const styles = "/* #fff */\n#add {\n  color: var(--pf-panel-text);\n}\n";
    expect(findColours("apps/web/src/a.module.css", styles)).toEqual([]);
  });

  it("a palette can contain colours", () => {
    expect(findColours(WEB_PALETTE, ":root { --pf-paper: #fff; }")).toEqual([]);
  });

  it("every token used by a style sheet is in the palette, and every token of the palette is used", () => {
    const sheets = ["apps", "packages"].flatMap((folder) => listStyleSheets(ROOT, folder)).map(read);
    const named = new Set(
      sheets.flatMap((styles) => [...styles.matchAll(/var\(\s*(--pf-[\w-]+)/g)].map(([, name]) => name)),
    );
    const defined = new Set([...read(WEB_PALETTE).matchAll(/^\s*(--pf-[\w-]+):/gm)].map(([, name]) => name));
    expect([...named].sort()).toEqual([...defined].sort());
  });

  it("the viewer's fallback values are those that the web sets", () => {
    const web = new Map(
      [...read(WEB_PALETTE).matchAll(/^\s*(--pf-[\w-]+): ([^;]+);/gm)].map(([, name, value]) => [name, value]),
    );
    const fallbacks = [...read(VIEWER_PALETTE).matchAll(/var\((--pf-[\w-]+), (.+)\);/g)].map(([, name, value]) => [
      name,
      value,
    ]);
    expect(fallbacks.length).toBeGreaterThan(5);
    // The accent follows the theme's primary colour, which the viewer alone does not know.
    for (const [name, value] of fallbacks)
      if (name !== "--pf-accent") expect([name, web.get(name ?? "")]).toEqual([name, value]);
  });
});
