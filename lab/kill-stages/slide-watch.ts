/** Looks at an image: what is said to be ready must be seen, at each level. */
import type { Image } from "@parfocal/core/image/image.contract.ts";
import sharp from "sharp";
import type { Client } from "./uploading-client.ts";

export interface Look {
  /** null: the server is away. */
  readonly state: Image["state"] | null;
  readonly hasOpenJob: boolean;
  /** Whether patient data was removed from its file. */
  readonly isDeidentified: boolean;
  /** What was said to be there and was not. */
  readonly faults: readonly string[];
}

const AWAY: Look = { state: null, hasOpenJob: false, isDeidentified: false, faults: [] };

export async function lookAtSlide(client: Client, imageId: number): Promise<Look> {
  const answer = await client.ask(`/api/v2/image/${imageId}`);
  const image = (await answer?.json().catch(() => null)) as Image | null | undefined;
  if (!image) return AWAY;
  const { state, job, slideInformation, thumbnail } = image;
  const levels = slideInformation?.levels ?? [];
  const look = { state, hasOpenJob: job !== null, isDeidentified: image.deidentifiedAt !== null };
  if (state !== "ready") return { ...look, faults: slideInformation === null ? [] : [`${state}, and is shown`] };
  const template = slideInformation?.tilesMapUrl;
  if (!template || !thumbnail) return { ...look, faults: ["ready, without pictures"] };
  const firstTiles = levels.map((_, level) => template.replace("{z}", String(level)).replace(/\{[xy]\}/g, "0"));
  const faults = await Promise.all([...firstTiles, thumbnail].map((path) => faultOf(client, path)));
  return { ...look, faults: faults.flatMap((fault) => fault ?? []) };
}

/** null: it can be seen, or the server is away. */
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
