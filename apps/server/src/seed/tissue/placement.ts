/** Positions of structures: irregular, without overlaps. */
import type { Random } from "./random.ts";

/** Stores points, and checks whether a new point is far enough from all of them. */
export class Crowd {
  private readonly cell: number;
  private readonly columns: number;
  private readonly rows: number;
  private readonly cells: (number[] | undefined)[];

  /** @param cellPx maximum distance of any query. */
  constructor(width: number, height: number, cellPx: number) {
    this.cell = cellPx;
    this.columns = Math.ceil(width / cellPx) + 1;
    this.rows = Math.ceil(height / cellPx) + 1;
    this.cells = new Array(this.columns * this.rows);
  }

  add(x: number, y: number, value = 0): void {
    const column = Math.min(this.columns - 1, Math.max(0, Math.floor(x / this.cell)));
    const row = Math.min(this.rows - 1, Math.max(0, Math.floor(y / this.cell)));
    const index = row * this.columns + column;
    const list = this.cells[index];
    if (list) list.push(x, y, value);
    else this.cells[index] = [x, y, value];
  }

  /** Whether no point is nearer than `distance` px. */
  hasRoom(x: number, y: number, distance: number): boolean {
    let isFree = true;
    this.visit(x, y, (_x, _y, _value, squared) => {
      if (squared < distance * distance) isFree = false;
      return isFree;
    });
    return isFree;
  }

  /** Visits all points in the nine cells around a position, until the visitor returns false. */
  visit(x: number, y: number, visitor: (x: number, y: number, value: number, squaredPx: number) => boolean): void {
    const column = Math.floor(x / this.cell);
    const row = Math.floor(y / this.cell);
    for (let j = Math.max(0, row - 1); j <= Math.min(this.rows - 1, row + 1); j++) {
      for (let i = Math.max(0, column - 1); i <= Math.min(this.columns - 1, column + 1); i++) {
        const list = this.cells[j * this.columns + i];
        if (!list) continue;
        for (let k = 0; k < list.length; k += 3) {
          const dx = list[k]! - x;
          const dy = list[k + 1]! - y;
          if (!visitor(list[k]!, list[k + 1]!, list[k + 2]!, dx * dx + dy * dy)) return;
        }
      }
    }
  }
}

/**
 * Dart throwing until hardly any dart finds room: an irregular, nearly even distribution.
 *
 * @param distance minimum distance from other points at a position, in px, at most `greatestDistance`; 0 or less: no
 * point is placed there.
 * @param tries darts per point that would fit on an even grid.
 */
export function scatter(
  random: Random,
  width: number,
  height: number,
  greatestDistance: number,
  distance: (x: number, y: number) => number,
  tries = 6,
): [x: number, y: number][] {
  const crowd = new Crowd(width, height, greatestDistance);
  const placed: [number, number][] = [];
  const cells = Math.ceil((width * height) / (greatestDistance * greatestDistance));
  for (let dart = 0; dart < cells * tries; dart++) {
    const x = random() * width;
    const y = random() * height;
    const spacing = distance(x, y);
    if (spacing <= 0 || !crowd.hasRoom(x, y, spacing)) continue;
    crowd.add(x, y);
    placed.push([x, y]);
  }
  return placed;
}
