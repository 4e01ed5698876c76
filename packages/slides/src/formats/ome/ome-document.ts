/**
 * The OME-XML of an OME-TIFF: its images, and the directories of their planes.
 *
 * Source: Open Microscopy Environment, "The OME Data Model" (schema 2016-06) and "OME-TIFF specification". Older
 * schemas use the same names, except for units.
 */
import { XMLParser, XMLValidator } from "fast-xml-parser";
import { SlideFileError } from "../../slide-source.ts";
import { assertFewMarks, assertXmlLength } from "../../xml/xml-limits.ts";
import { type TakenTiffData, takeTiffData } from "./tiff-data-runs.ts";

/** A run of directories that contain planes. Source: OME-TIFF specification, "The TiffData element". */
export interface OmeTiffData {
  /** First directory, in the file's chain; null: missing. */
  readonly ifd: number | null;
  readonly firstC: number;
  readonly firstZ: number;
  readonly firstT: number;
  /** Number of consecutive directories; null: missing. */
  readonly planeCount: number | null;
  /** UUID of the file that contains them; null: missing. */
  readonly uuid: string | null;
  /** Name of that file when it was written; null: missing. */
  readonly filename: string | null;
}

export interface OmeChannel {
  /** Empty: none in the file. */
  readonly name: string;
  readonly fluor: string;
  readonly emissionNm: number | null;
  /** `#rrggbb`; null: unknown. */
  readonly colour: string | null;
  /** Null: missing. */
  readonly samplesPerPixel: number | null;
}

export interface OmeImage {
  readonly name: string;
  readonly description: string;
  readonly acquisitionDate: string;
  readonly objectiveId: string;
  readonly sizeX: number;
  readonly sizeY: number;
  readonly sizeZ: number;
  readonly sizeC: number;
  readonly sizeT: number;
  /** Order of the planes, the fastest-varying dimension first: a permutation of `Z`, `C` and `T`. */
  readonly planeOrder: string;
  /** Number of significant bits per sample; null: missing. */
  readonly significantBits: number | null;
  /** In µm; null: missing, or not in a unit of length. */
  readonly physicalSizeX: number | null;
  readonly physicalSizeY: number | null;
  readonly physicalSizeZ: number | null;
  readonly channels: readonly OmeChannel[];
  readonly tiffData: readonly OmeTiffData[];
}

export interface OmeObjective {
  readonly id: string;
  readonly model: string;
  readonly nominalMagnification: number | null;
}

export interface OmeDocument {
  /** UUID of the file that contains the document; null: missing. */
  readonly uuid: string | null;
  readonly creator: string;
  readonly images: readonly OmeImage[];
  readonly objectives: readonly OmeObjective[];
  /** Name of the file with the complete document, if this one only refers to it; null: this file has it. */
  readonly metadataFile: string | null;
}

/** Elements that are not needed and may be long: skipped without parsing. */
const SKIPPED = ["StructuredAnnotations", "Plane", "ROI", "Experimenter", "Plate", "Screen"];

/** Limit for the locations of planes, which are not parsed as XML: about 100,000. */
const MAX_MARKS_WITH_PLANES = 1_000_000;

/** Elements that may be repeated. */
const REPEATED = new Set(["Image", "Channel", "TiffData", "Instrument", "Objective"]);

/** Length units in µm. Source: OME schema, UnitsLength; both Unicode characters for micro are in use. */
const UNIT_UM: Readonly<Record<string, number>> = {
  "\u00b5m": 1,
  "\u03bcm": 1,
  um: 1,
  micron: 1,
  microns: 1,
  nm: 1e-3,
  pm: 1e-6,
  Å: 1e-4,
  mm: 1e3,
  cm: 1e4,
  m: 1e6,
  in: 25_400,
};

/** Wavelength units in nm. */
const UNIT_NM: Readonly<Record<string, number>> = { nm: 1, "\u00b5m": 1e3, "\u03bcm": 1e3, um: 1e3, Å: 0.1 };

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: "",
  parseAttributeValue: false,
  parseTagValue: false,
  removeNSPrefix: true,
  processEntities: false,
  isArray: (name) => REPEATED.has(name),
});

/** A parsed element: attributes and child elements by name. */
type Element = Readonly<Record<string, unknown>>;

export function isOmeXml(description: string): boolean {
  return /<(\w+:)?OME[\s>]/.test(description);
}

/** @throws SlideFileError `damaged` or `tooLarge` if it cannot be parsed as OME-XML. */
export function parseOmeDocument(xml: string): OmeDocument {
  assertXmlLength(xml);
  const { root, runs } = parsed(xml);
  const ome = elementOf(root.OME);
  const instruments = elementsOf(ome.Instrument);
  return {
    uuid: textOf(ome.UUID) || null,
    creator: textOf(ome.Creator),
    images: elementsOf(ome.Image).flatMap((image) => imageOf(image, runs)),
    objectives: instruments.flatMap(({ Objective }) => elementsOf(Objective).map(objectiveOf)),
    metadataFile:
      ome.BinaryOnly === undefined ? null : textOf(elementOf(ome.BinaryOnly).MetadataFile) || "another file",
  };
}

export function damagedDescription(cause?: unknown): SlideFileError {
  return new SlideFileError(
    "damaged",
    "This file is damaged: its OME-XML cannot be read or does not match the image.",
    { cause },
  );
}

function parsed(xml: string): { root: Element; runs: TakenTiffData["runs"] } {
  // Rejects document types, whose entities could expand without limit; OME-XML has none.
  if (/<!(DOCTYPE|ENTITY)/i.test(xml)) throw damagedDescription("a document type");
  const retained = withoutSkipped(xml.trim());
  assertFewMarks(retained, MAX_MARKS_WITH_PLANES);
  const { xml: text, runs } = takeTiffData(retained);
  assertFewMarks(text);
  try {
    const verdict = XMLValidator.validate(text, { allowBooleanAttributes: false });
    if (verdict !== true) throw new Error(verdict.err.msg);
    return { root: elementOf(parser.parse(text)), runs };
  } catch (cause) {
    throw damagedDescription(cause);
  }
}

/** Removes comments and the elements of `SKIPPED`; an element that never ends is kept, and then rejected as damaged. */
function withoutSkipped(xml: string): string {
  return SKIPPED.reduce(
    withoutElement,
    withoutRuns(xml, /<!--/g, () => "-->"),
  );
}

function withoutElement(xml: string, name: string): string {
  return withoutRuns(xml, new RegExp(`<((?:\\w+:)?${name})\\b[^<>]*>`, "g"), ([start, tag]) =>
    start.endsWith("/>") ? "" : `</${tag}>`,
  );
}

/** @param endOf the end marker of a run that begins with a match; empty: the match is the whole run. */
function withoutRuns(text: string, begin: RegExp, endOf: (match: RegExpExecArray) => string): string {
  let retained = "";
  let from = 0;
  for (let match = begin.exec(text); match !== null; match = begin.exec(text)) {
    const end = endOf(match);
    const endAt = text.indexOf(end, match.index + match[0].length);
    if (endAt < 0) break;
    retained += text.slice(from, match.index);
    from = endAt + end.length;
    begin.lastIndex = from;
  }
  return retained + text.slice(from);
}

function imageOf(image: Element, runs: TakenTiffData["runs"]): OmeImage[] {
  const pixels = elementOf(image.Pixels);
  if (image.Pixels === undefined) return [];
  const sizeC = countOf(pixels.SizeC);
  const length = (size: string) => lengthUm(pixels[size], pixels[`${size}Unit`]);
  return [
    {
      name: textOf(image.Name),
      description: textOf(image.Description),
      acquisitionDate: textOf(image.AcquisitionDate ?? image.AcquiredDate),
      objectiveId: textOf(elementOf(image.ObjectiveSettings ?? image.ObjectiveRef).ID),
      sizeX: countOf(pixels.SizeX),
      sizeY: countOf(pixels.SizeY),
      sizeZ: countOf(pixels.SizeZ),
      sizeC,
      sizeT: countOf(pixels.SizeT),
      planeOrder: planeOrderOf(textOf(pixels.DimensionOrder)),
      significantBits: wholeNumberOf(pixels.SignificantBits),
      physicalSizeX: length("PhysicalSizeX"),
      physicalSizeY: length("PhysicalSizeY"),
      physicalSizeZ: length("PhysicalSizeZ"),
      channels: elementsOf(pixels.Channel).map(channelOf),
      tiffData: elementsOf(pixels.TiffData)
        .flatMap((data) => runs?.[Number(data.Run)] ?? [data])
        .map(tiffDataOf),
    },
  ];
}

function channelOf(channel: Element): OmeChannel {
  const emission = numberOf(channel.EmissionWavelength);
  const unitNm = UNIT_NM[textOf(channel.EmissionWavelengthUnit) || "nm"];
  return {
    name: textOf(channel.Name),
    fluor: textOf(channel.Fluor),
    emissionNm: emission !== null && emission > 0 && unitNm !== undefined ? emission * unitNm : null,
    colour: colourOf(textOf(channel.Color)),
    samplesPerPixel: wholeNumberOf(channel.SamplesPerPixel),
  };
}

function tiffDataOf(data: Element): OmeTiffData {
  const uuid = data.UUID === undefined ? null : elementOf(data.UUID);
  const inside = typeof data.UUID === "string" ? data.UUID : (uuid?.["#text"] ?? "");
  return {
    ifd: wholeNumberOf(data.IFD),
    firstC: wholeNumberOf(data.FirstC) ?? 0,
    firstZ: wholeNumberOf(data.FirstZ) ?? 0,
    firstT: wholeNumberOf(data.FirstT) ?? 0,
    planeCount: wholeNumberOf(data.PlaneCount ?? data.NumPlanes),
    uuid: textOf(inside) || null,
    filename: textOf(uuid?.FileName) || null,
  };
}

function objectiveOf(objective: Element): OmeObjective {
  const magnification = numberOf(objective.NominalMagnification);
  return {
    id: textOf(objective.ID),
    model: [textOf(objective.Manufacturer), textOf(objective.Model)].filter((part) => part !== "").join(" "),
    nominalMagnification: magnification !== null && magnification > 0 ? magnification : null,
  };
}

/** @returns the order of Z, C and T in e.g. `XYCZT`; the schema's default if the file's value is invalid. */
function planeOrderOf(dimensionOrder: string): string {
  const order = dimensionOrder.replace(/^XY/, "");
  return [...order].sort().join("") === "CTZ" ? order : "CZT";
}

/** Red, green, blue and alpha in a signed 32-bit number, red in the highest byte. */
function colourOf(text: string): string | null {
  const value = Number(text);
  if (!/^-?\d+$/.test(text) || value < -(2 ** 31) || value >= 2 ** 32) return null;
  return `#${(value >>> 8).toString(16).padStart(6, "0")}`;
}

function lengthUm(value: unknown, unit: unknown): number | null {
  const number = numberOf(value);
  const unitUm = UNIT_UM[textOf(unit) || "um"];
  return number !== null && number > 0 && unitUm !== undefined ? number * unitUm : null;
}

/** A size, at least 1. */
function countOf(value: unknown): number {
  const count = wholeNumberOf(value);
  if (count !== null && count >= 1) return count;
  throw new SlideFileError("damaged", "This file is damaged: its OME-XML does not state the size of the image.");
}

function numberOf(value: unknown): number | null {
  const text = textOf(value);
  const number = Number(text);
  return text !== "" && Number.isFinite(number) ? number : null;
}

function wholeNumberOf(value: unknown): number | null {
  const number = numberOf(value);
  return number !== null && Number.isInteger(number) && number >= 0 && number <= 2 ** 31 ? number : null;
}

const ENTITIES: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

/** Decodes the five predefined XML entities and numeric character references; others are kept as they are. */
function textOf(value: unknown): string {
  if (typeof value !== "string") return "";
  return value
    .replaceAll(/&(?:(amp|lt|gt|quot|apos)|#(\d{1,6})|#x([\da-f]{1,5}));/gi, (whole, name, decimal, hex) => {
      if (name) return ENTITIES[String(name).toLowerCase()] ?? whole;
      return String.fromCodePoint(decimal ? Number(decimal) : Number.parseInt(hex, 16));
    })
    .trim();
}

function elementOf(value: unknown): Element {
  return typeof value === "object" && value !== null ? (value as Element) : {};
}

function elementsOf(value: unknown): Element[] {
  return Array.isArray(value) ? value.map(elementOf) : [];
}
