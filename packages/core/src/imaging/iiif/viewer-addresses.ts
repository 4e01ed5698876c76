/**
 * Where other viewers find a slide. Clients of IIIF build all addresses on the image's own, and lose a query: there a
 * share's token is part of the name; elsewhere it is the query.
 */
import { withShareToken } from "../../people/access/share-token.ts";

export interface SharedPlace {
  /** Scheme and host, without a slash at its end. */
  readonly origin: string;
  /** null: the viewer's own session decides. */
  readonly shareToken: string | null;
}

/** Of the image itself; its information is `/info.json` below. */
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
