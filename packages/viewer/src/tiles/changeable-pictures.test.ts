import { expect, it } from "vitest";
import { createChangeablePictures } from "./changeable-pictures.ts";
import type { TilePictures } from "./tile-pictures.ts";

function picturesNamed(name: string, looks = 0): TilePictures & { look: () => number; change(): void } {
  let look = looks;
  return {
    load: () => Promise.reject(new Error(name)),
    urlsOf: () => [name],
    look: () => look,
    change: () => {
      look += 1;
    },
    isAtHand: () => name === "at hand",
    destroy: () => undefined,
  };
}

const loadTile = () => Promise.reject(new Error("no network"));
const place = { level: { width: 1, height: 1, tileWidth: 1, tileHeight: 1, downsample: 1 }, index: 0, x: 0, y: 0 };
const plane = { depth: 0, time: 0 };

it("takes pictures from the current source and requests a frame", () => {
  const pictures = createChangeablePictures(picturesNamed("plain"), loadTile);
  let frames = 0;
  pictures.connect(() => {
    frames += 1;
  });
  expect(pictures.urlsOf(place, plane)).toEqual(["plain"]);
  const atHand = picturesNamed("at hand");
  pictures.replaceBy(atHand, atHand);
  expect([pictures.urlsOf(place, plane), pictures.isAtHand(place, plane), frames]).toEqual([["at hand"], true, 1]);
  const other = picturesNamed("other");
  pictures.replaceBy(other, other);
  expect([pictures.urlsOf(place, plane), pictures.isAtHand(place, plane), frames]).toEqual([["other"], false, 2]);
});

it("look numbers are never reused, so that outdated pictures are not mistaken for current ones", () => {
  const plain = picturesNamed("plain", 3);
  const pictures = createChangeablePictures(plain, loadTile);
  const seen = [pictures.look()];
  plain.change();
  seen.push(pictures.look());
  const other = picturesNamed("other");
  pictures.replaceBy(other, other);
  seen.push(pictures.look());
  other.change();
  seen.push(pictures.look());
  pictures.exchangeFor(plain, plain);
  seen.push(pictures.look());
  plain.change();
  seen.push(pictures.look());
  expect(new Set(seen).size).toBe(seen.length);
  expect(seen).toEqual(seen.toSorted((one, other) => one - other));
});

it("pictures with colours are also available without them; an exchange requests no frame", async () => {
  const pictures = createChangeablePictures(picturesNamed("plain"), loadTile);
  let frames = 0;
  pictures.connect(() => {
    frames += 1;
  });
  const { signal } = new AbortController();
  pictures.exchangeFor(picturesNamed("coloured"), picturesNamed("uncoloured"));
  await expect(pictures.load(place, plane, signal)).rejects.toThrow("coloured");
  await expect(pictures.uncoloured.load(place, plane, signal)).rejects.toThrow("uncoloured");
  expect([pictures.areColoured(), frames]).toEqual([true, 0]);
});
