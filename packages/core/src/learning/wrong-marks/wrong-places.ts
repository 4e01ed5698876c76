/**
 * Places of wrong marks on a slide: structures that an expert has outlined, and clusters of marks by several people
 * outside of them.
 *
 * Source: issue 14, part 5; field.md, "Item analysis that understands space"; decision 0084.
 */
import { containsPoint, type Rings } from "../../geometry/contains-point.ts";
import type { Bounds } from "../../geometry/shape.ts";
import type { PixelSizeUm, SlidePoint } from "../../geometry/slide-point.ts";
import { foldedAnswer } from "../quiz-attempt/short-answer.ts";
import { markClusters } from "./mark-clusters.ts";

/** Minimum number of people at a place. */
const PLACE_USERS_MIN = 2;

export interface WrongMark {
  /** Index of the person. */
  readonly user: number;
  /** Slide pixels. */
  readonly point: SlidePoint;
}

/** An expert annotation, or a region of the key (marks in it that overlap it too little are wrong as well). */
export interface Structure {
  readonly name: string;
  readonly kind: "annotation" | "region";
  readonly rings: Rings;
  readonly bounds: Bounds;
  readonly areaPx2: number;
}

export interface WrongPlace {
  /** Null: not in a structure. */
  readonly structure: Pick<Structure, "name" | "kind"> | null;
  /** People with a mark there. */
  readonly userCount: number;
  readonly marks: readonly WrongMark[];
}

/** The smallest first, so that a nucleus is found before the cell around it; of equal ones the region of the key. */
export const bySize = (structures: readonly Structure[]): Structure[] =>
  structures.toSorted(
    (one, other) => one.areaPx2 - other.areaPx2 || Number(one.kind !== "region") - Number(other.kind !== "region"),
  );

/** @param structures sorted by `bySize`. @returns the smallest one that contains the point; undefined: none. */
export function structureAt(structures: readonly Structure[], point: SlidePoint): Structure | undefined {
  const [x, y] = point;
  return structures.find(
    ({ bounds, rings }) =>
      x >= bounds.minX && x <= bounds.maxX && y >= bounds.minY && y <= bounds.maxY && containsPoint(rings, point),
  );
}

/**
 * Structures with the same name are one place, so that "distal tubule" counts everyone who marked any of them. Marks
 * outside structures are clustered by density.
 *
 * @param found marks with their structure. @param pixel µm per slide pixel.
 * @returns places of at least two people, sorted by number of people, descending.
 */
export function wrongPlaces(
  found: readonly (WrongMark & { readonly structure: Structure | undefined })[],
  pixel: PixelSizeUm,
): WrongPlace[] {
  const named = new Map<string, { structure: Structure; marks: WrongMark[] }>();
  const unnamed: WrongMark[] = [];
  for (const { structure, ...mark } of found) {
    if (!structure) {
      unnamed.push(mark);
      continue;
    }
    const key = `${structure.kind} ${foldedAnswer(structure.name)}`;
    const place = named.get(key);
    if (place) {
      place.marks.push(mark);
      // The result must not depend on the order of the marks.
      if (structure.name < place.structure.name) place.structure = structure;
    } else named.set(key, { structure, marks: [mark] });
  }
  const clusters = markClusters(
    unnamed.map(({ point }) => point),
    pixel,
  ).map((cluster) =>
    placeOf(
      null,
      cluster.map((at) => unnamed[at] as WrongMark),
    ),
  );
  const structures = [...named.values()].map(({ structure: { name, kind }, marks }) => placeOf({ name, kind }, marks));
  return [...structures, ...clusters].filter(({ userCount }) => userCount >= PLACE_USERS_MIN).sort(byUsers);
}

function placeOf(structure: WrongPlace["structure"], marks: readonly WrongMark[]): WrongPlace {
  return {
    structure,
    userCount: new Set(marks.map(({ user }) => user)).size,
    marks: marks.toSorted((one, other) => byPoint(one.point, other.point) || one.user - other.user),
  };
}

const byPoint = ([x0, y0]: SlidePoint, [x1, y1]: SlidePoint): number => y0 - y1 || x0 - x1;

/** For equal numbers: named ones first, by name; then from top to bottom. */
function byUsers(one: WrongPlace, other: WrongPlace): number {
  const count = other.userCount - one.userCount || other.marks.length - one.marks.length;
  if (count !== 0) return count;
  const [a, b] = [one.structure, other.structure];
  if (!a || !b) return a || b ? (a ? -1 : 1) : byPoint(firstOf(one), firstOf(other));
  if (a.name !== b.name) return a.name < b.name ? -1 : 1;
  return a.kind < b.kind ? -1 : 1;
}

const firstOf = ({ marks }: WrongPlace): SlidePoint => marks[0]?.point ?? [0, 0];
