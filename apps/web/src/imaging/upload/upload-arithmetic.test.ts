import { describe, expect, it } from "vitest";
import {
  chunkLength,
  createRateMeter,
  type Duration,
  missingChunks,
  receivedBytes,
  roughDuration,
  timeLeftS,
} from "./upload-arithmetic.ts";

describe("chunks", () => {
  it("are missing if the server does not have them, in order", () => {
    expect(missingChunks(6, [4, 0, 1])).toEqual([2, 3, 5]);
    expect(missingChunks(2, [0, 1])).toEqual([]);
  });

  const lengths: [bytes: number, number: number, expected: number][] = [
    [10, 0, 4],
    [10, 2, 2],
    [8, 1, 4],
    [8, 2, 0],
    [3, 0, 3],
  ];
  for (const [bytes, number, expected] of lengths) {
    it(`number ${number} of ${bytes} bytes in chunks of four has ${expected}`, () => {
      expect(chunkLength(bytes, 4, number)).toBe(expected);
    });
  }

  it("are added up with the shorter last one", () => expect(receivedBytes(10, 4, [0, 2])).toBe(6));
});

describe("rate and remaining time", () => {
  it("are not estimated within the first second", () => {
    const meter = createRateMeter();
    meter.note(0, 0);
    meter.note(900, 9_000_000);
    expect(meter.rate(900)).toBeNull();
  });

  it("is bytes over time", () => {
    const meter = createRateMeter();
    meter.note(0, 1_000_000);
    meter.note(2000, 5_000_000);
    expect(meter.rate(2000)).toBe(2_000_000);
  });

  it("ignores older rates", () => {
    const meter = createRateMeter();
    meter.note(0, 0);
    meter.note(1000, 100_000_000);
    meter.note(10_000, 100_000_000);
    meter.note(12_000, 102_000_000);
    expect(meter.rate(12_000)).toBe(1_000_000);
  });

  it("falls while nothing is sent", () => {
    const meter = createRateMeter();
    meter.note(0, 0);
    meter.note(2000, 2000);
    expect(meter.rate(4000)).toBe(500);
  });

  it("is unknown without a rate", () => {
    expect(timeLeftS(100, null)).toBeNull();
    expect(timeLeftS(100, 0)).toBeNull();
    expect(timeLeftS(101, 50)).toBe(3);
  });

  const spoken: [seconds: number, expected: Duration][] = [
    [0, { unit: "seconds", count: 1 }],
    [7, { unit: "seconds", count: 7 }],
    [42, { unit: "seconds", count: 45 }],
    [58, { unit: "minutes", count: 1 }],
    [150, { unit: "minutes", count: 3 }],
    [3570, { unit: "hours", hours: 1, minutes: 0 }],
    [5400, { unit: "hours", hours: 1, minutes: 30 }],
  ];
  for (const [seconds, expected] of spoken) {
    it(`${seconds} s is formatted as ${JSON.stringify(expected)}`, () =>
      expect(roughDuration(seconds)).toEqual(expected));
  }
});
