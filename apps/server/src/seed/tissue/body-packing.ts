/**
 * Packs bodies side by side, like tubules and glomeruli: each grows around its axis until it meets its neighbours or
 * reaches its full radius. This is a Voronoi diagram of line segments with additive weights and rounded corners.
 */

export interface PackedBody {
  /** Axis: x, y of its vertices in sequence, slide px; a single vertex gives a round body. */
  readonly axis: readonly number[];
  /** px */
  readonly radius: number;
}

/** A displacement in px: a query for a point is evaluated at the displaced point. */
interface Bend {
  x(x: number, y: number): number;
  y(x: number, y: number): number;
}

/** Corners between neighbours are rounded over about this distance, in px. */
const ROUNDING_PX = 22;

export class BodyPacking {
  /** Index of the body at the queried point; -1: none nearby. */
  nearest = -1;
  /** px inside its surface, negative outside. */
  depth = -1;
  private readonly segments: Float64Array;
  private readonly owner: Int32Array;
  private readonly radius: Float64Array;
  private readonly cellStart: Int32Array;
  private readonly cellSegments: Int32Array;
  private readonly columns: number;
  private readonly rows: number;
  private readonly cell = 128;

  private readonly bend: Bend | undefined;

  /**
   * @param reach maximum distance beyond a body's radius, in px, at which it is queried for its neighbours.
   * @param bend makes the bodies look grown; omitted: they are as round and straight as their axes.
   */
  constructor(width: number, height: number, bodies: readonly PackedBody[], reach: number, bend?: Bend) {
    this.bend = bend;
    const segments: number[] = [];
    const owner: number[] = [];
    bodies.forEach(({ axis }, index) => {
      for (let i = 0; i + 1 < axis.length; i += 2) {
        if (i + 3 >= axis.length && i > 0) break;
        const last = i + 3 < axis.length;
        segments.push(axis[i]!, axis[i + 1]!, last ? axis[i + 2]! : axis[i]!, last ? axis[i + 3]! : axis[i + 1]!);
        owner.push(index);
      }
    });
    this.segments = Float64Array.from(segments);
    this.owner = Int32Array.from(owner);
    this.radius = Float64Array.from(bodies, (body) => body.radius);
    this.columns = Math.ceil(width / this.cell) + 1;
    this.rows = Math.ceil(height / this.cell) + 1;

    const cells: number[][] = Array.from({ length: this.columns * this.rows }, () => []);
    const half = (this.cell * Math.SQRT2) / 2;
    owner.forEach((body, segment) => {
      const around = this.radius[body]! + reach;
      const ax = segments[segment * 4]!;
      const ay = segments[segment * 4 + 1]!;
      const bx = segments[segment * 4 + 2]!;
      const by = segments[segment * 4 + 3]!;
      const fromColumn = Math.max(0, Math.floor((Math.min(ax, bx) - around) / this.cell));
      const toColumn = Math.min(this.columns - 1, Math.floor((Math.max(ax, bx) + around) / this.cell));
      const fromRow = Math.max(0, Math.floor((Math.min(ay, by) - around) / this.cell));
      const toRow = Math.min(this.rows - 1, Math.floor((Math.max(ay, by) + around) / this.cell));
      for (let row = fromRow; row <= toRow; row++) {
        for (let column = fromColumn; column <= toColumn; column++) {
          const distance = segmentDistance(ax, ay, bx, by, (column + 0.5) * this.cell, (row + 0.5) * this.cell);
          if (distance < around + half) cells[row * this.columns + column]!.push(segment);
        }
      }
    });
    this.cellStart = new Int32Array(cells.length + 1);
    cells.forEach((list, i) => {
      this.cellStart[i + 1] = this.cellStart[i]! + list.length;
    });
    this.cellSegments = new Int32Array(this.cellStart[cells.length]!);
    cells.forEach((list, i) => {
      this.cellSegments.set(list, this.cellStart[i]!);
    });
  }

  /** Sets `nearest` and `depth` for a point. */
  locate(slideX: number, slideY: number): void {
    const x = this.bend ? slideX + this.bend.x(slideX, slideY) : slideX;
    const y = this.bend ? slideY + this.bend.y(slideX, slideY) : slideY;
    const column = Math.min(this.columns - 1, Math.max(0, (x / this.cell) | 0));
    const row = Math.min(this.rows - 1, Math.max(0, (y / this.cell) | 0));
    const cell = row * this.columns + column;
    const { segments, owner, radius, cellSegments } = this;
    let nearest = -1;
    let first = 1e6;
    let second = 1e6;
    const end = this.cellStart[cell + 1]!;
    for (let i = this.cellStart[cell]!; i < end; i++) {
      const segment = cellSegments[i]!;
      const at = segment * 4;
      const ax = segments[at]!;
      const ay = segments[at + 1]!;
      const dx = segments[at + 2]! - ax;
      const dy = segments[at + 3]! - ay;
      const px = x - ax;
      const py = y - ay;
      const length = dx * dx + dy * dy;
      let along = length > 0 ? (px * dx + py * dy) / length : 0;
      along = Math.min(1, Math.max(0, along));
      const ex = px - along * dx;
      const ey = py - along * dy;
      const body = owner[segment]!;
      const value = Math.sqrt(ex * ex + ey * ey) - radius[body]!;
      if (value < first) {
        if (body !== nearest) second = first;
        first = value;
        nearest = body;
      } else if (value < second && body !== nearest) {
        second = value;
      }
    }
    this.nearest = nearest;
    const toNeighbour = (second - first) * 0.5;
    const own = -first;
    const blend = ROUNDING_PX - Math.abs(toNeighbour - own);
    const lower = Math.min(toNeighbour, own);
    this.depth = blend > 0 ? lower - (blend * blend) / (4 * ROUNDING_PX) : lower;
  }
}

function segmentDistance(ax: number, ay: number, bx: number, by: number, x: number, y: number): number {
  const dx = bx - ax;
  const dy = by - ay;
  const length = dx * dx + dy * dy;
  const along = length > 0 ? Math.min(1, Math.max(0, ((x - ax) * dx + (y - ay) * dy) / length)) : 0;
  return Math.hypot(x - ax - along * dx, y - ay - along * dy);
}
