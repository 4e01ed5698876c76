/** URLs of images that a share opens. */
import { withShareToken } from "@parfocal/core/access/share-token.ts";

/** Another server does not get the token. @param address a path of ours, or a whole URL; null: none. */
export function withTokenIfSameOrigin(address: string | null, token: string): string | null {
  return address?.startsWith("/") ? withShareToken(address, token) : address;
}

const OF_SLIDE = "/tiles/";

/** null for an image that the token does not open: of the media library, or of a radiology study. */
export function sharedThumbnail(address: string | null, token: string): string | null {
  return address?.startsWith("/") && !address.startsWith(OF_SLIDE) ? null : withTokenIfSameOrigin(address, token);
}

export function withTokenInTiles<Information extends { readonly tilesMapUrl: string | null }>(
  information: Information,
  token: string,
): Information {
  return { ...information, tilesMapUrl: withTokenIfSameOrigin(information.tilesMapUrl, token) };
}
