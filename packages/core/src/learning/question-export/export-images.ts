/** Images of exported questions; those of the media library are included in the file. */

/** A media library file used in a text. */
export interface ExportedImage {
  /** Unique among the images of the export. */
  readonly name: string;
  readonly contents: Uint8Array;
  /** Contents, for formats that embed them as text. */
  readonly base64: () => string;
}

/** By the URL used in the texts. Images that are missing here are omitted. */
export type ExportedImages = ReadonlyMap<string, ExportedImage>;

export const NO_IMAGES: ExportedImages = new Map();

const IMAGE = /<img\b[^<>]*>/gi;
const ADDRESS = /\ssrc="([^"]*)"/i;
const IN_LIBRARY = /^\/api\/v2\/media\/([1-9]\d{0,14})\/[0-9a-f]{44}\/file$/;

/** Image URLs in a sanitized text. */
export const addressesOfImages = (html: string): string[] =>
  (html.match(IMAGE) ?? []).map((tag) => ADDRESS.exec(tag)?.[1] ?? "");

/** ID of the media file that a URL belongs to; null: not a media file. */
export function mediaIdOf(address: string): number | null {
  const id = IN_LIBRARY.exec(address)?.[1];
  return id === undefined ? null : Number(id);
}

/** Image URLs in these texts, without duplicates. */
export const imagesIn = (texts: readonly string[], images: ExportedImages): ExportedImage[] => [
  ...new Set(texts.flatMap(addressesOfImages).flatMap((address) => images.get(address) ?? [])),
];
