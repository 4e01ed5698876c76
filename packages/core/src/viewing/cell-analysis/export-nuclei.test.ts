import { expect, it } from "vitest";
import { type Corrections, NO_CORRECTIONS } from "./corrections.ts";
import { NUCLEUS_HEADS, type NucleusTableTexts, nucleiAsCsv, nucleiAsGeoJson } from "./export-nuclei.ts";
import { packNuclei, type SlideNucleus, unpackNuclei } from "./packed-nuclei.ts";

const nucleus = (x: number, cellClass: SlideNucleus["cellClass"]): SlideNucleus => ({
  ...{ centroidPx: [x, 20], outlinePx: Float32Array.of(x - 1, 19, x + 1, 19, x, 22), areaSquareMicrometres: 40.25 },
  ...{ circularity: 0.5, hematoxylinMean: 0.75, dabMean: 0.25, intensityClass: 0, cellClass },
});
const NUCLEI = unpackNuclei(packNuclei([nucleus(10, "negative"), nucleus(30, "negative"), nucleus(50, "other")]));
const CORRECTIONS: Corrections = {
  removed: [0],
  changed: [{ nucleus: 1, cellClass: "positive" }],
  added: [{ at: [70, 80], cellClass: "negative" }],
};
const TEXTS: NucleusTableTexts = {
  heads: Object.fromEntries(NUCLEUS_HEADS.map((head) => [head, head])) as NucleusTableTexts["heads"],
  classes: { positive: "pos", negative: "neg", other: "=other" },
  ...{ found: "found", changed: "changed", added: "added" },
};

it("the table has the remaining, changed and added nuclei, and no formulas", () => {
  expect(nucleiAsCsv(NUCLEI, CORRECTIONS, { x: 0.5, y: 0.25 }, TEXTS).split("\r\n")).toEqual([
    "number,class,intensity,xUm,yUm,xPx,yPx,areaUm2,circularity,hematoxylin,dab,origin",
    "1,pos,0,15,5,30,20,40.25,0.5,0.75,0.25,changed",
    "2,'=other,0,25,5,50,20,40.25,0.5,0.75,0.25,found",
    "3,neg,,35,20,70,80,,,,,added",
    "",
  ]);
});

it("GeoJSON has closed outlines of detections with QuPath's classes", () => {
  const { features } = JSON.parse(nucleiAsGeoJson(NUCLEI, CORRECTIONS));
  expect(features).toHaveLength(3);
  expect(features[0]).toMatchObject({
    type: "Feature",
    geometry: {
      type: "Polygon",
      coordinates: [
        [
          [29, 19],
          [31, 19],
          [30, 22],
          [29, 19],
        ],
      ],
    },
    properties: { objectType: "detection", classification: { name: "Positive" } },
  });
  expect(features[0].properties.measurements["Nucleus: Area µm^2"]).toBe(40.25);
  expect(features[1].properties.classification).toBeUndefined();
  expect(features[2].geometry).toEqual({ type: "Point", coordinates: [70, 80] });
});

it("GeoJSON has cells with their nuclei if cells are outlined", () => {
  const cell = { ...nucleus(10, "positive"), cellOutlinePx: Float32Array.of(5, 15, 15, 15, 10, 28) };
  const { features } = JSON.parse(nucleiAsGeoJson(unpackNuclei(packNuclei([cell])), NO_CORRECTIONS));
  expect(features[0].properties.objectType).toBe("cell");
  expect(features[0].geometry.coordinates[0]).toHaveLength(4);
  expect(features[0].geometry.coordinates[0][0]).toEqual([5, 15]);
  expect(features[0].nucleusGeometry.coordinates[0][0]).toEqual([9, 19]);
});

it("without corrections all nuclei are included", () => {
  expect(JSON.parse(nucleiAsGeoJson(NUCLEI, NO_CORRECTIONS)).features).toHaveLength(3);
});
