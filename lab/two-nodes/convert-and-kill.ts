/** Uploads and converts an image, while a server is killed in the middle of either. */
import { createHash } from "node:crypto";
import type { Image } from "@parfocal/core/image/image.contract.ts";
import { queryDatabase } from "../database-of.ts";
import { SITE_ID } from "../learners.ts";
import { pause, type ServerUnderTest } from "../server-under-test.ts";
import { askUntilDone, makeStrips, uploadThrough } from "../steady-client.ts";
import { childrenOf, isSandbox } from "../upload-file.ts";
import type { Machine } from "./network.ts";
import type { SharedFiles } from "./shared-files.ts";

/** Issue 19, part 1. */
export const TAKEN_OVER_WITHIN_MS = 10_000;
const POLL_MS = 100;

export interface Nodes {
  /** Behind the proxy. */
  readonly through: ServerUnderTest;
  readonly nodes: readonly ServerUnderTest[];
  readonly token: string;
  readonly files: SharedFiles;
  /** Machine of each node, in the same order; empty: they are on this one. */
  readonly machines: readonly Machine[];
}

export interface Converted {
  readonly imageId: number;
  readonly takenAfterMs: number;
  readonly state: Image["state"];
  /** Whether the stored original equals the sent file. */
  readonly isEqual: boolean;
  /** Number of unfinished files among the files shared by all servers. */
  readonly halfMade: number;
  /** Status of a tile from each server. */
  readonly tiles: string;
}

/** ID of the given slide. */
export const slideOf = ({ slidePath }: ServerUnderTest): number => Number(/i(\d+)\/$/.exec(slidePath)?.[1]);

export const isConverting = async (node: ServerUnderTest): Promise<boolean> => {
  const children = node.isRunning() ? await childrenOf(node.processId()) : [];
  return (await Promise.all(children.map(isSandbox))).some(Boolean);
};

export const workerOf = async (server: ServerUnderTest, imageId: number): Promise<string | null> => {
  const rows = await queryDatabase<{ worker: string | null }>(
    server,
    `SELECT worker FROM job JOIN image ON image.slide_file_id = job.subject_id AND image.site_id = job.site_id
     WHERE job.site_id = $1 AND image.item_id = $2 AND job.kind = 'convertImage'`,
    [SITE_ID, imageId],
  );
  return rows[0]?.worker ?? null;
};

export const imageOf = ({ through, token }: Nodes, imageId: number) =>
  askUntilDone<Image>(through, token, `/image/${imageId}`);

/** Kills the node that converts. @returns how long no node was converting, in ms. */
async function killConverting(means: Nodes, imageId: number): Promise<number> {
  const { through, nodes } = means;
  for (;;) {
    if ((await imageOf(means, imageId)).state !== "processing")
      throw new Error("the conversion was done before it could be killed");
    for (const node of nodes) {
      if (!(await isConverting(node))) continue;
      const before = await workerOf(through, imageId);
      await node.kill();
      const killedAt = performance.now();
      while ((await workerOf(through, imageId)) === before) {
        if (performance.now() - killedAt > 3 * TAKEN_OVER_WITHIN_MS) throw new Error("nobody took the conversion");
        await pause(POLL_MS);
      }
      const takenAfterMs = performance.now() - killedAt;
      await node.start();
      return takenAfterMs;
    }
    await pause(POLL_MS);
  }
}

export async function untilReady(means: Nodes, imageId: number): Promise<Image> {
  for (;;) {
    const image = await imageOf(means, imageId);
    if (image.state !== "processing") return image;
    await pause(POLL_MS);
  }
}

/** Whether these bytes are the original of a slide. */
export async function isStoredAs({ files }: Nodes, bytes: Uint8Array): Promise<boolean> {
  const names = await files.list(`slides/${SITE_ID}/`);
  const originals = names.filter((name) => name.endsWith("/original"));
  const hashes = await Promise.all(originals.map(async (name) => hashOf(await files.read(name))));
  return hashes.includes(hashOf(bytes));
}

export const countHalfMade = async ({ files }: Nodes): Promise<number> =>
  (await files.list("slides/")).filter((name) => name.endsWith(".part")).length;

/** @param killed in the middle of the upload. */
export async function convertAndKill(means: Nodes, killed: ServerUnderTest): Promise<Converted> {
  const { through, nodes, token } = means;
  const file = await makeStrips();
  let sent = 0;
  const imageId = await uploadThrough(through, token, file, async () => {
    sent += 1;
    // In the middle, while a chunk is being sent.
    if (sent !== 2) return;
    await killed.kill();
    void killed.start();
  });
  while (!nodes.every((node) => node.isRunning())) await pause(POLL_MS);
  const takenAfterMs = await killConverting(means, imageId);
  const image = await untilReady(means, imageId);
  const tiles = await Promise.all(
    nodes.map((node) => fetch(`${node.origin}/tiles/${imageId}/2/0/0/0`, { headers: { "x-site-token": token } })),
  );
  return {
    imageId,
    takenAfterMs,
    state: image.state,
    isEqual: await isStoredAs(means, file),
    halfMade: await countHalfMade(means),
    tiles: tiles.map(({ status }) => status).join("+"),
  };
}

export const hashOf = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");
