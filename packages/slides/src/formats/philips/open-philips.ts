/**
 * Opens a Philips TIFF (the export format, not Philips's own iSyntax). Experimental: written from documentation, not
 * tested with a file from a scanner.
 */
import type { ConvertibleFile } from "../../opening/convertible-file.ts";
import { convertibleTiff } from "../../opening/convertible-tiff.ts";
import type { FileToOpen } from "../../opening/file-kind.ts";
import type { OpenedSlide } from "../../opening/opened-slide.ts";
import { isServedAsIs } from "../../tiff/served-as-is.ts";
import type { TiffFile } from "../../tiff/tiff-page.ts";
import { TiffSlideSource } from "../../tiff/tiff-slide-source.ts";
import { isPhilipsXml, parsePhilipsDocument } from "./philips-document.ts";
import { philipsLayout } from "./philips-layout.ts";
import { embeddedImages, PhilipsSlideSource } from "./philips-slide-source.ts";

export function isPhilips({ pages: [first] }: TiffFile): boolean {
  return first?.software.startsWith("Philips") === true && isPhilipsXml(first.description);
}

/** @throws SlideFileError if its description cannot be parsed. */
export async function openPhilips(tiff: TiffFile, { file }: FileToOpen): Promise<OpenedSlide | ConvertibleFile> {
  const base = tiff.pages[0]!;
  const document = parsePhilipsDocument(base.description);
  if (!isServedAsIs(base)) return { ...convertibleTiff(base, 0), pixelSizeUm: document.pixelSizeUm };
  const layout = philipsLayout(tiff, base, file.size, document);
  const embedded = embeddedImages(
    document,
    layout.associatedImages.map(({ name }) => name),
  );
  // If the description contains no images, the directory alone is enough to reopen the file.
  return embedded.length === 0 ? new TiffSlideSource(file, layout) : new PhilipsSlideSource(file, layout, embedded);
}
