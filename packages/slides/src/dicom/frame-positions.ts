/**
 * Positions of the frames of a sparsely tiled DICOM image: a few numbers per frame in typed arrays, since there may be
 * millions.
 *
 * Source: DICOM PS3.3, section C.8.12.6.1 (Plane Position (Slide)); C.8.12.6.2 (Optical Path Identification).
 */
import type { DataSet } from "./data-set.ts";

const FIRST_CAPACITY = 1024;
const MAX_PATHS = 1024;

export class FramePositions {
  count = 0;
  /** Column and row of each frame's first pixel in the whole image, from 0. */
  lefts = new Int32Array(FIRST_CAPACITY);
  tops = new Int32Array(FIRST_CAPACITY);
  /** Height above the glass, µm; 0 if unknown. */
  heightsUm = new Float64Array(FIRST_CAPACITY);
  /** Index of each frame's optical path in `pathIdentifiers`. */
  paths = new Uint16Array(FIRST_CAPACITY);
  readonly pathIdentifiers: string[] = [];
  /** Whether each frame has a position. */
  isComplete = true;
  readonly #pathIndices = new Map<string, number>();

  /**
   * @param groups functional groups of one frame: an item of the Per-Frame Functional Groups. @param shared those of
   *   all frames.
   */
  add(groups: DataSet, shared: DataSet | undefined): void {
    const place = groups.item("PlanePositionSlideSequence") ?? shared?.item("PlanePositionSlideSequence");
    const left = place?.number("ColumnPositionInTotalImagePixelMatrix");
    const top = place?.number("RowPositionInTotalImagePixelMatrix");
    if (left === undefined || top === undefined) this.isComplete = false;
    if (this.count === this.lefts.length) this.#grow();
    this.lefts[this.count] = (left ?? 0) - 1;
    this.tops[this.count] = (top ?? 0) - 1;
    this.heightsUm[this.count] = place?.number("ZOffsetInSlideCoordinateSystem") ?? 0;
    const path = groups.item("OpticalPathIdentificationSequence") ?? shared?.item("OpticalPathIdentificationSequence");
    this.paths[this.count] = this.#indexOfPath(path?.text("OpticalPathIdentifier") ?? "");
    this.count += 1;
  }

  #indexOfPath(identifier: string): number {
    const known = this.#pathIndices.get(identifier);
    if (known !== undefined) return known;
    if (this.pathIdentifiers.length === MAX_PATHS) return 0;
    this.#pathIndices.set(identifier, this.pathIdentifiers.length);
    return this.pathIdentifiers.push(identifier) - 1;
  }

  #grow(): void {
    const capacity = this.count * 2;
    this.lefts = grown(this.lefts, new Int32Array(capacity));
    this.tops = grown(this.tops, new Int32Array(capacity));
    this.heightsUm = grown(this.heightsUm, new Float64Array(capacity));
    this.paths = grown(this.paths, new Uint16Array(capacity));
  }
}

function grown<Numbers extends Int32Array | Float64Array | Uint16Array>(from: Numbers, to: Numbers): Numbers {
  to.set(from);
  return to;
}
