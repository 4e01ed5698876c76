/** Sandboxed part of `readLabelBarcode`. */

import { openSlideFile } from "../open-slide-file.ts";
import { runTask } from "../sandbox/run-task.ts";
import { barcodeOnLabel } from "./barcode-on-label.ts";
import type { BarcodeOrder } from "./read-label-barcode.ts";

await runTask<BarcodeOrder>(async ({ path }) => {
  const slide = await openSlideFile(path);
  try {
    return { barcode: await barcodeOnLabel(slide) };
  } finally {
    await slide.close();
  }
});
