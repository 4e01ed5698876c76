/**
 * The XML description in a Philips TIFF: DICOM names, nested as objects, attributes and arrays.
 *
 * Source: OpenSlide, "Philips format"; Philips, "Digital pathology: TIFF export", for the names.
 */
import { type AssociatedImageName, type PixelSizeUm, SlideFileError } from "../../slide-source.ts";
import { barcodeText } from "../../xml/barcode-text.ts";
import { attributeOf, elementAt, elementsOf, readXml, type XmlElement } from "../../xml/read-xml.ts";

export interface PhilipsDocument {
  /** At full resolution; null: missing. */
  readonly pixelSizeUm: PixelSizeUm | null;
  /** Full-resolution pixels per pixel of each level, in file order, the first one 1; empty: missing. */
  readonly downsamples: readonly number[];
  /** Images embedded in the description, as JPEG in base64. */
  readonly images: readonly { readonly name: AssociatedImageName; readonly base64: string }[];
  readonly properties: Readonly<Record<string, string>>;
}

const IMAGE_NAMES: Readonly<Record<string, AssociatedImageName>> = { LABELIMAGE: "label", MACROIMAGE: "macro" };
const SLIDE_TYPE = "WSI";

/** Properties of the scanner and the scan, without patient data. */
const SHOWN = [
  "DICOM_MANUFACTURER",
  "DICOM_MANUFACTURERS_MODEL_NAME",
  "DICOM_DEVICE_SERIAL_NUMBER",
  "DICOM_SOFTWARE_VERSIONS",
  "DICOM_ACQUISITION_DATETIME",
  "DICOM_DATE_OF_LAST_CALIBRATION",
  "PIM_DP_SCANNER_RACK_NUMBER",
  "PIM_DP_SCANNER_SLOT_NUMBER",
];
const BARCODE = "PIM_DP_UFS_BARCODE";

/** Minimum plausible pixel size of a microscope. */
const MIN_PIXEL_UM = 1e-3;
const MAX_PIXEL_UM = 1e3;
/** Tolerance for ratios of spacings around the intended integer, because spacings have few digits. */
const RATIO_TOLERANCE = 0.1;

export function isPhilipsXml(description: string): boolean {
  return description.slice(0, 65_536).includes("DPUfsImport");
}

/** @throws SlideFileError if it cannot be parsed, or describes several slides. */
export function parsePhilipsDocument(xml: string): PhilipsDocument {
  const root = readXml(xml);
  const scanned = objectsIn(root, "PIM_DP_SCANNED_IMAGES");
  const slides = scanned.filter((image) => fieldOf(image, "PIM_DP_IMAGE_TYPE") === SLIDE_TYPE);
  if (slides.length > 1) {
    throw new SlideFileError(
      "unsupported",
      "This Philips file contains several slides. Parfocal reads files with one slide only.",
    );
  }
  const [slide] = slides;
  const spacings = objectsIn(slide, "PIIM_PIXEL_DATA_REPRESENTATION_SEQUENCE").map((level) =>
    spacingOf(fieldOf(level, "DICOM_PIXEL_SPACING")),
  );
  return {
    pixelSizeUm: spacingOf(fieldOf(slide, "DICOM_PIXEL_SPACING")) ?? spacings[0] ?? null,
    downsamples: downsamplesOf(spacings),
    images: scanned.flatMap((image) => {
      const name = IMAGE_NAMES[fieldOf(image, "PIM_DP_IMAGE_TYPE")];
      const base64 = fieldOf(image, "PIM_DP_IMAGE_DATA");
      return name && base64 !== "" ? [{ name, base64 }] : [];
    }),
    properties: propertiesOf(root, slide),
  };
}

/** DICOM order: spacing of rows, then of columns; each in quotation marks, in mm. */
function spacingOf(text: string): PixelSizeUm | null {
  const [y, x] = text
    .replaceAll('"', " ")
    .trim()
    .split(/[\s\\]+/)
    .map((part) => Number(part) * 1000);
  const isPlausible = (um: number | undefined): um is number =>
    um !== undefined && um >= MIN_PIXEL_UM && um <= MAX_PIXEL_UM;
  return isPlausible(x) && isPlausible(y) ? { x, y } : null;
}

function downsamplesOf(spacings: readonly (PixelSizeUm | null)[]): number[] {
  const [full] = spacings;
  const ratios = spacings.map((level) => (full && level ? (level.x / full.x + level.y / full.y) / 2 : 0));
  return ratios.every((ratio) => ratio > 0)
    ? ratios.map((ratio) => (Math.abs(ratio - Math.round(ratio)) <= RATIO_TOLERANCE ? Math.round(ratio) : ratio))
    : [];
}

function propertiesOf(root: XmlElement, slide: XmlElement | undefined): Record<string, string> {
  const shown = SHOWN.map((name) => [name, fieldOf(root, name) || (slide ? fieldOf(slide, name) : "")] as const);
  const barcode = [BARCODE, barcodeText(fieldOf(root, BARCODE))] as const;
  return Object.fromEntries(
    [...shown, barcode]
      .filter(([, value]) => value !== "")
      .map(([name, value]) => [`philips.${name}`, value.replaceAll('"', "").slice(0, 1000)]),
  );
}

function attributeNamed(object: XmlElement | undefined, name: string): XmlElement | undefined {
  return elementsOf(object, "Attribute").find((attribute) => attributeOf(attribute, "Name") === name);
}

function fieldOf(object: XmlElement | undefined, name: string): string {
  return attributeNamed(object, name)?.text ?? "";
}

function objectsIn(object: XmlElement | undefined, name: string): XmlElement[] {
  return elementsOf(elementAt(attributeNamed(object, name), "Array"), "DataObject");
}
