/** Images in the texts of imported questions. Each has a mark as its URL until the server has checked and stored it. */
import { isSitePicture } from "../../content/rich-text/rich-text-address.ts";
import { decoded } from "./plain-from-markup.ts";
import type { SourceImage } from "./source-question.ts";

/** Reasons why an image is not imported. */
export const IMAGE_PROBLEMS = ["missing", "type", "unreadable", "tooLarge", "tooMany"] as const;
export type ImageProblem = (typeof IMAGE_PROBLEMS)[number];

export interface LostImage {
  /** Name in the file. */
  readonly name: string;
  readonly problem: ImageProblem;
}

/** @returns null if the file does not contain it. */
export type FindImage = (address: string) => SourceImage | null;

const MARK = "import-image:";
const IMAGE = /<img\b[^<>]*>/gi;
const ADDRESS = /\ssrc\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/i;
const DATA_ADDRESS = /^data:image\/[\w.+-]{1,40};base64,/i;
const NAME_MAX_CHARACTERS = 100;

/** Image URL of a tag; empty: none. */
function addressOf(tag: string): string {
  const found = ADDRESS.exec(tag);
  return decoded(found?.[1] ?? found?.[2] ?? found?.[3] ?? "").trim();
}

/** Image URLs in a text, in order. */
export const imageAddresses = (html: string): string[] => (html.match(IMAGE) ?? []).map(addressOf);

/** Finds the file for a URL in a text. */
export function fileAt(files: ReadonlyMap<string, SourceImage> | undefined, address: string): SourceImage | null {
  if (!files) return null;
  const plain = address.replace(/\?.*$/s, "");
  return files.get(plain) ?? files.get(decodedAddress(plain)) ?? null;
}

function decodedAddress(address: string): string {
  try {
    return decodeURIComponent(address);
  } catch {
    return address;
  }
}

/** The last segment of a URL. */
export function nameOfImage(address: string): string {
  if (DATA_ADDRESS.test(address)) return "image";
  return (
    address
      .replace(/[?#].*$/s, "")
      .split("/")
      .at(-1)
      ?.slice(-NAME_MAX_CHARACTERS)
      .toWellFormed() || "image"
  );
}

/**
 * @param images images found so far; those of this text are appended.
 * @returns the text with marks instead of URLs; images that the file does not contain are removed.
 */
export function markImages(
  html: string,
  find: FindImage,
  { images, lost }: { readonly images: SourceImage[]; readonly lost: LostImage[] },
): string {
  return html.replace(IMAGE, (tag) => {
    const address = addressOf(tag);
    if (isSitePicture(address)) return tag;
    const image = inlineImage(address) ?? find(address);
    if (image === null) {
      lost.push({ name: nameOfImage(address), problem: "missing" });
      return "";
    }
    images.push(image);
    return tag.replace(ADDRESS, () => ` src="${MARK}${images.length - 1}"`);
  });
}

function inlineImage(address: string): SourceImage | null {
  const start = DATA_ADDRESS.exec(address)?.[0];
  return start === undefined ? null : { name: nameOfImage(address), base64: address.slice(start.length) };
}

/**
 * Replaces the marks by the URLs of the stored images.
 *
 * @param srcOf URL by the image's index in the question; null: the image is removed.
 */
export function withImageAddresses(html: string, srcOf: (place: number) => string | null): string {
  return html.replace(IMAGE, (tag) => {
    const address = addressOf(tag);
    if (!address.startsWith(MARK)) return tag;
    const src = srcOf(Number(address.slice(MARK.length)));
    return src === null ? "" : tag.replace(ADDRESS, () => ` src="${src}"`);
  });
}
