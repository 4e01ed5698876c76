/** The thread of `lookThrough`: tells what it found, then hands over the rows, a few each time it is asked. */
import { once } from "node:events";
import { type MessagePort, parentPort, workerData } from "node:worker_threads";
import { AppError } from "@parfocal/core/errors.ts";
import { type LookNews, type LookOrder, lookThroughHere } from "./look-through.ts";

/** Received by the server within some milliseconds. */
const ROWS_AT_ONCE = 500;

async function look(port: MessagePort, { bytes, wishes }: LookOrder): Promise<void> {
  const tell = (news: LookNews): void => port.postMessage(news);
  try {
    const { rows, ...found } = await lookThroughHere(bytes, wishes);
    tell({ kind: "looked", ...found, count: rows.length });
    for (let first = 0; first < rows.length; first += ROWS_AT_ONCE) {
      await once(port, "message");
      tell({ kind: "rows", rows: rows.slice(first, first + ROWS_AT_ONCE) });
    }
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    tell({ kind: "refused", why: error.kind, message: error.message, codes: error.codes });
  } finally {
    port.close();
  }
}

if (parentPort) await look(parentPort, workerData as LookOrder);
