import { describe, expect, it } from "vitest";
import {
  type ChannelSettings,
  firstSettings,
  parseChannelSettings,
  shownChannels,
  withChannel,
  withNextSolo,
  withSolo,
} from "./channel-settings.ts";

const channel = (name: string, colour: string) => ({ name, colour, window: { min: 10, max: 4000 } });
const PLANES = {
  channels: [channel("DAPI", "#0000ff"), channel("FITC", "#00ff00"), channel("TRITC", "#ff0000")],
  sampleBits: 16,
  depths: 5,
  depthSpacingUm: 1,
  times: 1,
} as const;
const FIRST = firstSettings({ ...PLANES, channels: [...PLANES.channels] });
const planes = { ...PLANES, channels: [...PLANES.channels] };

const shown = ({ channels }: ChannelSettings) => channels.map(({ isShown }) => (isShown ? 1 : 0)).join("");

describe("channels", () => {
  it("start as stored in the file", () => {
    expect(shown(FIRST)).toBe("111");
    expect(shownChannels(FIRST).map(({ colour }) => colour)).toEqual(["#0000ff", "#00ff00", "#ff0000"]);
  });

  it("a single visible one can be grey, and keeps its own colour for later", () => {
    const alone = withSolo(FIRST, 1);
    expect(shownChannels(alone)[1]?.colour).toBe("#ffffff");
    expect(alone.channels[1]?.colour).toBe("#00ff00");
    expect(shownChannels({ ...alone, isAloneGrey: false })[1]?.colour).toBe("#00ff00");
  });

  it("solo shows one, and all when it is repeated", () => {
    expect(shown(withSolo(FIRST, 2))).toBe("001");
    expect(shown(withSolo(withSolo(FIRST, 2), 0))).toBe("100");
    expect(shown(withSolo(withSolo(FIRST, 2), 2))).toBe("111");
  });

  it("are shown one after the other, then all", () => {
    let settings = FIRST;
    const seen = Array.from({ length: 5 }, () => {
      settings = withNextSolo(settings);
      return shown(settings);
    });
    expect(seen).toEqual(["100", "010", "001", "111", "100"]);
  });

  it("a single one stays visible", () => {
    const single = { ...FIRST, channels: FIRST.channels.slice(0, 1) };
    expect(shown(withNextSolo(single))).toBe("1");
  });
});

describe("stored channel settings", () => {
  const changed = withChannel(FIRST, 1, {
    isShown: false,
    colour: "#e69f00",
    window: { min: 0, max: 65_535 },
    gamma: 2,
  });

  it("are restored unchanged", () => expect(parseChannelSettings(JSON.stringify(changed), planes)).toEqual(changed));

  const wrong: [name: string, text: string | null][] = [
    ["nothing", null],
    ["no JSON", "{"],
    ["null", "null"],
    ["another number of channels", JSON.stringify({ ...changed, channels: changed.channels.slice(1) })],
    ["a value beyond 16 bits", JSON.stringify(withChannel(FIRST, 0, { window: { min: 0, max: 65_536 } }))],
    ["a reversed display range", JSON.stringify(withChannel(FIRST, 0, { window: { min: 9, max: 8 } }))],
    ["an invalid colour", JSON.stringify(withChannel(FIRST, 0, { colour: "red;}" }))],
    ["an invalid gamma", JSON.stringify(withChannel(FIRST, 0, { gamma: 0 }))],
  ];
  for (const [name, text] of wrong) {
    it(`${name}: ignored`, () => expect(parseChannelSettings(text, planes)).toBeNull());
  }
});
