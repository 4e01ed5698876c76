/** Images of exported questions: those of the media library go along. */

/** A file of the media library that a text shows. */
export interface ExportedImage {
  /** Unique among the images of the export. */
  readonly name: string;
  readonly contents: Uint8Array;
  /** Of the contents, when a format writes them as text. */
  readonly base64: () => string;
}

/** By the address that texts show it by. Those that are not in it are left out. */
export type ExportedImages = ReadonlyMap<string, ExportedImage>;

export const NO_IMAGES: ExportedImages = new Map();

const IMAGE = /<img\b[^<>]*>/gi;
const ADDRESS = /\ssrc="([^"]*)"/i;
const IN_LIBRARY = /^\/api\/v2\/media\/([1-9]\d{0,14})\/[0-9a-f]{44}\/file$/;

/** Addresses of the images of a sanitised text; empty for one that has none. */
export const addressesOfImages = (html: string): string[] =>
  (html.match(IMAGE) ?? []).map((tag) => ADDRESS.exec(tag)?.[1] ?? "");

/** The media file that an address shows; null: it shows something else. */
export function mediaIdOf(address: string): number | null {
  const id = IN_LIBRARY.exec(address)?.[1];
  return id === undefined ? null : Number(id);
}

/** The images of these texts, each once. */
export const imagesIn = (texts: readonly string[], images: ExportedImages): ExportedImage[] => [
  ...new Set(texts.flatMap(addressesOfImages).flatMap((address) => images.get(address) ?? [])),
];
