/** Checks that files which one server stores, replaces or deletes are served, or no longer served, by the other one. */
import type { Image } from "@parfocal/core/image/image.contract.ts";
import type { MediaFile } from "@parfocal/core/media/media.contract.ts";
import sharp from "sharp";
import { pause, type ServerUnderTest } from "../server-under-test.ts";
import { hashOf, type Nodes } from "./convert-and-kill.ts";

/** Access to tiles is cached for ten seconds. */
const SEEN_WITHIN_MS = 12_000;

async function ask(node: ServerUnderTest, token: string, path: string, options: RequestInit = {}) {
  const answer = await fetch(`${node.origin}${path}`, {
    ...options,
    headers: { "x-site-token": token, ...options.headers },
  });
  const bytes = Buffer.from(await answer.arrayBuffer());
  return { status: answer.status, hash: hashOf(bytes), bytes };
}

async function pictureOf(node: ServerUnderTest, token: string, imageId: number, what: "tile" | "thumbnail") {
  const { bytes } = await ask(node, token, `/api/v2/image/${imageId}`);
  const { slideInformation, thumbnail } = JSON.parse(bytes.toString()) as Image;
  const tile = slideInformation?.tilesMapUrl?.replace(/\{[zxy]\}/g, "0");
  return ask(node, token, (what === "tile" ? tile : thumbnail) ?? "");
}

/** A slide gets the file of another one through the first server. @returns what the second one served incorrectly. */
async function replaceSlide({ nodes, token }: Nodes, id: number, imageId: number): Promise<string[]> {
  const [first, second] = nodes as [ServerUnderTest, ServerUnderTest];
  const wrong: string[] = [];
  const pictures = (of: number) =>
    Promise.all(
      [first, second].flatMap((node) =>
        (["tile", "thumbnail"] as const).map((what) => pictureOf(node, token, of, what)),
      ),
    );
  const [before, other] = [await pictures(id), await pictures(imageId)];
  if ([...before, ...other].some(({ status }) => status !== 200)) wrong.push("a picture before the change");
  const body = JSON.stringify({ imageId, annotations: "keep" });
  const headers = { "content-type": "application/json" };
  const { status } = await ask(first, token, `/api/v2/image/${id}/file`, { method: "PUT", headers, body });
  if (status >= 300) return [...wrong, `the change was answered ${status}`];
  const after = await pictures(id);
  for (const [index, { hash }] of after.entries())
    if (hash !== other[index]?.hash || hash === before[index]?.hash) wrong.push(`picture ${index} after the change`);
  return wrong;
}

/** An image of the media library, stored on one server, deleted on the other. @returns problems. */
async function storeAndDelete({ nodes, token }: Nodes): Promise<string[]> {
  const [first, second] = nodes as [ServerUnderTest, ServerUnderTest];
  const wrong: string[] = [];
  const picture = await sharp({ create: { width: 600, height: 400, channels: 3, background: "#8a2be2" } })
    .png()
    .toBuffer();
  const body = new FormData();
  body.append("files[]", new Blob([new Uint8Array(picture)], { type: "image/png" }), "purple.png");
  const stored = await ask(first, token, "/api/v2/media", { method: "POST", body });
  if (stored.status >= 300) return [`a picture was answered ${stored.status} ${stored.bytes}`];
  const [file] = JSON.parse(stored.bytes.toString()) as [MediaFile];
  const paths = [`/api/v2/media/${file.id}/file`, `/api/v2/media/${file.id}/thumbnail`];
  for (const path of paths) {
    const [one, two] = [await ask(first, token, path), await ask(second, token, path)];
    if (one.status !== 200 || two.status !== 200 || one.hash !== two.hash) wrong.push(`${path}: the servers differ`);
  }
  await ask(second, token, `/api/v2/media/${file.id}`, { method: "DELETE" });
  const deadline = performance.now() + SEEN_WITHIN_MS;
  for (const path of paths) {
    while ((await ask(first, token, path)).status !== 404) {
      if (performance.now() > deadline) return [...wrong, `${path} is still there after it was deleted`];
      await pause(200);
    }
  }
  return wrong;
}

export const seeChanges = async (means: Nodes, id: number, imageId: number): Promise<string[]> => [
  ...(await replaceSlide(means, id, imageId)),
  ...(await storeAndDelete(means)),
];
