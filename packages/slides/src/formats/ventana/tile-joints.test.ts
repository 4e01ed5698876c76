import { expect, it } from "vitest";
import { takeOutJoints } from "./tile-joints.ts";

const TILE = { width: 100, height: 80 };
const joint = (attributes: string) => `<TileJointInfo FlagJoined="1" ${attributes}/>`;

it("sums up overlaps by area and direction, and leaves the rest of the XML", () => {
  const counted = [
    joint('Confidence="100" Direction="RIGHT" OverlapX="8" OverlapY="50"'),
    joint(`OverlapX = '-4' Direction="LEFT" Confidence='50'`),
    joint('Confidence="10" Direction="UP" OverlapX="50" OverlapY="3"').replace("/>", "></TileJointInfo>"),
  ];
  const passedOver = [
    joint('Confidence="0" Direction="RIGHT" OverlapX="8"'),
    joint('Confidence="98" Direction="RIGHT" OverlapX="101"'),
    joint('Confidence="98" Direction="RIGHT" OverlapX="8.5"'),
    joint('Confidence="98" Direction="RIGHT"'),
    joint('Confidence="1000" Direction="DOWN" OverlapY="3"'),
    joint('Direction="UP" OverlapY="3"'),
  ];
  const xml = `<a>${joint('Confidence="9" Direction="UP" OverlapY="3"')}<ImageInfo n="1">${counted.join(" ")}</ImageInfo><ImageInfo>${passedOver.join("")}</ImageInfo></a>`;
  expect(takeOutJoints(xml, TILE)).toEqual({
    rest: '<a><ImageInfo n="1">  </ImageInfo><ImageInfo></ImageInfo></a>',
    sums: [
      { x: { sum: 600, weight: 150 }, y: { sum: 30, weight: 10 } },
      { x: { sum: 0, weight: 0 }, y: { sum: 0, weight: 0 } },
    ],
  });
});
