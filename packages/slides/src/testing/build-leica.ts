/**
 * Writes Leica SCN files for tests, according to OpenSlide's description of the format: BigTIFF, images with their
 * positions in nanometres, one directory for each level, channel and focal plane.
 */
import { encodeJpeg, type RawPicture } from "../codec/raw-picture.ts";
import { buildTiff, type PageSpec } from "./build-tiff.ts";
import { tilesOf } from "./slide-files.ts";

export interface LeicaPictureSpec {
  readonly picture: RawPicture;
  readonly channel?: number;
  readonly depth?: number;
}

export interface LeicaImageSpec {
  readonly leftNm: number;
  readonly topNm: number;
  readonly widthNm: number;
  readonly heightNm: number;
  readonly pictures: readonly LeicaPictureSpec[];
  readonly channels?: readonly { readonly name: string; readonly rgb: string }[];
  readonly spacingZ?: number;
}

export interface LeicaSpec {
  readonly widthNm: number;
  readonly heightNm: number;
  readonly images: readonly LeicaImageSpec[];
  readonly barcode?: string;
  readonly namespace?: "2010/03/10" | "2010/10/01";
  /** Changes the description before it is written. */
  readonly change?: (xml: string) => string;
}

export const LEICA_TILE = { width: 64, height: 64 };
const QUALITY = 90;

export async function buildLeica(spec: LeicaSpec): Promise<Buffer> {
  const { change = (xml) => xml } = spec;
  const pictures = spec.images.flatMap((image) => image.pictures);
  const pages = await Promise.all(
    pictures.map(async ({ picture }): Promise<PageSpec> => {
      const tiles = await Promise.all(tilesOf(picture, LEICA_TILE).map((part) => encodeJpeg(part, QUALITY)));
      const { width, height, channels } = picture;
      return {
        width,
        height,
        tile: LEICA_TILE,
        samplesPerPixel: channels,
        segments: tiles.map(({ bytes }) => bytes),
        compression: 7,
        photometric: channels === 1 ? 1 : 6,
      };
    }),
  );
  const [first, ...rest] = pages;
  return buildTiff({ isBigTiff: true, pages: [{ ...first!, description: change(xmlOf(spec)) }, ...rest] });
}

function xmlOf(spec: LeicaSpec): string {
  let ifd = 0;
  const images = spec.images.map((image) => {
    const dimensions = image.pictures.map(({ picture: { width, height }, channel, depth }) => {
      const plane = `${channel === undefined ? "" : ` c="${channel}"`}${depth === undefined ? "" : ` z="${depth}"`}`;
      const dimension = `<dimension sizeX="${width}" sizeY="${height}" r="0"${plane} ifd="${ifd}"/>`;
      ifd += 1;
      return dimension;
    });
    const channels = (image.channels ?? []).map(
      ({ name, rgb }, index) => `<channel index="${index}" name="${name}" rgb="${rgb}"/>`,
    );
    const spacing = image.spacingZ === undefined ? "" : ` spacingZ="${image.spacingZ}"`;
    return `<image name="image" uuid="urn:uuid:1"><creationDate>2012-05-07T09:31:45.73Z</creationDate>
      <device model="Leica SCN400;Leica SCN" version="1.5.0.10864 2012/02/15 21:46:43"/>
      <pixels sizeX="1" sizeY="1">${dimensions.join("")}</pixels>
      <view sizeX="${image.widthNm}" sizeY="${image.heightNm}" offsetX="${image.leftNm}" offsetY="${image.topNm}"${spacing}/>
      <scanSettings><objectiveSettings><objective>20</objective></objectiveSettings>
      <illuminationSettings><numericalAperture>0.4</numericalAperture><illuminationSource>brightfield</illuminationSource></illuminationSettings>
      ${channels.length > 0 ? `<channelSettings>${channels.join("")}</channelSettings>` : ""}</scanSettings></image>`;
  });
  const namespace = `http://www.leica-microsystems.com/scn/${spec.namespace ?? "2010/10/01"}`;
  const barcode = spec.barcode === undefined ? "" : `<barcode>${spec.barcode}</barcode>`;
  return `<?xml version="1.0"?><scn xmlns="${namespace}" uuid="urn:uuid:0"><collection name="" uuid="urn:uuid:2" sizeX="${spec.widthNm}" sizeY="${spec.heightNm}">${barcode}${images.join("")}</collection></scn>`;
}
