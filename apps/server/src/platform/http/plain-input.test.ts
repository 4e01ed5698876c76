import { Readable } from "node:stream";
import { AppError } from "@parfocal/core/errors.ts";
import { describe, expect, it } from "vitest";
import { assertPlainInput, INPUT_MAX_DEPTH } from "./plain-input.ts";

const nested = (depth: number, isObject = false): unknown => {
  let value: unknown = isObject ? {} : [];
  for (let level = 1; level < depth; level += 1) value = isObject ? { in: value } : [value];
  return value;
};

function failureOf(input: unknown): AppError | null {
  try {
    assertPlainInput(input, "body");
    return null;
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
}

describe("is accepted", () => {
  for (const [what, input] of [
    ["nothing", undefined],
    ["a number", 1.5],
    ["an emoji, which is a whole surrogate pair", { title: "🔬" }],
    ["control characters other than NUL", "a\tb\u0001"],
    [`arrays nested ${INPUT_MAX_DEPTH} deep`, nested(INPUT_MAX_DEPTH)],
    [`objects nested ${INPUT_MAX_DEPTH} deep`, nested(INPUT_MAX_DEPTH, true)],
    ["an object without a prototype", Object.assign(Object.create(null), { q: "kidney" })],
  ] as const)
    it(what, () => expect(failureOf(input)).toBeNull());
});

describe("is rejected, with the problem and its position", () => {
  for (const [what, input, code] of [
    ["a high surrogate alone", { title: "a\ud83d" }, "title.notStorable"],
    ["a low surrogate alone", { tabs: [{ title: "\ude00" }] }, "tabs.0.title.notStorable"],
    ["NUL", ["a", "b\0"], "1.notStorable"],
    ["a text as the whole", "\0", "body.notStorable"],
    ["NUL in a key", { "a\0": 1 }, "body.notStorable"],
    ["half a pair in a key of an inner object", { measurement: { "\ud800": 1 } }, "measurement.notStorable"],
    [`arrays nested ${INPUT_MAX_DEPTH + 1} deep`, nested(INPUT_MAX_DEPTH + 1), "body.tooDeep"],
    [`objects nested ${INPUT_MAX_DEPTH + 1} deep`, nested(INPUT_MAX_DEPTH + 1, true), "body.tooDeep"],
    ["arrays nested 500,000 deep", nested(500_000), "body.tooDeep"],
    ["a stream", Readable.from(["a"]), "body.notJson"],
  ] as const)
    it(what, () => {
      const failure = failureOf(input);
      expect(failure?.kind).toBe("invalid");
      expect(failure?.message).toMatch(/^The .*\.$/);
      expect(failure?.message.isWellFormed()).toBe(true);
      expect(failure?.codes).toEqual([code]);
    });

  it("a path of long names is truncated in the response", () => {
    const failure = failureOf({ ["x".repeat(10_000)]: { inner: "\0" } });
    expect(failure?.message.length).toBeLessThan(300);
  });
});
