/**
 * The layout of a TIFF written by libvips from a slide read by OpenSlide: a normal pyramid, whose description contains
 * the properties from both programs.
 *
 * Source: libvips, `tiffsave` with `properties`; OpenSlide, "Standard properties".
 */
import { readPositiveNumber } from "../../tiff/description-pairs.ts";
import type { SlideDirectory } from "../../tiff/slide-directory.ts";
import { tiffLayout } from "../../tiff/tiff-layout.ts";
import type { TiffFile, TiffPage } from "../../tiff/tiff-page.ts";
import { elementAt, elementsOf, readXml, textAt } from "../../xml/read-xml.ts";

const MAX_PROPERTIES = 1000;
const MAX_CHARACTERS = 1000;
/** Properties of the slide itself; the rest is about the programs' work. */
const KEPT = /^(openslide\.(vendor|comment|mpp-[xy]|objective-power)$|(hamamatsu|mirax|sakura|trestle|zeiss|dicom)\.)/;

export function isConvertedSlide({ pages: [first] }: TiffFile): boolean {
  const description = first?.description ?? "";
  return description.includes("vips.ecs.soton.ac.uk") && description.includes("<name>openslide.vendor</name>");
}

/** @param base an image that is served from its own tiles. */
export function foreignLayout(tiff: TiffFile, base: TiffPage, fileBytes: number): SlideDirectory {
  const named = propertiesIn(tiff.pages[0]!.description);
  const layout = tiffLayout(tiff, base, fileBytes);
  const [x, y] = [readPositiveNumber(named.get("openslide.mpp-x")), readPositiveNumber(named.get("openslide.mpp-y"))];
  return {
    ...layout,
    format: "foreign",
    // Without a pixel size libvips writes one pixel per millimetre.
    pixelSizeUm: x !== null && y !== null ? { x, y } : null,
    objectivePower: readPositiveNumber(named.get("openslide.objective-power")),
    properties: Object.fromEntries(
      [...named].filter(([name, text]) => KEPT.test(name) && text !== "" && text.length <= MAX_CHARACTERS),
    ),
  };
}

function propertiesIn(description: string): ReadonlyMap<string, string> {
  const properties = elementsOf(elementAt(readXml(description), "properties"), "property");
  return new Map(
    properties.slice(0, MAX_PROPERTIES).map((property) => [textAt(property, "name"), textAt(property, "value")]),
  );
}
