import { existsSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { openSlideFile } from "../open-slide-file.ts";
import { withExtraLevels } from "../pyramid/extra-levels.ts";
import { assembleLevel } from "../testing/assemble-level.ts";
import { buildTiff } from "../testing/build-tiff.ts";
import { buildPicture } from "../testing/pictures.ts";
import { rawPage, temporarySlideFiles } from "../testing/slide-files.ts";
import { completeLevels } from "./complete-levels.ts";
import { completeLevelsInSandbox } from "./complete-levels-in-sandbox.ts";

const { folder, fileOf } = temporarySlideFiles();
/** Large enough to need another level. */
const oneLevel = () => fileOf(buildTiff({ pages: [rawPage(buildPicture(2500, 600, 1))] }));
let made = 0;
const newOutput = () => join(folder(), `levels-${++made}.tif`);

// Each starts a process with the lowest priority.
describe("completeLevelsInSandbox", { timeout: 60_000 }, () => {
  it("creates the same levels as completeLevels, and reports its progress", async () => {
    const slidePath = await oneLevel();
    const [outside, inside] = [newOutput(), newOutput()];
    const slide = await openSlideFile(slidePath);
    expect(await completeLevels(slide, outside)).toBe(true);
    const seen: number[] = [];
    const order = { slidePath, extraLevelsPath: null, outputPath: inside };
    expect(await completeLevelsInSandbox(order, { onProgress: (done) => seen.push(done) })).toBe(true);
    expect(seen.at(-1)).toBe(1);
    const [expected, result] = [await openSlideFile(outside), await openSlideFile(inside)];
    expect(result.levels).toEqual(expected.levels);
    expect((await assembleLevel(result, 0)).samples.equals((await assembleLevel(expected, 0)).samples)).toBe(true);
    await expected.close();
    await withExtraLevels(slide, result).close();

    const again = newOutput();
    expect(await completeLevelsInSandbox({ slidePath, extraLevelsPath: inside, outputPath: again })).toBe(false);
    expect(existsSync(again)).toBe(false);
  });

  it("a damaged slide is rejected with a message, and no files are left", async () => {
    const slidePath = await oneLevel();
    const outputPath = newOutput();
    await writeFile(slidePath, buildTiff({ pages: [rawPage(buildPicture(2500, 600, 1), { compression: 8 })] }));
    await expect(completeLevelsInSandbox({ slidePath, extraLevelsPath: null, outputPath })).rejects.toMatchObject({
      name: "SlideFileError",
      reason: "damaged",
    });
    expect(existsSync(outputPath)).toBe(false);
  });

  it("aborting and the time limit stop it, and no files are left", async () => {
    const order = { slidePath: await oneLevel(), extraLevelsPath: null, outputPath: newOutput() };
    await expect(completeLevelsInSandbox(order, { signal: AbortSignal.timeout(50) })).rejects.toMatchObject({
      name: "TimeoutError",
    });
    await expect(completeLevelsInSandbox(order, { timeLimitMs: 50 })).rejects.toMatchObject({ reason: "tooLarge" });
    expect(existsSync(order.outputPath)).toBe(false);
  });
});
