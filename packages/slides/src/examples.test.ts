/** Runs each script of examples/ on files created here. */
import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import sharp from "sharp";
import { afterAll, describe, expect, it } from "vitest";
import { decodePicture, encodePng } from "./codec/raw-picture.ts";
import { openSlideFile } from "./open-slide-file.ts";
import { buildOmeTiff, sampleAt } from "./testing/build-ome-tiff.ts";
import { buildTiff } from "./testing/build-tiff.ts";
import { buildPicture, compareSamples } from "./testing/pictures.ts";
import { rawPage, temporarySlideFiles } from "./testing/slide-files.ts";

const { folder, fileOf } = temporarySlideFiles();
const scriptOf = (name: string) => fileURLToPath(new URL(`../examples/${name}.ts`, import.meta.url));
const run = (name: string, ...words: string[]) => promisify(execFile)(process.execPath, [scriptOf(name), ...words]);

const picture = buildPicture(700, 600);
const slideFile = () => fileOf(buildTiff({ pages: [rawPage(picture)] }));

let server: ChildProcess | undefined;
afterAll(() => void server?.kill());

// Each starts a process.
describe.concurrent("examples", { timeout: 60_000 }, () => {
  it("list-slide describes a slide", async () => {
    const { stdout } = await run("list-slide", await fileOf(buildOmeTiff({ width: 700, height: 20, depths: 3 })));
    expect(stdout).toContain("ome-tiff, 700 x 20 px\npixel size unknown\n");
    expect(stdout).toContain("level 0: 700 x 20 px in 2 x 1 tiles, 1:1\n");
    expect(stdout).toContain("planes: Channel 1; 3 depths, 1 times\n");
  });

  it("serve-deep-zoom answers with the descriptor, tiles of the slide's pixels, and 404", async () => {
    server = spawn(process.execPath, [scriptOf("serve-deep-zoom"), await slideFile(), "0"], { stdio: "pipe" });
    const [said] = await once(server.stdout!, "data");
    const address = `http://127.0.0.1:${/port: (\d+)/.exec(String(said))![1]}`;
    expect(await (await fetch(`${address}/slide.dzi`)).text()).toContain('<Size Width="700" Height="600"/>');
    const answer = await fetch(`${address}/slide_files/10/1_1.jpg`);
    const tile = await decodePicture(Buffer.from(await answer.arrayBuffer()));
    expect([answer.headers.get("content-type"), tile.width, tile.height]).toEqual(["image/jpeg", 188, 88]);
    const { width, height, channels, samples } = picture;
    const { data: expected } = await sharp(samples, { raw: { width, height, channels } })
      .extract({ left: 512, top: 512, width: 188, height: 88 })
      .raw()
      .toBuffer({ resolveWithObject: true });
    const sumOf = (bytes: Uint8Array) => bytes.reduce((sum, byte) => sum + byte, 0);
    expect(Math.abs(sumOf(tile.samples) - sumOf(expected)) / expected.length).toBeLessThan(2);
    const smallest = await fetch(`${address}/slide_files/0/0_0.jpg`);
    expect(await sharp(Buffer.from(await smallest.arrayBuffer())).metadata()).toMatchObject({ width: 1, height: 1 });
    for (const none of ["10/2_0", "11/0_0", "9/-1_0", "x/0_0"]) {
      expect((await fetch(`${address}/slide_files/${none}.jpg`)).status).toBe(404);
    }
  });

  it("make-thumbnail writes a JPEG of the requested size", async () => {
    const output = join(folder(), "thumbnail.jpg");
    await run("make-thumbnail", await slideFile(), output, "70");
    expect(await sharp(await readFile(output)).metadata()).toMatchObject({ format: "jpeg", width: 70, height: 60 });
  });

  it("convert-picture converts an image to a slide", async () => {
    const output = join(folder(), "made.tif");
    const { stdout } = await run("convert-picture", await fileOf((await encodePng(picture)).bytes), output);
    expect(stdout).toContain("is a slide.");
    const slide = await openSlideFile(output);
    expect(slide).toMatchObject({ width: 700, height: 600 });
    await slide.close();
  });

  it("composite-channels shows each channel in its window and colour", async () => {
    const [width, height] = [60, 40];
    const channelAttributes = (channel: number) => `Color="${["-16776961", "16711935"][channel]}"`;
    const input = await fileOf(buildOmeTiff({ width, height, channels: 2, channelAttributes }));
    const output = join(folder(), "composite.png");
    await run("composite-channels", input, output, "0-400", "5000-5200");
    const shown = await decodePicture(await readFile(output));
    const share = (sample: number, min: number, max: number) => Math.min(1, Math.max(0, (sample - min) / (max - min)));
    const expected = Uint8Array.from({ length: width * height * 3 }, (_, i) => {
      const [x, y] = [Math.floor(i / 3) % width, Math.floor(i / 3 / width)];
      const sample = (channel: number) => sampleAt({ channel, depth: 0, time: 0 }, x, y);
      return Math.round(255 * [share(sample(0), 0, 400), share(sample(1), 5000, 5200), 0][i % 3]!);
    });
    expect(compareSamples(shown.samples, expected).greatest).toBeLessThanOrEqual(1);
  });
});
