import { expect, it } from "vitest";
import { BlockCache } from "../../bytes/block-cache.ts";
import { FileBytes } from "../../bytes/file-bytes.ts";
import { buildNdpi, encodeIntervals } from "../../testing/build-ndpi.ts";
import { buildPicture } from "../../testing/pictures.ts";
import { temporarySlideFiles } from "../../testing/slide-files.ts";
import { BandCache } from "./band-cache.ts";
import { readPicture, readStrip } from "./ndpi-picture.ts";
import { PictureTiles, tileShapeOf } from "./picture-tiles.ts";
import { readNdpi } from "./read-ndpi.ts";

const { fileOf } = temporarySlideFiles();

it("a tile is the same whether its lane's bytes are cached, only its index, or nothing", async () => {
  const [width, height] = [2400, 72];
  const encoded = await encodeIntervals(buildPicture(width, height), { laneWidth: 1200 });
  const path = await fileOf(buildNdpi({ pictures: [{ ...encoded, width, height, magnification: 40 }] }));
  const file = await FileBytes.open(path);
  const [directory] = await readNdpi(file);
  const picture = await readPicture(directory!, (await readStrip(directory!, file.size))!, file, new BlockCache(file));
  const shape = tileShapeOf(picture!);
  const caches = [new BandCache(), new BandCache(1e6, 0), new BandCache(0, 0)];
  const tiles = caches.map((cache) => new PictureTiles(file, picture!, shape, cache));
  for (let x = 0; x < 5; x++) {
    const [first, ...others] = await Promise.all(tiles.map((one) => one.read(x, 0)));
    // Again: the index is cached, its bytes are not.
    for (const other of [...others, ...(await Promise.all(tiles.map((one) => one.read(x, 0))))]) {
      expect(other.bytes.equals(first!.bytes)).toBe(true);
    }
  }
  expect(caches.map(({ bytes }) => [bytes.index > 0, bytes.stored > 0])).toEqual([
    [true, true],
    [true, false],
    [false, false],
  ]);
  await file.close();
});
