/** The process of `lookThrough`: is sent one file, tells what it found, then hands over the rows, a few each time it is asked. */
import { once } from "node:events";
import { AppError } from "@parfocal/core/errors.ts";
import { type LookNews, type LookOrder, lookThroughHere } from "./look-through.ts";

/** Received by the server within some milliseconds. */
const ROWS_AT_ONCE = 500;

const tell = (news: LookNews): void => void process.send?.(news);

async function look({ bytes, wishes }: LookOrder): Promise<void> {
  try {
    const { rows, ...found } = await lookThroughHere(bytes, wishes);
    tell({ kind: "looked", ...found, count: rows.length });
    for (let first = 0; first < rows.length; first += ROWS_AT_ONCE) {
      await once(process, "message");
      tell({ kind: "rows", rows: rows.slice(first, first + ROWS_AT_ONCE) });
    }
  } catch (error) {
    if (error instanceof AppError)
      tell({ kind: "refused", why: error.kind, message: error.message, codes: error.codes });
    else tell({ kind: "failed", message: String(error) });
  }
}

// Not before all was received; and nobody wants the result once the server is gone.
process.once("disconnect", () => process.exit());
process.once("message", (order: LookOrder) => void look(order));
