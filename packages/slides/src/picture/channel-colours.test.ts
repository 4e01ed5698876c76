import { describe, expect, it } from "vitest";
import { type ChannelFacts, coloursOf, DISTINCT_COLOURS } from "./channel-colours.ts";

const channel = (facts: Partial<ChannelFacts> = {}): ChannelFacts => ({
  name: "",
  fluor: "",
  emissionNm: null,
  colour: null,
  ...facts,
});
const WHITE = { colour: "#ffffff" };

describe("coloursOf", () => {
  const cases: [what: string, channels: ChannelFacts[], expected: string[]][] = [
    ["the file's own", [channel({ colour: "#123456" }), channel({ colour: "#00ff00" })], ["#123456", "#00ff00"]],
    [
      "by dye, as name or as fluor",
      [channel({ name: "DAPI" }), channel({ fluor: "Alexa Fluor 647" })],
      ["#0080ff", "#ff00ff"],
    ],
    ["by wavelength", [channel({ emissionNm: 461 }), channel({ emissionNm: 519 })], ["#0080ff", "#00ff00"]],
    ["far red is magenta", [channel({ emissionNm: 780 }), channel({ emissionNm: 600 })], ["#ff00ff", "#ff8000"]],
    [
      "white with several channels is ignored",
      [channel(WHITE), channel({ ...WHITE, name: "FITC" })],
      [DISTINCT_COLOURS[0], "#00ff00"],
    ],
    [
      "a dye overrides white, the file's colour overrides the dye",
      [channel({ colour: "#ff0000", name: "DAPI" }), channel()],
      ["#ff0000", DISTINCT_COLOURS[0]],
    ],
    ["a single channel without colour is white", [channel({ name: "DAPI" })], ["#ffffff"]],
    ["a single channel with its colour", [channel({ colour: "#0000ff" })], ["#0000ff"]],
    [
      "black cannot be seen",
      [channel({ colour: "#000000" }), channel({ name: "gfp" })],
      [DISTINCT_COLOURS[0], "#00ff00"],
    ],
    [
      "an assigned colour is not reused",
      [channel({ colour: DISTINCT_COLOURS[0] }), channel()],
      [DISTINCT_COLOURS[0], DISTINCT_COLOURS[1]],
    ],
  ];
  for (const [what, channels, expected] of cases) {
    it(what, () => {
      expect(coloursOf(channels)).toEqual(expected);
    });
  }

  it("are assigned to any number of channels", () => {
    const colours = coloursOf(Array.from({ length: 40 }, () => channel()));
    expect(colours).toHaveLength(40);
    expect(new Set(colours)).toEqual(new Set(DISTINCT_COLOURS));
  });
});
