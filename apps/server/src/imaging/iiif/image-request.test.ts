import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { canonicalRequest, readImageRequest } from "./image-request.ts";

const read = (path: string, full = { width: 6000, height: 4000 }) => {
  const [region = "", size = "", rotation = "", file = ""] = path.split("/");
  return { request: readImageRequest({ region, size, rotation, file }, full), full };
};
const canonicalOf = (path: string, full?: { width: number; height: number }) => {
  const { request, full: whole } = read(path, full);
  return canonicalRequest(request, whole);
};

const spellings: [requested: string, canonical: string][] = [
  ["full/600,/0/default.jpg", "full/600,400/0/default.jpg"],
  ["0,0,6000,4000/pct:10/360/color.jpg", "full/600,400/0/default.jpg"],
  ["square/100,/0/default.png", "1000,0,4000,4000/100,100/0/default.png"],
  ["pct:50,50,50,50/,100/!90/gray.webp", "3000,2000,3000,2000/150,100/!90/gray.webp"],
  ["pct:33.333,0,10,10/max/0.0/default.jpg", "2000,0,600,400/max/0/default.jpg"],
  ["5000,3000,5000,5000/max/22.50/default.jpg", "5000,3000,1000,1000/max/22.5/default.jpg"],
  ["0,0,100,50/^200,/0/default.jpg", "0,0,100,50/^200,100/0/default.jpg"],
  ["0,0,100,50/^50,/0/default.jpg", "0,0,100,50/50,25/0/default.jpg"],
  ["0,0,100,50/!400,20/0/default.jpg", "0,0,100,50/40,20/0/default.jpg"],
  ["0,0,100,50/^!400,400/0/default.jpg", "0,0,100,50/^400,200/0/default.jpg"],
  ["0,0,4000,1/2000,/0/default.jpg", "0,0,4000,1/2000,1/0/default.jpg"],
  // 6000 x 4000 is more pixels than one answer may have.
  ["full/max/0/default.jpg", "full/max/0/default.jpg"],
];
describe("the canonical form of an image request", () => {
  for (const [requested, canonical] of spellings)
    it(`${requested}: ${canonical}`, () => expect(canonicalOf(requested)).toBe(canonical));

  it("the canonical form requests the same image", () => {
    for (const [requested, canonical] of spellings) expect(read(canonical).request).toEqual(read(requested).request);
  });
});

it("max stays within the pixel limit of an answer and keeps the aspect ratio", () => {
  const sizeOf = (width: number, height: number, size = "max") =>
    read(`full/${size}/0/default.jpg`, { width, height }).request.size;
  expect(sizeOf(6000, 4000)).toEqual({ width: 5017, height: 3344 });
  expect(sizeOf(100_000, 100)).toEqual({ width: 8192, height: 8 });
  expect(sizeOf(500, 300)).toEqual({ width: 500, height: 300 });
  expect(sizeOf(500, 300, "^max")).toEqual({ width: 5287, height: 3172 });
});

it("every request is either rejected with a message or within the image and the limits", () => {
  const number = fc.oneof(
    fc.nat(7000),
    fc.double({ min: 0, max: 200, noNaN: true }).map((value) => value.toFixed(3)),
  );
  const four = fc.tuple(number, number, number, number).map((parts) => parts.join(","));
  const region = fc.oneof(
    fc.constant("full"),
    fc.constant("square"),
    four,
    four.map((text) => `pct:${text}`),
    fc.string(),
  );
  const pair = fc.tuple(fc.constantFrom("", "^", "!", "^!"), number, number).map(([mark, w, h]) => `${mark}${w},${h}`);
  const size = fc.oneof(
    fc.constantFrom("max", "^max"),
    pair,
    number.map((share) => `pct:${share}`),
    fc.string(),
  );
  const side = fc.integer({ min: 1, max: 2 ** 20 });
  fc.assert(
    fc.property(region, size, side, side, (region, size, width, height) => {
      const texts = { region, size, rotation: "0", file: "default.jpg" };
      let request: ReturnType<typeof readImageRequest>;
      try {
        request = readImageRequest(texts, { width, height });
      } catch (error) {
        expect((error as Error).message).toMatch(/\.$/);
        return;
      }
      const { left, top, width: w, height: h } = request.region;
      for (const number of [left, top, w, h, request.size.width, request.size.height]) {
        expect(Number.isInteger(number)).toBe(true);
      }
      expect(left >= 0 && top >= 0 && w >= 1 && h >= 1 && left + w <= width && top + h <= height).toBe(true);
      expect(Math.min(request.size.width, request.size.height)).toBeGreaterThanOrEqual(1);
      expect(Math.max(request.size.width, request.size.height)).toBeLessThanOrEqual(8192);
      expect(request.size.width * request.size.height).toBeLessThanOrEqual(4096 * 4096);
    }),
    { numRuns: 500 },
  );
});
