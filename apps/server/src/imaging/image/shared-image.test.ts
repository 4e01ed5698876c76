import type { SlideInformation } from "@parfocal/core/image/image.contract.ts";
import { expect, it } from "vitest";
import type { ShownBy } from "#share-access/token-addresses.ts";
import { sharedSlideInformation } from "./shared-image.ts";

const stained = {
  tilesMapUrl: "/tiles/5/1/{z}/{x}/{y}",
  width: 700,
  planes: { channels: [{ name: "DAPI" }, { name: "HER2" }], depths: 3 },
} as unknown as SlideInformation;

const by = (hidesInformation: boolean) =>
  ({ share: { hides_slide_information: hidesInformation }, token: "1.abc" }) as unknown as ShownBy;

it("names channels, which are often named by their stain, by their numbers if information is hidden", () => {
  const namesOf = (hidesInformation: boolean) =>
    sharedSlideInformation(stained, by(hidesInformation)).planes?.channels.map(({ name }) => name);
  expect(namesOf(false)).toEqual(["DAPI", "HER2"]);
  expect(namesOf(true)).toEqual(["1", "2"]);
});

it("keeps the geometry, and the tiles carry the token", () => {
  expect(sharedSlideInformation(stained, by(true))).toMatchObject({
    width: 700,
    planes: { depths: 3 },
    tilesMapUrl: "/tiles/5/1/{z}/{x}/{y}?share=1.abc",
  });
  expect(stained.tilesMapUrl).not.toContain("share");
});
