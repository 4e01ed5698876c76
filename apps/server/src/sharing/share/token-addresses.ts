/** Addresses of pictures that a share opens. */

import { withShareToken } from "@parfocal/core/access/share-token.ts";
import type { SlideInformation } from "@parfocal/core/image/image.contract.ts";

/** Another server is not told the token. @param address a path of ours, or a whole address; null: none. */
export function withTokenIfSameOrigin(address: string | null, token: string): string | null {
  return address?.startsWith("/") ? withShareToken(address, token) : address;
}

export function withTokenInTiles(information: SlideInformation, token: string): SlideInformation {
  return { ...information, tilesMapUrl: withTokenIfSameOrigin(information.tilesMapUrl, token) };
}
