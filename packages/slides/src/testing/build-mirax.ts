/**
 * Writes the files of small MIRAX slides for tests, according to OpenSlide's description of the format: one level of
 * adjacent camera images, without overlap.
 */
import { encodeJpeg, type RawPicture } from "../codec/raw-picture.ts";
import { tilesOf } from "./slide-files.ts";

export interface MiraxSpec {
  /** Its sides are multiples of `MIRAX_TILE`. */
  readonly picture: RawPicture;
  /** Name of the slide's file and folder; default: `slide`. */
  readonly name?: string;
  /** Changes Slidedat.ini before it is written. */
  readonly change?: (slidedat: string) => string;
}

export const MIRAX_TILE = { width: 64, height: 64 };
export const MIRAX_UM = 0.25;
const SLIDE_ID = "0123456789ABCDEF0123456789ABCDEF";
const QUALITY = 95;

/** Files by path: `slide.mrxs` and the contents of the folder `slide`. */
export async function buildMirax({
  picture,
  name = "slide",
  change = (text) => text,
}: MiraxSpec): Promise<Map<string, Buffer>> {
  const [columns, rows] = [picture.width / MIRAX_TILE.width, picture.height / MIRAX_TILE.height];
  const jpegs = await Promise.all(tilesOf(picture, MIRAX_TILE).map((tile) => encodeJpeg(tile, QUALITY)));
  const header = Buffer.alloc(5 + SLIDE_ID.length + 3 + 256);
  header.write(`01.02${SLIDE_ID}000`, "latin1");
  let position = header.length;
  const items = jpegs.map(({ bytes }, index) => {
    const item = [index, position, bytes.length, 0];
    position += bytes.length;
    return item;
  });
  const thumbnail = await encodeJpeg(picture, QUALITY);
  return new Map([
    [`${name}.mrxs`, thumbnail.bytes],
    [`${name}/Slidedat.ini`, Buffer.from(change(slidedatOf(columns, rows)))],
    [`${name}/Index.dat`, indexOf(items)],
    [`${name}/Data0000.dat`, Buffer.concat([header, ...jpegs.map(({ bytes }) => bytes)])],
  ]);
}

/** Pointers to tables, to a level's record, to its first page, which is empty, and to the page with the images. */
function indexOf(items: readonly (readonly number[])[]): Buffer {
  const start = Buffer.from(`01.02${SLIDE_ID}`, "latin1");
  const table = start.length + 8;
  const record = table + 4;
  const page = record + 8;
  const numbers = [table, table, record, 0, page, items.length, 0, ...items.flat()];
  const rest = Buffer.alloc(numbers.length * 4);
  for (const [index, number] of numbers.entries()) rest.writeInt32LE(number, index * 4);
  return Buffer.concat([start, rest]);
}

function slidedatOf(columns: number, rows: number): string {
  const sections: Record<string, Record<string, string | number>> = {
    GENERAL: {
      SLIDE_VERSION: "01.02",
      CURRENT_SLIDE_VERSION: "1.9",
      SLIDE_ID,
      IMAGENUMBER_X: columns,
      IMAGENUMBER_Y: rows,
      OBJECTIVE_MAGNIFICATION: 20,
      CameraImageDivisionsPerSide: 1,
    },
    HIERARCHICAL: {
      HIER_COUNT: 1,
      NONHIER_COUNT: 0,
      INDEXFILE: "Index.dat",
      HIER_0_NAME: "Slide zoom level",
      HIER_0_COUNT: 1,
      HIER_0_VAL_0: "ZoomLevel_0",
      HIER_0_VAL_0_SECTION: "LAYER_0_LEVEL_0_SECTION",
    },
    LAYER_0_LEVEL_0_SECTION: {
      OVERLAP_X: 0,
      OVERLAP_Y: 0,
      MICROMETER_PER_PIXEL_X: MIRAX_UM,
      MICROMETER_PER_PIXEL_Y: MIRAX_UM,
      IMAGE_FORMAT: "JPEG",
      IMAGE_FILL_COLOR_BGR: 16_777_215,
      DIGITIZER_WIDTH: MIRAX_TILE.width,
      DIGITIZER_HEIGHT: MIRAX_TILE.height,
      IMAGE_CONCAT_FACTOR: 0,
    },
    DATAFILE: { FILE_COUNT: 1, FILE_0: "Data0000.dat" },
  };
  return Object.entries(sections)
    .map(
      ([name, keys]) =>
        `[${name}]\r\n${Object.entries(keys)
          .map(([key, value]) => `${key} = ${value}\r\n`)
          .join("")}`,
    )
    .join("\r\n");
}
