/**
 * Writes Philips TIFF files for tests, according to OpenSlide's description of the format: levels as large as all their
 * tiles together, with their true scale in the pixel spacing.
 */
import { encodeJpeg, type RawPicture } from "../codec/raw-picture.ts";
import { buildTiff, type PageSpec } from "./build-tiff.ts";
import { tilesOf } from "./slide-files.ts";

export interface PhilipsSpec {
  /** From the largest to the smallest; each is padded to whole tiles. */
  readonly levels: readonly { readonly picture: RawPicture; readonly downsample: number }[];
  readonly tile?: { readonly width: number; readonly height: number };
  /** Spacing of full-resolution pixels, in mm. */
  readonly spacingMm?: { readonly x: number; readonly y: number };
  /** Indices of omitted tiles of the first level. */
  readonly leftOut?: readonly number[];
  readonly label?: RawPicture;
  readonly macro?: RawPicture;
  readonly barcode?: string;
  /** Replaces the generated description. */
  readonly description?: string;
}

export const PHILIPS_TILE = { width: 64, height: 64 };
const QUALITY = 90;

export async function buildPhilips(spec: PhilipsSpec): Promise<Buffer> {
  const tile = spec.tile ?? PHILIPS_TILE;
  const description = spec.description ?? (await philipsXml(spec));
  const pages = await Promise.all(
    spec.levels.map(async ({ picture }, index): Promise<PageSpec> => {
      const tiles = await Promise.all(tilesOf(picture, tile).map((part) => encodeJpeg(part, QUALITY)));
      const segments = tiles.map(({ bytes }, number) =>
        index === 0 && spec.leftOut?.includes(number) ? Buffer.alloc(0) : bytes,
      );
      return {
        width: Math.ceil(picture.width / tile.width) * tile.width,
        height: Math.ceil(picture.height / tile.height) * tile.height,
        tile,
        segments,
        compression: 7,
        photometric: 6,
        description: index === 0 ? description : `level=${index} mag=20 quality=80`,
        fields: {
          254: { type: 4, values: [index === 0 ? 0 : 1] },
          305: { type: 2, text: "Philips DP v1.0" },
        },
      };
    }),
  );
  return buildTiff({ pages });
}

async function philipsXml(spec: PhilipsSpec): Promise<string> {
  const { x, y } = spec.spacingMm ?? { x: 0.00025, y: 0.00025 };
  const spacing = (factor: number) => value("DICOM_PIXEL_SPACING", `"${y * factor}" "${x * factor}"`);
  const representations = spec.levels.map(({ downsample }, index) =>
    object("PixelDataRepresentation", spacing(downsample), value("PIIM_PIXEL_DATA_REPRESENTATION_NUMBER", `${index}`)),
  );
  const slide = object(
    "DPScannedImage",
    value("PIM_DP_IMAGE_TYPE", "WSI"),
    spacing(1),
    list("PIIM_PIXEL_DATA_REPRESENTATION_SEQUENCE", representations),
  );
  const pictures = await Promise.all(
    [["LABELIMAGE", spec.label] as const, ["MACROIMAGE", spec.macro] as const].map(async ([type, picture]) => {
      if (picture === undefined) return "";
      const { bytes } = await encodeJpeg(picture, QUALITY);
      const data = value("PIM_DP_IMAGE_DATA", bytes.toString("base64"));
      return object("DPScannedImage", value("PIM_DP_IMAGE_TYPE", type), data);
    }),
  );
  const about = [
    value("DICOM_MANUFACTURER", "PHILIPS"),
    value("DICOM_ACQUISITION_DATETIME", "20160718122300.000000"),
    value("DICOM_PATIENT_NAME", "Somebody^Ill"),
    ...(spec.barcode === undefined ? [] : [value("PIM_DP_UFS_BARCODE", Buffer.from(spec.barcode).toString("base64"))]),
  ];
  const images = list("PIM_DP_SCANNED_IMAGES", [slide, ...pictures]);
  return `<?xml version="1.0" encoding="UTF-8" ?>${object("DPUfsImport", ...about, images)}`;
}

function object(type: string, ...contents: readonly string[]): string {
  return `<DataObject ObjectType="${type}">${contents.join("")}</DataObject>`;
}

function value(name: string, text: string): string {
  return `<Attribute Name="${name}" Group="0x0028" Element="0x0030" PMSVR="IString">${text}</Attribute>`;
}

function list(name: string, objects: readonly string[]): string {
  return `<Attribute Name="${name}" Group="0x301D" Element="0x1003" PMSVR="IDataObjectArray"><Array>${objects.join("")}</Array></Attribute>`;
}
