/** Watches an image: everything reported as ready must be viewable, at each level. */
import type { Image } from "@parfocal/core/image/image.contract.ts";
import sharp from "sharp";
import type { Client } from "./uploading-client.ts";

export interface Look {
  /** Null if the server is unavailable. */
  readonly state: Image["state"] | null;
  readonly hasOpenJob: boolean;
  /** Whether patient data was removed from its file. */
  readonly isDeidentified: boolean;
  /** URLs that were reported as ready but missing. */
  readonly faults: readonly string[];
}

const AWAY: Look = { state: null, hasOpenJob: false, isDeidentified: false, faults: [] };

export async function readSlideState(client: Client, imageId: number): Promise<Look> {
  const image = await readImage(client, imageId);
  if (!image) return AWAY;
  const { state, job } = image;
  const look = { state, hasOpenJob: job !== null, isDeidentified: image.deidentifiedAt !== null };
  const faults = await faultsOf(client, image);
  if (faults.length === 0) return { ...look, faults };
  // The file may have been replaced by a better one after the URLs were read: then those of the new one must work.
  const now = await readImage(client, imageId);
  if (!now) return AWAY;
  return now.slideInformation?.tilesMapUrl === image.slideInformation?.tilesMapUrl
    ? { ...look, faults }
    : await readSlideState(client, imageId);
}

async function readImage(client: Client, imageId: number): Promise<Image | null> {
  const answer = await client.ask(`/api/v2/image/${imageId}`);
  return ((await answer?.json().catch(() => null)) as Image | null | undefined) ?? null;
}

async function faultsOf(client: Client, { state, slideInformation, thumbnail }: Image): Promise<string[]> {
  if (state !== "ready") return slideInformation === null ? [] : [`${state}, and is shown`];
  const template = slideInformation?.tilesMapUrl;
  if (!template || !thumbnail) return ["ready, without pictures"];
  const firstTiles = slideInformation.levels.map((_, level) =>
    template.replace("{z}", String(level)).replace(/\{[xy]\}/g, "0"),
  );
  const faults = await Promise.all([...firstTiles, thumbnail].map((path) => faultOf(client, path)));
  return faults.flatMap((fault) => fault ?? []);
}

/** Null if it is viewable, or the server is unavailable. */
async function faultOf(client: Client, path: string): Promise<string | null> {
  try {
    const answer = await client.ask(path);
    const bytes = await answer?.arrayBuffer().catch(() => null);
    if (bytes) await sharp(bytes).stats();
    return null;
  } catch (error) {
    return `${path}: ${String(error)}`;
  }
}
