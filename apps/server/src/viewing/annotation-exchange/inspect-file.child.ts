/**
 * The process of `inspectFile`: receives a file, reports the result, then sends the rows in batches, one for each
 * request.
 */
import { once } from "node:events";
import { AppError } from "@parfocal/core/errors.ts";
import type { NewAnnotation } from "#annotation/annotation.queries.ts";
import { type InspectionMessage, type InspectionOrder, inspectHere } from "./inspect-file.ts";

/** The server receives a batch within some milliseconds. */
const ROWS_AT_ONCE = 500;
const OUTLINES_AT_ONCE_BYTES = 1024 * 1024;

/** Number of rows in the next batch; at least one. */
function portionFrom(rows: readonly NewAnnotation[], first: number): readonly NewAnnotation[] {
  let end = first;
  for (let bytes = 0; end < rows.length && end - first < ROWS_AT_ONCE; end += 1) {
    bytes += (rows[end] as NewAnnotation).geometry.length;
    if (bytes > OUTLINES_AT_ONCE_BYTES && end > first) break;
  }
  return rows.slice(first, end);
}

const send = (news: InspectionMessage): void => void process.send?.(news);

async function inspect({ bytes, options }: InspectionOrder): Promise<void> {
  try {
    const { rows, ...found } = await inspectHere(bytes, options);
    send({ kind: "inspected", ...found, count: rows.length });
    for (let first = 0; first < rows.length; ) {
      await once(process, "message");
      const portion = portionFrom(rows, first);
      first += portion.length;
      send({ kind: "rows", rows: portion });
    }
  } catch (error) {
    if (error instanceof AppError)
      send({ kind: "refused", why: error.kind, message: error.message, codes: error.codes });
    else if ((error as NodeJS.ErrnoException).code === "ERR_ACCESS_DENIED")
      send({ kind: "broken", message: String(error) });
    else send({ kind: "failed", message: String(error) });
  }
}

// Only after everything was received; if the server has ended, the result is not needed.
process.once("disconnect", () => process.exit());
process.once("message", (order: InspectionOrder) => void inspect(order));
