/** Reads the barcode on the label of an untrusted slide, in a separate process (rule D-10). */
import { resolve as resolvePath } from "node:path";
import { runInSandbox } from "../sandbox/run-in-sandbox.ts";
import { SlideFileError } from "../slide-source.ts";

export interface BarcodeOrder {
  readonly path: string;
}

const TIME_LIMIT_MS = 20_000;
const HEAP_MB = 256;

/**
 * @param path path of a slide (file or folder) that can be opened without conversion.
 * @returns null if there is no barcode or it cannot be read; a label is no reason to reject a slide.
 * @throws the signal's reason if aborted.
 */
export async function readLabelBarcode(path: string, signal?: AbortSignal): Promise<string | null> {
  const order: BarcodeOrder = { path: resolvePath(path) };
  try {
    const { barcode } = await runInSandbox<{ barcode: string | null }>({
      script: new URL("./barcode-child.ts", import.meta.url),
      order,
      fence: {
        mayRead: [order.path],
        mayWrite: [],
        cpuSeconds: TIME_LIMIT_MS / 1000,
        largestFileBytes: 0,
        heapMb: HEAP_MB,
      },
      timeLimitMs: TIME_LIMIT_MS,
      overTimeMessage: "Reading the label timed out.",
      ...(signal ? { signal } : {}),
    });
    return barcode;
  } catch (error) {
    if (error instanceof SlideFileError) return null;
    throw error;
  }
}
