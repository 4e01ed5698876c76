import { NEUTRAL_COLOUR } from "@parfocal/core/item/colour-adjustment.ts";
import { createShare } from "@parfocal/core/share/share.contract.ts";
import { expect, it } from "vitest";
import type { ChannelSettings } from "./channel-settings.ts";
import { sharedSlide } from "./shared-slide.ts";

const COLOUR = { ...NEUTRAL_COLOUR, contrast: 120 };
const VIEWER = {
  getView: () => ({ center: [30.5, 40] as const, zoom: 2.5, rotationDeg: 45 }),
  getColour: () => COLOUR,
  getPlane: () => ({ depth: 2, time: 1 }),
};
const CHANNELS: ChannelSettings = {
  channels: [{ isShown: false, colour: "#FF00ff", window: { min: 1, max: 900 }, gamma: 2 }],
  isAloneGrey: true,
};
const PLANES = { channels: [], sampleBits: 16, depths: 5, depthSpacingUm: null, times: 2 };
const imageWith = (planes: object | null) => ({ id: 9, title: "Kidney", slideInformation: { planes } }) as never;

it("a link stores the current state: view, rotation, colours, channels and plane, as the call accepts them", () => {
  const { view, title, ...rest } = sharedSlide(imageWith(PLANES), VIEWER, CHANNELS);
  expect(title).toBe("Kidney");
  expect(view).toEqual({
    center: [30.5, 40],
    zoom: 2.5,
    rotation: 45,
    viewSettings: {
      colour: COLOUR,
      channels: {
        channels: [{ isShown: false, colour: "#ff00ff", window: { min: 1, max: 900 }, gamma: 2 }],
        isAloneGrey: true,
      },
      plane: { depth: 2, time: 1 },
    },
  });
  expect(createShare.body.safeParse({ ...rest, ...view }).success).toBe(true);
});

it("of an ordinary slide contains neither channels nor a plane", () => {
  const { view } = sharedSlide(imageWith(null), VIEWER, null);
  expect(view?.viewSettings).toEqual({ colour: COLOUR, channels: null, plane: null });
});
