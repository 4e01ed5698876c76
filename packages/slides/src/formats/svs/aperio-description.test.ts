import { describe, expect, it } from "vitest";
import { processorMs } from "../../testing/processor-ms.ts";
import { aperioPictureName } from "./aperio-description.ts";

describe("aperioPictureName", () => {
  const cases: [what: string, description: string, name: string][] = [
    ["a label", "Aperio Image Library v10\r\nlabel 387x463", "label"],
    ["a macro, in capitals", "Aperio Image Library\nMacro 1280x431", "macro"],
    ["a line without a name", "Aperio Image Library\r\n150x110 [0,0 150x110]", ""],
    ["one line", "Aperio Image Library label", ""],
  ];
  for (const [what, description, name] of cases) {
    it(`${what}: "${name}"`, () => expect(aperioPictureName(description)).toBe(name));
  }

  it("endless line breaks are parsed quickly", () => {
    const start = processorMs();
    expect(aperioPictureName(`Aperio${"\n".repeat(1_000_000)}`)).toBe("");
    expect(processorMs() - start).toBeLessThan(1000);
  });
});
