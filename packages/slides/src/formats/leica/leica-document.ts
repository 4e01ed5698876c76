/**
 * The XML of a Leica SCN file: a collection of images, each with its position on the glass in nanometres, and for each
 * of its levels, channels and focal planes a directory of the file.
 *
 * Source: OpenSlide, "Leica format" (namespaces 2010/03/10 and 2010/10/01); Bio-Formats for the channels' names.
 */
import { readPositiveNumber } from "../../tiff/description-pairs.ts";
import { barcodeText } from "../../xml/barcode-text.ts";
import {
  attributeOf,
  damagedXml,
  elementAt,
  elementsOf,
  readXml,
  textAt,
  wholeAttribute,
  type XmlElement,
} from "../../xml/read-xml.ts";

export const LEICA_NAMESPACE = "http://www.leica-microsystems.com/scn/";

/** One image: a level of one channel at one focal plane. */
export interface LeicaDimension {
  readonly width: number;
  readonly height: number;
  readonly channel: number;
  readonly depth: number;
  /** Index of its directory in the file's chain. */
  readonly ifd: number;
}

export interface LeicaChannel {
  /** Empty: none in the file. */
  readonly name: string;
  /** `#rrggbb`; null: unknown. */
  readonly colour: string | null;
}

export interface LeicaImage {
  /** On the glass, in nm. */
  readonly leftNm: number;
  readonly topNm: number;
  readonly widthNm: number;
  readonly heightNm: number;
  /** Distance between focal planes; null: unknown. */
  readonly depthSpacingNm: number | null;
  /** Whether it shows the whole glass. */
  readonly isMacro: boolean;
  readonly dimensions: readonly LeicaDimension[];
  readonly channels: readonly LeicaChannel[];
  readonly objectivePower: number | null;
  readonly properties: Readonly<Record<string, string>>;
}

export interface LeicaDocument {
  readonly images: readonly LeicaImage[];
  /** Empty: none. */
  readonly barcode: string;
}

/** Maximum number of regions and images of a glass; scanners produce some tens. */
const MAX_IMAGES = 256;
const MAX_DIMENSIONS = 4096;
/** 1 m: no glass is larger. */
const MAX_NM = 1e9;

/** @throws SlideFileError `damaged` if it cannot be read. */
export function parseLeicaDocument(xml: string): LeicaDocument {
  const collection = elementAt(readXml(xml), "collection");
  if (collection === undefined) throw damagedXml("no collection");
  const images = elementsOf(collection, "image");
  if (images.length > MAX_IMAGES) throw damagedXml("too many images");
  const barcode = textAt(collection, "barcode") || attributeOf(collection, "barCode");
  return {
    images: images.map((image) => imageOf(image, collection)),
    barcode: barcodeText(barcode),
  };
}

function imageOf(image: XmlElement, collection: XmlElement): LeicaImage {
  const view = elementAt(image, "view");
  const settings = elementAt(image, "scanSettings");
  const place = {
    leftNm: lengthOf(view, "offsetX", 0),
    topNm: lengthOf(view, "offsetY", 0),
    widthNm: lengthOf(view, "sizeX", 1),
    heightNm: lengthOf(view, "sizeY", 1),
  };
  const dimensions = elementsOf(elementAt(image, "pixels"), "dimension");
  if (dimensions.length > MAX_DIMENSIONS) throw damagedXml("too many images");
  const objective = textAt(settings, "objectiveSettings", "objective");
  const illumination = elementAt(settings, "illuminationSettings");
  const device = elementAt(image, "device");
  const properties = {
    "leica.device-model": attributeOf(device, "model"),
    "leica.device-version": attributeOf(device, "version"),
    "leica.creation-date": textAt(image, "creationDate"),
    "leica.objective": objective,
    "leica.aperture": textAt(illumination, "numericalAperture"),
    "leica.illumination-source": textAt(illumination, "illuminationSource"),
  };
  return {
    ...place,
    depthSpacingNm: readPositiveNumber(attributeOf(view, "spacingZ")),
    isMacro:
      place.leftNm === 0 &&
      place.topNm === 0 &&
      place.widthNm === wholeAttribute(collection, "sizeX") &&
      place.heightNm === wholeAttribute(collection, "sizeY"),
    dimensions: dimensions.map(dimensionOf),
    channels: elementsOf(elementAt(settings, "channelSettings"), "channel").map(channelOf),
    objectivePower: readPositiveNumber(objective),
    properties: Object.fromEntries(
      Object.entries(properties)
        .filter(([, value]) => value !== "")
        .map(([key, value]) => [key, value.slice(0, 1000)]),
    ),
  };
}

function dimensionOf(dimension: XmlElement): LeicaDimension {
  const count = (name: string, min: number, missing: number | null) => {
    const value = attributeOf(dimension, name) === "" ? missing : wholeAttribute(dimension, name);
    if (value === null || value < min) throw damagedXml(name);
    return value;
  };
  return {
    width: count("sizeX", 1, null),
    height: count("sizeY", 1, null),
    channel: count("c", 0, 0),
    depth: count("z", 0, 0),
    ifd: count("ifd", 0, null),
  };
}

function channelOf(channel: XmlElement): LeicaChannel {
  const colour = attributeOf(channel, "rgb").toLowerCase();
  return { name: attributeOf(channel, "name"), colour: /^#[0-9a-f]{6}$/.test(colour) ? colour : null };
}

function lengthOf(view: XmlElement | undefined, name: string, min: number): number {
  const value = wholeAttribute(view, name);
  if (value === null || value < min || value > MAX_NM) throw damagedXml(name);
  return value;
}
