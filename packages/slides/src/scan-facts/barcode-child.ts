/** What `readLabelBarcode` lets run in a jail. */
import { carryOutOrder } from "../jail/carry-out-order.ts";
import { openSlideFile } from "../open-slide-file.ts";
import { barcodeOnLabel } from "./barcode-on-label.ts";
import type { BarcodeOrder } from "./read-label-barcode.ts";

await carryOutOrder<BarcodeOrder>(async ({ path }) => {
  const slide = await openSlideFile(path);
  try {
    return { barcode: await barcodeOnLabel(slide) };
  } finally {
    await slide.close();
  }
});
