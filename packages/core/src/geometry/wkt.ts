/**
 * Well-known text, the form of annotations in the database and on the wire: slide pixels, y down.
 *
 * Source: OGC 06-103r4, section 7 (two-dimensional subset: POINT, LINESTRING, POLYGON and their MULTI forms). Limits:
 * reliability rule D-10 (256 KiB, 20,000 points, finite numbers, closed rings).
 */
import type { Shape } from "./shape.ts";
import { verticesOf } from "./shape.ts";
import type { SlidePoint } from "./slide-point.ts";

export const WKT_MAX_CHARACTERS = 262_144;
export const WKT_MAX_POINTS = 20_000;

type WktResult =
  | { readonly ok: true; readonly shape: Shape }
  /** `problem` is a user-facing message. */
  | { readonly ok: false; readonly problem: string };

class WktProblem extends Error {}

const NUMBER = /[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?/y;
const WORD = /[A-Za-z]+/y;

class WktReader {
  readonly #text: string;
  #at = 0;
  #points = 0;

  constructor(text: string) {
    this.#text = text;
  }

  skipBlanks(): void {
    while (this.#at < this.#text.length && /\s/.test(this.#text.charAt(this.#at))) this.#at += 1;
  }

  isAt(character: string): boolean {
    this.skipBlanks();
    return this.#text.charAt(this.#at) === character;
  }

  take(character: string): void {
    if (!this.isAt(character))
      throw new WktProblem(`Expected "${character}" at character ${this.#at + 1} of the geometry.`);
    this.#at += 1;
  }

  word(): string {
    return this.#match(WORD, "a word").toUpperCase();
  }

  number(): number {
    const value = Number(this.#match(NUMBER, "a number"));
    if (!Number.isFinite(value)) throw new WktProblem("The geometry has a coordinate that is not finite.");
    return value;
  }

  #match(pattern: RegExp, what: string): string {
    this.skipBlanks();
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text);
    if (!found) throw new WktProblem(`Expected ${what} at character ${this.#at + 1} of the geometry.`);
    this.#at = pattern.lastIndex;
    return found[0];
  }

  point(): SlidePoint {
    this.#points += 1;
    if (this.#points > WKT_MAX_POINTS) throw new WktProblem(`The geometry has more than ${WKT_MAX_POINTS} points.`);
    return [this.number(), this.number()];
  }

  /** "(item, item, …)" */
  list<Item>(item: () => Item): Item[] {
    this.take("(");
    const items = [item()];
    while (this.isAt(",")) {
      this.take(",");
      items.push(item());
    }
    this.take(")");
    return items;
  }

  end(): void {
    this.skipBlanks();
    if (this.#at < this.#text.length)
      throw new WktProblem(`Unexpected text after the geometry, at character ${this.#at + 1}.`);
  }
}

function readPath(reader: WktReader): SlidePoint[] {
  const path = reader.list(() => reader.point());
  if (path.length < 2) throw new WktProblem("A line needs at least two points.");
  return path;
}

function readRing(reader: WktReader): SlidePoint[] {
  const ring = reader.list(() => reader.point());
  const first = ring[0] as SlidePoint;
  const last = ring.at(-1) as SlidePoint;
  if (ring.length < 4) throw new WktProblem("A polygon needs at least three corners.");
  if (first[0] !== last[0] || first[1] !== last[1]) throw new WktProblem("The outline of a polygon is not closed.");
  return ring.slice(0, -1);
}

const readRings = (reader: WktReader) => reader.list(() => readRing(reader));

/** `MULTIPOINT ((1 2), (3 4))` and the older `MULTIPOINT (1 2, 3 4)` are both in use. */
function readLoosePoint(reader: WktReader): SlidePoint {
  if (!reader.isAt("(")) return reader.point();
  reader.take("(");
  const point = reader.point();
  reader.take(")");
  return point;
}

const READERS: Readonly<Record<string, (reader: WktReader) => Shape>> = {
  POINT: (reader) => ({ kind: "point", point: readLoosePoint(reader) }),
  LINESTRING: (reader) => ({ kind: "line", path: readPath(reader) }),
  POLYGON: (reader) => ({ kind: "polygon", rings: readRings(reader) }),
  MULTIPOINT: (reader) => ({ kind: "multiPoint", points: reader.list(() => readLoosePoint(reader)) }),
  MULTILINESTRING: (reader) => ({ kind: "multiLine", paths: reader.list(() => readPath(reader)) }),
  MULTIPOLYGON: (reader) => ({ kind: "multiPolygon", polygons: reader.list(() => readRings(reader)) }),
};

/** Parses one geometry. Returns the problem instead of throwing, since the text is untrusted. */
export function parseWkt(text: string): WktResult {
  if (text.length > WKT_MAX_CHARACTERS) return { ok: false, problem: "The geometry is longer than 256 KiB." };
  const reader = new WktReader(text);
  try {
    const word = reader.word();
    const read = Object.hasOwn(READERS, word) ? READERS[word] : undefined;
    if (!read) return { ok: false, problem: `"${word.slice(0, 40)}" is not a supported geometry type.` };
    const shape = read(reader);
    reader.end();
    return { ok: true, shape };
  } catch (error) {
    if (error instanceof WktProblem) return { ok: false, problem: error.message };
    throw error;
  }
}

const numberText = (value: number): string => String(value);
const pointText = ([x, y]: SlidePoint): string => `${numberText(x)} ${numberText(y)}`;
const pathText = (path: readonly SlidePoint[]): string => `(${path.map(pointText).join(", ")})`;

function ringText(ring: readonly SlidePoint[]): string {
  const first = ring[0];
  return first ? pathText([...ring, first]) : "()";
}

const ringsText = (rings: readonly (readonly SlidePoint[])[]): string => `(${rings.map(ringText).join(", ")})`;

/** @throws RangeError if a coordinate is not finite. */
export function formatWkt(shape: Shape): string {
  for (const [x, y] of verticesOf(shape)) {
    if (!Number.isFinite(x) || !Number.isFinite(y)) throw new RangeError("a coordinate is not finite");
  }
  switch (shape.kind) {
    case "point":
      return `POINT (${pointText(shape.point)})`;
    case "line":
      return `LINESTRING ${pathText(shape.path)}`;
    case "polygon":
      return `POLYGON ${ringsText(shape.rings)}`;
    case "multiPoint":
      return `MULTIPOINT (${shape.points.map((point) => `(${pointText(point)})`).join(", ")})`;
    case "multiLine":
      return `MULTILINESTRING (${shape.paths.map(pathText).join(", ")})`;
    case "multiPolygon":
      return `MULTIPOLYGON (${shape.polygons.map(ringsText).join(", ")})`;
  }
}
