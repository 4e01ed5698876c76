/** Image files that journeys generate. */
import { createHash, randomBytes } from "node:crypto";
import { createReadStream } from "node:fs";
import sharp from "sharp";
import { storedFiles } from "./stored-files.ts";

/** Noise cannot be compressed: a PNG with this side is about 20 MB, five chunks of an upload. */
const NOISE_SIDE_PX = 2600;

/** Writes an image large enough for its upload to be interrupted. */
export async function writeNoisePicture(path: string): Promise<void> {
  const samples = randomBytes(NOISE_SIDE_PX * NOISE_SIDE_PX * 3);
  await sharp(samples, { raw: { width: NOISE_SIDE_PX, height: NOISE_SIDE_PX, channels: 3 } })
    .png({ compressionLevel: 0 })
    .toFile(path);
}

export async function hashOfFile(path: string): Promise<string> {
  const hash = createHash("sha256");
  for await (const piece of createReadStream(path)) hash.update(piece as Buffer);
  return hash.digest("hex");
}

/** SHA-256 of all slide files that a server has stored, as uploaded. @param dataFolder of the server. */
export async function hashesOfOriginals(dataFolder: string): Promise<string[]> {
  const files = storedFiles(dataFolder);
  const originals = (await files.list("slides/")).filter((name) => name.endsWith("/original"));
  return Promise.all(
    originals.map(async (name) =>
      createHash("sha256")
        .update(await files.read(name))
        .digest("hex"),
    ),
  );
}
