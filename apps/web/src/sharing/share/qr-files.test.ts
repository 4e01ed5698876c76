// @vitest-environment happy-dom
import decodeQr from "qr/decode.js";
import { afterEach, expect, it, vi } from "vitest";
import { embedCodeOf } from "./embed-code.ts";
import { qrPng, qrSvg, SHARE_QR_SIZE_PX } from "./qr-files.ts";

const LINK = `https://slides.example.org/share/12.${"aZ0_-x9Q".repeat(4)}`;

afterEach(() => vi.restoreAllMocks());

it("a PNG is a square of 512 px that a reader decodes to the link", async () => {
  const pixels = new Uint8ClampedArray(SHARE_QR_SIZE_PX * SHARE_QR_SIZE_PX * 4);
  const context = {
    fillStyle: "",
    fillRect(x: number, y: number, width: number, height: number) {
      const value = this.fillStyle === "#000000" ? 0 : 255;
      for (let row = y; row < y + height; row++)
        for (let column = x; column < x + width; column++)
          pixels.set([value, value, value, 255], (row * SHARE_QR_SIZE_PX + column) * 4);
    },
  };
  let size: number[] = [];
  vi.spyOn(HTMLCanvasElement.prototype, "getContext").mockReturnValue(context as never);
  vi.spyOn(HTMLCanvasElement.prototype, "toBlob").mockImplementation(function (this: HTMLCanvasElement, done, type) {
    size = [this.width, this.height];
    done(new Blob(["png"], { type: type ?? "" }));
  });
  expect((await qrPng(LINK)).type).toBe("image/png");
  expect(size).toEqual([512, 512]);
  expect(decodeQr({ width: SHARE_QR_SIZE_PX, height: SHARE_QR_SIZE_PX, data: pixels })).toBe(LINK);
});

it("an SVG has the size and the same squares", async () => {
  const svg = await qrSvg(LINK).text();
  expect(svg).toMatch(/^<svg xmlns="http:\/\/www.w3.org\/2000\/svg" width="512" height="512" viewBox="0 0 (\d+) \1"/);
  expect(svg.match(/M\d+ \d+h1v1h-1z/g)?.length).toBeGreaterThan(200);
});

it("an embed code contains the link with embed=1, and an escaped title", () => {
  expect(embedCodeOf(LINK, 'Kidney "HE" <3>')).toBe(
    `<iframe src="${LINK}?embed=1" width="960" height="640" title="Kidney &quot;HE&quot; &lt;3&gt;" allowfullscreen></iframe>`,
  );
  expect(embedCodeOf(LINK, null)).not.toContain("title");
});
