/**
 * URLs of a slide for other viewers. IIIF clients build all URLs from the image's own and lose a query, so there a
 * share token is part of the identifier; elsewhere it is in the query.
 */
import { withShareToken } from "../../people/access/share-token.ts";

export interface SharedPlace {
  /** Scheme and host, without a trailing slash. */
  readonly origin: string;
  /** Null: the viewer's own session is used. */
  readonly shareToken: string | null;
}

/** URL of the image; its information is at `/info.json` below it. */
export function iiifImageAddress({ origin, shareToken }: SharedPlace, imageId: number): string {
  return `${origin}/iiif/3/${imageId}${shareToken === null ? "" : `~${shareToken}`}`;
}

export function deepZoomAddress({ origin, shareToken }: SharedPlace, imageId: number): string {
  return withToken(`${origin}/deepzoom/${imageId}.dzi`, shareToken);
}

export function manifestAddress({ origin, shareToken }: SharedPlace, kind: string, id: number): string {
  return withToken(`${origin}/iiif/presentation/3/${kind}/${id}/manifest.json`, shareToken);
}

const withToken = (address: string, shareToken: string | null) =>
  shareToken === null ? address : withShareToken(address, shareToken);
