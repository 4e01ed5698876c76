/** Groups the annotations of a file into batches, so that none needs much memory or time. */
import { EXPORT_MAX_BYTES } from "@parfocal/core/annotation-exchange/import-limits.ts";
import { AppError } from "@parfocal/core/errors.ts";
import { splitIntoPortions } from "#platform/db/portions.ts";

const ROWS_AT_ONCE = 500;
const OUTLINES_AT_ONCE_BYTES = 512 * 1024;

export interface ExportedRow {
  readonly id: number;
  /** Size of its outline. */
  readonly bytes: number;
}

/**
 * @returns batches of IDs, in the given order.
 * @throws AppError `tooLarge` if they exceed the limit for one file.
 */
export function portionsOf(rows: readonly ExportedRow[]): number[][] {
  if (rows.reduce((sum, { bytes }) => sum + bytes, 0) > EXPORT_MAX_BYTES) {
    throw new AppError(
      "tooLarge",
      "The outlines of these annotations exceed the limit of 256 MB per file. Export those of one author or one filter.",
      { codes: ["tooManyAnnotations"] },
    );
  }
  return splitIntoPortions(rows, { rows: ROWS_AT_ONCE, bytes: OUTLINES_AT_ONCE_BYTES }).map((portion) =>
    portion.map(({ id }) => id),
  );
}
