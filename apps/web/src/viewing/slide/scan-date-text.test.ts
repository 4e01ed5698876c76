import { expect, it } from "vitest";
import { scanDateText } from "./scan-date-text.ts";

const cases: [iso: string, text: string][] = [
  ["2009-12-29T09:59:15", "29.12.2009, 09:59"],
  ["2009-12-29", "29.12.2009"],
  ["not a date", "not a date"],
];
for (const [iso, text] of cases) it(`${iso}: ${text}`, () => expect(scanDateText("de", iso)).toBe(text));
