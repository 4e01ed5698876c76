/**
 * The types of TIFF file, recognized by their directories: the first matching row applies.
 */

import { foreignLayout, isConvertedSlide } from "../formats/foreign/foreign-layout.ts";
import { openForeign } from "../formats/foreign/foreign-sets.ts";
import { isLeica, openLeica } from "../formats/leica/open-leica.ts";
import { openNdpi } from "../formats/ndpi/open-ndpi.ts";
import { isOmeTiff, openOmeTiff } from "../formats/ome/open-ome.ts";
import { isPhilips, openPhilips } from "../formats/philips/open-philips.ts";
import { deepGreyLayout, isDeepGrey } from "../formats/planes/deep-grey-layout.ts";
import { imageJLayout, isImageJStack } from "../formats/planes/imagej-layout.ts";
import { openPlanes } from "../formats/planes/open-planes.ts";
import { isSvs, svsLayout } from "../formats/svs/svs-layout.ts";
import { isVentana, openVentana } from "../formats/ventana/open-ventana.ts";
import type { ConvertibleFile } from "../opening/convertible-file.ts";
import { convertibleTiff } from "../opening/convertible-tiff.ts";
import type { FileToOpen } from "../opening/file-kind.ts";
import type { OpenedSlide } from "../opening/opened-slide.ts";
import { findBasePage } from "../tiff/choose-levels.ts";
import { isServedAsIs } from "../tiff/served-as-is.ts";
import type { SlideDirectory } from "../tiff/slide-directory.ts";
import { tiffLayout } from "../tiff/tiff-layout.ts";
import type { TiffFile, TiffPage } from "../tiff/tiff-page.ts";
import { TiffSlideSource } from "../tiff/tiff-slide-source.ts";

export interface TiffFlavour {
  readonly name: string;
  readonly recognises: (tiff: TiffFile) => boolean;
  /** null: known, but not supported. */
  readonly open: ((tiff: TiffFile, opening: FileToOpen) => Promise<OpenedSlide | ConvertibleFile>) | null;
}

export const TIFF_FLAVOURS: readonly TiffFlavour[] = [
  {
    name: "Hamamatsu NDPI",
    recognises: (tiff) => tiff.pages.some((page) => page.isHamamatsu),
    open: (_, opening) => openNdpi(opening),
  },
  { name: "Leica SCN", recognises: isLeica, open: openLeica },
  { name: "Ventana", recognises: isVentana, open: openVentana },
  { name: "Philips TIFF", recognises: isPhilips, open: openPhilips },
  { name: "OME-TIFF", recognises: isOmeTiff, open: openOmeTiff },
  {
    name: "ImageJ stack",
    recognises: isImageJStack,
    open: async (tiff, opening) => openPlanes(imageJLayout(tiff), opening),
  },
  { name: "Trestle", recognises: isTrestle, open: (_, opening) => openForeign("Trestle")(opening) },
  { name: "slide converted by another program", recognises: isConvertedSlide, open: fromTiles(foreignLayout) },
  { name: "Aperio SVS", recognises: isSvs, open: fromTiles(svsLayout) },
  {
    name: "grey TIFF of 16 bits",
    recognises: isDeepGrey,
    open: async (tiff, opening) => openPlanes(deepGreyLayout(tiff, opening.file.size), opening),
  },
  { name: "TIFF", recognises: () => true, open: fromTiles(tiffLayout) },
];

/** Trestle tiles overlap, which their tags do not indicate. Source: OpenSlide, "Trestle format". */
function isTrestle({ pages: [first] }: TiffFile): boolean {
  return first?.software.startsWith("MedScan") === true && first.description.includes("OverlapsXY");
}

/** For files with regular TIFF tiles, which need only a layout. */
export function fromTiles(
  layout: (tiff: TiffFile, base: TiffPage, fileBytes: number) => SlideDirectory,
): NonNullable<TiffFlavour["open"]> {
  return async (tiff, { file }) => {
    const base = findBasePage(tiff);
    if (isServedAsIs(base)) return new TiffSlideSource(file, layout(tiff, base, file.size));
    return convertibleTiff(base, tiff.pages.indexOf(base));
  };
}
