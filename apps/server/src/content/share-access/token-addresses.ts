/** URLs of images that a share opens. */
import { withShareToken } from "@parfocal/core/access/share-token.ts";
import type { OpenShareRow } from "./open-share.queries.ts";

/** The share through which content is shown. */
export interface ShownBy {
  readonly share: OpenShareRow;
  readonly token: string;
}

/** The token is never sent to another server. @param address a local path, or a complete URL; null: none. */
export function withTokenIfSameOrigin(address: string | null, token: string): string | null {
  return address?.startsWith("/") ? withShareToken(address, token) : address;
}

/** URLs of thumbnails of slides and radiology items, and of files in the media library with their key. */
const OPENED_THUMBNAIL = /^\/(?:tiles|radiology)\/|^\/api\/v2\/media\/\d+\/[0-9a-f]+\//;
const OF_SLIDE = "/tiles/";

/**
 * Null for a thumbnail that the token does not open: a chosen one, or one of a radiology item, if information is
 * hidden.
 */
export function sharedThumbnail(address: string | null, { share, token }: ShownBy): string | null {
  if (!address?.startsWith("/")) return address;
  const isOpened = share.hides_slide_information ? address.startsWith(OF_SLIDE) : OPENED_THUMBNAIL.test(address);
  return isOpened ? withShareToken(address, token) : null;
}

const IMAGE_IN_TEXT = /(<img\b[^>]*?\ssrc=")(\/(?:tiles|api\/v2\/media)\/[^"]*)(")/g;

/** Formatted text whose images the token opens: those of slides in the same share, and of the media library. */
export const withTokenInText = (text: string, token: string): string =>
  text.replace(IMAGE_IN_TEXT, (_, before, address, after) => before + withShareToken(address, token) + after);

export function withTokenInTiles<Information extends { readonly tilesMapUrl: string | null }>(
  information: Information,
  token: string,
): Information {
  return { ...information, tilesMapUrl: withTokenIfSameOrigin(information.tilesMapUrl, token) };
}
