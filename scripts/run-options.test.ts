import { describe, expect, it } from "vitest";
import { parseRunOptions } from "./run-options.ts";

const CASES: [words: string, parts: string][] = [
  ["", "checks unitTests journeys labs"],
  ["--without-journeys", "checks unitTests"],
  ["--only-journeys", "journeys"],
  ["upload", "unitTests"],
  ["--only-journeys tree", "journeys"],
  ["--changed", "checks unitTests journeys changed"],
  ["--changed --without-journeys", "checks unitTests changed"],
  ["--strict --stress", "checks unitTests journeys labs strict stress"],
  ["--only-journeys --strict", "journeys strict"],
  ["--repeat 10 tree", "journeys"],
];

describe("the arguments of npm test", () => {
  for (const [words, parts] of CASES) {
    it(`${words || "none"}: ${parts}`, () => {
      const options = parseRunOptions(words.split(" ").filter(Boolean));
      const wanted = Object.entries(options).flatMap(([name, value]) => (value === true ? [name] : []));
      expect(wanted.join(" ")).toBe(parts);
    });
  }

  it("repeat the named journeys", () => {
    expect(parseRunOptions(["--repeat", "10", "--stress", "tree"])).toMatchObject({
      repeat: 10,
      stress: true,
      filters: ["tree"],
    });
    expect(parseRunOptions([]).repeat).toBe(1);
  });

  const refused: [words: string, why: RegExp][] = [
    ["--repeat 10", /requires a journey/],
    ["--repeat many tree", /number of runs/],
    ["--repeat 0 tree", /number of runs/],
    ["--changed tree", /Omit the names/],
    ["--only-journeys --without-journeys", /exclude each other/],
    ["--strict tree", /journeys only/],
    ["--stress --without-journeys", /journeys only/],
    ["--sloppy", /sloppy/],
  ];
  for (const [words, why] of refused)
    it(`${words} is rejected`, () => expect(() => parseRunOptions(words.split(" "))).toThrow(why));
});
