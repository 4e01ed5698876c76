/** Points and areas against regions, with the expected results of JTS and GEOS (their tests are not copied here). */
import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { containsPoint, distanceToOutlineUm, type Rings } from "./contains-point.ts";
import { overlapPx2 } from "./overlap-area.ts";
import { type Shape, verticesOf } from "./shape.ts";
import type { SlidePoint } from "./slide-point.ts";
import { parseWkt } from "./wkt.ts";

const FOLDER = new URL("../../../../../shared/data/geo/geos_xmltester_general/", import.meta.url);
const PIXEL = { x: 1, y: 1 };
const EPSILON_PX2 = 1e-6;

interface Case {
  readonly title: string;
  readonly a: Shape;
  readonly b: Shape;
  readonly text: string;
}

function casesOf(name: string): Case[] {
  const read = (text: string, side: "a" | "b") =>
    parseWkt(new RegExp(`<${side}>([\\s\\S]*?)</${side}>`).exec(text)?.[1]?.replace(/\s+/g, " ").trim() ?? "");
  return [...readFileSync(new URL(name, FOLDER), "utf8").matchAll(/<case>([\s\S]*?)<\/case>/g)].flatMap(
    ([, text = ""]) => {
      const [a, b] = [read(text, "a"), read(text, "b")];
      const title = /<desc>([\s\S]*?)<\/desc>/.exec(text)?.[1]?.trim() ?? "";
      return a.ok && b.ok ? [{ title, a: a.shape, b: b.shape, text }] : [];
    },
  );
}

/** Rows: interior, boundary and exterior of A; columns: of B; each cell: the dimension of their intersection. */
const relationOf = ({ text }: Case): string => /name="relate" arg3="([^"]{9})"/.exec(text)?.[1] ?? "";

function ringsOf(shape: Shape): Rings | null {
  if (shape.kind === "polygon") return shape.rings;
  return shape.kind === "multiPolygon" ? shape.polygons.flat() : null;
}

const placeOf = (rings: Rings, point: SlidePoint): "interior" | "boundary" | "exterior" => {
  if (distanceToOutlineUm(rings, point, PIXEL) === 0) return "boundary";
  return containsPoint(rings, point) ? "interior" : "exterior";
};

describe.skipIf(!existsSync(FOLDER))("regions (needs ../shared/data/geo)", () => {
  it("classify points as inside, on the outline or outside, as in TestRelatePA.xml", () => {
    let compared = 0;
    for (const one of casesOf("TestRelatePA.xml")) {
      const rings = ringsOf(one.b);
      const relation = relationOf(one);
      if (!rings || relation === "") continue;
      compared += 1;
      const places = new Set(verticesOf(one.a).map((point) => placeOf(rings, point)));
      const [interior, boundary, exterior] = relation;
      const expected = { interior, boundary, exterior };
      for (const [place, dimension] of Object.entries(expected))
        expect(places.has(place as "interior"), `${one.title}: ${place}`).toBe(dimension === "0");
    }
    expect(compared).toBeGreaterThan(5);
  });

  it("have the intersection and difference areas of TestRelateAA.xml", () => {
    let compared = 0;
    for (const one of casesOf("TestRelateAA.xml")) {
      const [a, b] = [ringsOf(one.a), ringsOf(one.b)];
      const relation = relationOf(one);
      if (!a || !b || relation === "") continue;
      compared += 1;
      const { first, second, common } = overlapPx2(a, b);
      const found = [common, first - common, second - common].map((area) => area > EPSILON_PX2);
      expect(found, one.title).toEqual([relation[0], relation[2], relation[6]].map((dimension) => dimension === "2"));
    }
    expect(compared).toBeGreaterThan(10);
  });

  it("have the distances from points of TestDistance.xml", () => {
    let compared = 0;
    for (const one of casesOf("TestDistance.xml")) {
      const rings = ringsOf(one.b);
      const [point] = verticesOf(one.a);
      const distance = /name="distance"[^>]*>\s*([\d.]+)/.exec(one.text)?.[1];
      if (!rings || one.a.kind !== "point" || !point || distance === undefined) continue;
      compared += 1;
      const found = containsPoint(rings, point) ? 0 : distanceToOutlineUm(rings, point, PIXEL);
      expect(found, one.title).toBeCloseTo(Number(distance), 9);
    }
    expect(compared).toBeGreaterThan(0);
  });
});
