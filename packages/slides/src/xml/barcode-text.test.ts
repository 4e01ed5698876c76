import { describe, expect, it } from "vitest";
import { processorMs } from "../testing/processor-ms.ts";
import { barcodeText } from "./barcode-text.ts";

describe("barcodeText", () => {
  const cases: [what: string, field: string, text: string][] = [
    ["base64, padded with zeros", Buffer.from("S26-1234\0\0\0\0").toString("base64"), "S26-1234"],
    ["plain", "S26-1234/A", "S26-1234/A"],
    ["base64 of binary data", "AAEC", "AAEC"],
    ["nothing", "", ""],
  ];
  for (const [what, field, text] of cases) it(what, () => expect(barcodeText(field)).toBe(text));

  it("endless zeros are parsed quickly", () => {
    const field = Buffer.concat([Buffer.alloc(3_000_000), Buffer.from("x")]).toString("base64");
    const start = processorMs();
    expect(barcodeText(field)).toBe(field);
    expect(processorMs() - start).toBeLessThan(1000);
  });
});
