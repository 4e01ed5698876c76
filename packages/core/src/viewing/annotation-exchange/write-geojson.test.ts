import { describe, expect, it } from "vitest";
import { exchanged } from "./testing/exchanged.ts";
import { featureOf } from "./write-geojson.ts";

describe("an annotation in QuPath's format", () => {
  it("has name, class, lock, measurements and a closed ring in slide pixels", () => {
    const measurement = { kind: "area", value: 2.5, unit: "mm²" } as const;
    expect(featureOf(exchanged({ measurement, userCanEdit: false, content: "Sclerosed" }))).toEqual({
      type: "Feature",
      id: "7",
      geometry: {
        type: "Polygon",
        coordinates: [
          [
            [10, 20],
            [110, 20],
            [110, 70],
            [10, 20],
          ],
        ],
      },
      properties: {
        objectType: "annotation",
        name: "A glomerulus",
        classification: { name: "A glomerulus", color: [91, 70, 196] },
        isLocked: true,
        measurements: { "Area µm^2": 2_500_000 },
        parfocal: {
          typeId: 211,
          type: "polygon",
          title: "A glomerulus",
          content: "Sclerosed",
          link: "",
          zoom: null,
          includeMeasurement: false,
          order: 1,
          author: "Eva Expert",
          authorKind: "expert",
          createdAt: "2026-01-02T03:04:05.000Z",
          updatedAt: "2026-02-03T04:05:06.000Z",
        },
      },
    });
  });
  const measured = [
    [{ kind: "length", value: 7, unit: "µm" }, { "Length µm": 7 }],
    [{ kind: "length", value: 1.25, unit: "mm" }, { "Length µm": 1250 }],
    [{ kind: "area", value: 7, unit: "µm²" }, { "Area µm^2": 7 }],
    [null, {}],
  ] as const;
  for (const [measurement, measurements] of measured) {
    it(`reports ${JSON.stringify(measurement)} in µm`, () =>
      expect(featureOf(exchanged({ measurement }))).toMatchObject({ properties: { measurements } }));
  }
  it("has no class without a title, and contains the kind of its author", () => {
    const written = featureOf(exchanged({ title: "", content: "Text", isStudent: true }));
    expect(written).toMatchObject({ properties: { name: "", isLocked: false, parfocal: { authorKind: "student" } } });
    expect(JSON.stringify(written)).not.toContain("classification");
  });
});
