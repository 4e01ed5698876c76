import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { drawScene } from "./draw-scene.ts";
import { tissueScenes } from "./tissue-scene.ts";

const SCALE = 0.1;
let folder = "";

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "tissue-"));
});
afterAll(() => rm(folder, { recursive: true }));

describe("drawing a scene", () => {
  it("writes the scene's pixels as a slide, and reports progress to the end", async () => {
    const path = join(folder, "smear.tif");
    const progress: number[] = [];
    const { marks } = await drawScene("blood-smear", path, { scale: SCALE, onProgress: (done) => progress.push(done) });
    const scene = tissueScenes({ scale: SCALE }).find(({ key }) => key === "blood-smear")!;
    expect(marks).toEqual(scene.teachingMarks);
    expect(progress.at(-1)).toBe(1);
    expect(progress.toSorted((a, b) => a - b)).toEqual(progress);
    const { data, info } = await sharp(path).removeAlpha().raw().toBuffer({ resolveWithObject: true });
    expect([info.width, info.height]).toEqual([scene.width, scene.height]);
    const expected = scene.renderBand(0, scene.height);
    const difference = data.reduce((sum, value, i) => sum + Math.abs(value - expected[i]!), 0) / data.length;
    expect(difference).toBeLessThan(4);
  });

  it("leaves nothing behind when it is cancelled", async () => {
    const abort = new AbortController();
    const path = join(folder, "stopped.tif");
    const drawing = drawScene("kidney-he", path, {
      scale: 0.3,
      signal: abort.signal,
      onProgress: () => abort.abort(new Error("enough")),
    });
    await expect(drawing).rejects.toThrow("enough");
    expect(await readdir(folder)).not.toContain("stopped.tif");
  });

  it("does not start if it was cancelled before", async () => {
    const path = join(folder, "never.tif");
    await expect(drawScene("ki67", path, { signal: AbortSignal.abort(new Error("too late")) })).rejects.toThrow(
      "too late",
    );
    expect(await readdir(folder)).not.toContain("never.tif");
  });

  it("reports an unknown scene", async () => {
    await expect(drawScene("spleen", join(folder, "spleen.tif"))).rejects.toThrow('no scene "spleen"');
  });
});
