/**
 * The kinds of TIFF file that are told apart by their directories: the first row that recognises wins.
 */
import type { ConvertibleFile } from "../convertible-file.ts";
import { foreignLayout, isConvertedSlide } from "../foreign/foreign-layout.ts";
import { openForeign } from "../foreign/foreign-sets.ts";
import { isLeica, openLeica } from "../leica/open-leica.ts";
import { openNdpi } from "../ndpi/open-ndpi.ts";
import { isOmeTiff, openOmeTiff } from "../ome/open-ome.ts";
import type { FileToOpen, OpenedSlide } from "../opened-slide.ts";
import { isPhilips, openPhilips } from "../philips/open-philips.ts";
import { deepGreyLayout, isDeepGrey } from "../planes/deep-grey-layout.ts";
import { imageJLayout, isImageJStack } from "../planes/imagej-layout.ts";
import { openPlanes } from "../planes/open-planes.ts";
import { isSvs, svsLayout } from "../svs/svs-layout.ts";
import { isVentana, openVentana } from "../ventana/open-ventana.ts";
import { findBasePage } from "./choose-levels.ts";
import { convertibleTiff } from "./convertible-tiff.ts";
import { isServedAsIs } from "./served-as-is.ts";
import type { SlideDirectory } from "./slide-directory.ts";
import { tiffLayout } from "./tiff-layout.ts";
import type { TiffFile, TiffPage } from "./tiff-page.ts";
import { TiffSlideSource } from "./tiff-slide-source.ts";

export interface TiffFlavour {
  readonly name: string;
  readonly recognises: (tiff: TiffFile) => boolean;
  /** null: known, but not read in this release. */
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

/** Its tiles overlap, which its own tags do not tell. Source: OpenSlide, "Trestle format". */
function isTrestle({ pages: [first] }: TiffFile): boolean {
  return first?.software.startsWith("MedScan") === true && first.description.includes("OverlapsXY");
}

/** For files whose tiles lie as TIFF has them: a layout is all that is needed. */
export function fromTiles(
  layout: (tiff: TiffFile, base: TiffPage, fileBytes: number) => SlideDirectory,
): NonNullable<TiffFlavour["open"]> {
  return async (tiff, { file }) => {
    const base = findBasePage(tiff);
    if (isServedAsIs(base)) return new TiffSlideSource(file, layout(tiff, base, file.size));
    return convertibleTiff(base, tiff.pages.indexOf(base));
  };
}
