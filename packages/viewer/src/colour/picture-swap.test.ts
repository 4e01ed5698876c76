import { describe, expect, it } from "vitest";
import type { SlideTile } from "../tiles/slide-tile.ts";
import type { TilePictures } from "../tiles/tile-pictures.ts";
import { prepareSwap } from "./picture-swap.ts";

const next: TilePictures = {
  load: () => Promise.reject(new Error("unused")),
  urlsOf: () => [],
  look: () => 0,
  isAtHand: () => false,
  destroy: () => undefined,
};
const tileNamed = (name: string) => ({ name }) as unknown as SlideTile;

/** A view whose tiles and pictures are completed on request of the test. */
function buildSwap({ isUrgent = false, seen = [] as SlideTile[] } = {}) {
  const frames = new Set<() => void>();
  const making = new Map<SlideTile, PromiseWithResolvers<ImageBitmap>>();
  const reported: (readonly SlideTile[])[] = [];
  const closed: SlideTile[] = [];
  const world = { seen, lacksTiles: false };
  const cancel = prepareSwap({
    source: {
      seenTiles: () => world.seen,
      lacksTilesYet: () => world.lacksTiles,
      paint(tile) {
        const picture = Promise.withResolvers<ImageBitmap>();
        making.set(tile, picture);
        return picture.promise;
      },
    },
    map: {
      on: (_name: string, listener: () => void) => void frames.add(listener),
      un: (_name: string, listener: () => void) => void frames.delete(listener),
    } as never,
    next,
    isUrgent,
    onReady: (made) => reported.push([...made.keys()]),
  });
  const settle = () => new Promise((resolve) => setTimeout(resolve));
  return {
    world,
    reported,
    closed,
    making,
    cancel,
    settle,
    frames,
    finish: async (tile: SlideTile) => {
      making.get(tile)?.resolve({ close: () => closed.push(tile) } as unknown as ImageBitmap);
      await settle();
    },
    fail: async (tile: SlideTile) => {
      making.get(tile)?.reject(new Error("no such tile"));
      await settle();
    },
    drawFrame: async () => {
      for (const listener of frames) listener();
      await settle();
    },
  };
}

const [one, other, later] = [tileNamed("one"), tileNamed("other"), tileNamed("later")];

describe("new pictures of the visible tiles", () => {
  it("are reported once all are ready", async () => {
    const swap = buildSwap({ seen: [one, other] });
    await swap.settle();
    await swap.finish(one);
    expect(swap.reported).toEqual([]);
    await swap.finish(other);
    expect(swap.reported).toEqual([[one, other]]);
    await swap.drawFrame();
    expect([swap.reported.length, swap.frames.size]).toEqual([1, 0]);
  });

  it("are also made for tiles that come into view during the swap", async () => {
    const swap = buildSwap({ seen: [one] });
    await swap.settle();
    swap.world.seen = [one, later];
    await swap.finish(one);
    expect(swap.reported).toEqual([]);
    await swap.finish(later);
    expect(swap.reported).toEqual([[one, later]]);
  });

  it("wait for tiles that are loading, unless a caller waits for the swap", async () => {
    const patient = buildSwap({ seen: [one] });
    const urgent = buildSwap({ seen: [one], isUrgent: true });
    for (const swap of [patient, urgent]) {
      swap.world.lacksTiles = true;
      await swap.settle();
      await swap.finish(one);
    }
    expect([patient.reported.length, urgent.reported.length]).toEqual([0, 1]);
    patient.world.lacksTiles = false;
    await patient.drawFrame();
    expect(patient.reported).toEqual([[one]]);
  });

  it("omit those that fail", async () => {
    const swap = buildSwap({ seen: [one, other] });
    await swap.settle();
    await swap.fail(one);
    await swap.finish(other);
    expect(swap.reported).toEqual([[other]]);
  });

  it("are closed without an event when cancelled", async () => {
    const swap = buildSwap({ seen: [one, other] });
    await swap.settle();
    await swap.finish(one);
    swap.cancel();
    await swap.finish(other);
    expect([swap.reported, swap.closed, swap.frames.size]).toEqual([[], [one, other], 0]);
  });
});
