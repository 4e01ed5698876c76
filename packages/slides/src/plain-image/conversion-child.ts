/**
 * The child process of `convertPlainImage`: opens one file that nobody has vouched for, and tells its parent how it went.
 * Usage: node conversion-child.ts INPUT PAGE OUTPUT PIXELS (PAGE a number or "largest"), with an IPC channel.
 */
import sharp from "sharp";
import { SlideFileError } from "../slide-source.ts";
import { decodePlainImage } from "./decode-plain-image.ts";

export type ChildMessage =
  | { readonly kind: "progress"; readonly done: number }
  | { readonly kind: "done" }
  | {
      readonly kind: "refused";
      readonly reason: SlideFileError["reason"];
      readonly message: string;
      /** What the decoder said; for the log, never for a person. */
      readonly cause: string;
    }
  | { readonly kind: "failed"; readonly message: string };

function tell(message: ChildMessage): Promise<void> {
  return new Promise((resolve) => process.send?.(message, undefined, undefined, () => resolve()));
}

const [inputPath, page, outputPath, pixelsPath] = process.argv.slice(2);
if (!inputPath || !page || !outputPath || !pixelsPath || !process.send) {
  throw new Error("conversion-child.ts is started by convertPlainImage");
}
// When the parent is gone nobody wants the result.
process.once("disconnect", () => process.exit());
// Of all that libvips can open, only what this is for.
sharp.block({ operation: ["VipsForeignLoad"] });
sharp.unblock({ operation: ["VipsForeignLoadJpegFile", "VipsForeignLoadPngFile", "VipsForeignLoadTiffFile"] });
sharp.cache(false);

try {
  await decodePlainImage(
    { inputPath, page: page === "largest" ? null : Number(page), outputPath, pixelsPath },
    (done) => void tell({ kind: "progress", done }),
  );
  await tell({ kind: "done" });
} catch (error) {
  await tell(
    error instanceof SlideFileError
      ? { kind: "refused", reason: error.reason, message: error.message, cause: String(error.cause ?? "") }
      : { kind: "failed", message: String(error) },
  );
}
process.disconnect();
