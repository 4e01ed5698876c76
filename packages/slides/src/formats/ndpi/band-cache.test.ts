import { expect, it } from "vitest";
import { BandCache } from "./band-cache.ts";
import { bytesOfIndex, cutsOf, type LaneBand } from "./lane-band.ts";

const STORED_BYTES = 1000;

function band(): LaneBand {
  const index = {
    cuts: [0, 1],
    starts: new Float64Array(100),
    cutBytes: new Uint32Array(200),
    cutBits: new Uint8Array(200),
    predictors: new Int16Array(200),
  };
  return { index, stored: { bytes: Buffer.alloc(STORED_BYTES), starts: new Float64Array(100) } };
}

const INDEX_BYTES = bytesOfIndex(band().index);

it("keeps the most recently used indices, and the bytes of fewer, within its limits", async () => {
  const cache = new BandCache(3 * INDEX_BYTES, 2 * STORED_BYTES);
  const made: string[] = [];
  const get = (key: string) =>
    cache.get(key, async () => {
      made.push(key);
      return band();
    });
  for (const key of ["a", "b", "c", "a", "d", "a", "b"]) await get(key);
  expect(made).toEqual(["a", "b", "c", "d", "b"]);
  expect(cache.bytes).toEqual({ index: 3 * INDEX_BYTES, stored: 2 * STORED_BYTES });
  const cached = await Promise.all(["d", "a", "b"].map(get));
  expect(cached.map(({ stored }) => stored !== null)).toEqual([true, false, true]);
});

it("removes an image", async () => {
  const cache = new BandCache();
  const [one, other] = [cache.nextPicture(), cache.nextPicture()];
  for (const key of [`${one}/0/0`, `${one}/0/1`, `${other}/0/0`]) await cache.get(key, async () => band());
  cache.forget(one);
  expect(cache.bytes).toEqual({ index: INDEX_BYTES, stored: STORED_BYTES });
});

it("builds an index once for concurrent requests, and again after a failure", async () => {
  const cache = new BandCache();
  let made = 0;
  const make = async () => {
    made += 1;
    if (made === 1) throw new Error("the disk is away");
    return band();
  };
  await expect(Promise.all([cache.get("a", make), cache.get("a", make)])).rejects.toThrow("away");
  expect(made).toBe(1);
  await Promise.all([cache.get("a", make), cache.get("a", make)]);
  expect(made).toBe(2);
});

it("splits a lane at tile boundaries, counted from the image's left edge", () => {
  expect(cutsOf(0, 130, 64)).toEqual([0, 64, 128, 130]);
  expect(cutsOf(1, 130, 64)).toEqual([0, 62, 126, 130]);
  expect(cutsOf(1, 128, 64)).toEqual([0, 64, 128]);
});
