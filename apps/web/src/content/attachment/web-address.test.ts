import { expect, it } from "vitest";
import { isWebAddress } from "./web-address.ts";

const rows: [text: string, isOne: boolean][] = [
  ["https://atlas.example.org/a b", false],
  ["https://atlas.example.org/a", true],
  [" http://atlas.example.org ", true],
  ["ftp://atlas.example.org", false],
  ["javascript:alert(1)", false],
  ["https://", false],
  ["", false],
];
for (const [text, isOne] of rows) it(JSON.stringify(text), () => expect(isWebAddress(text)).toBe(isOne));
