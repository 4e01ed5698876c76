import decodeQr from "qr/decode.js";
import { expect, it } from "vitest";
import { qrModulesOf } from "./qr-modules.ts";

const PIXELS_PER_MODULE = 4;

function decode(text: string): string {
  const { modules, isDark } = qrModulesOf(text);
  const size = modules * PIXELS_PER_MODULE;
  const at = (pixel: number) => Math.floor(pixel / PIXELS_PER_MODULE);
  const data = new Uint8ClampedArray(size * size * 4);
  for (let y = 0; y < size; y++)
    for (let x = 0; x < size; x++) {
      const value = isDark(at(x), at(y)) ? 0 : 255;
      data.set([value, value, value, 255], (y * size + x) * 4);
    }
  return decodeQr({ width: size, height: size, data });
}

it.each([
  "https://slides.example.org/s1/course1/?voucher=K7QX-3MPA",
  "otpauth://totp/Parfocal:ann%40example.org?secret=JBSWY3DPEHPK3PXP&issuer=Parfocal",
  "https://schnitte.example.org/Präparate/Ω/日本/",
  "x".repeat(1_000),
])("a reader decodes %s", (text) => {
  expect(decode(text)).toBe(text);
});

it("a code has a margin of four light modules on each side, and its path has each dark module", () => {
  const { modules, isDark, path } = qrModulesOf("https://slides.example.org/");
  const numbers = Array.from({ length: modules }, (_, number) => number);
  const dark = numbers.flatMap((y) => numbers.filter((x) => isDark(x, y)).map((x) => [x, y]));
  const [xs, ys] = [dark.map(([x = 0]) => x), dark.map(([, y = 0]) => y)];
  expect([xs, ys].map((values) => [Math.min(...values), Math.max(...values)])).toEqual([
    [4, modules - 5],
    [4, modules - 5],
  ]);
  expect(path).toBe(dark.map(([x, y]) => `M${x} ${y}h1v1h-1z`).join(""));
});

it("a text longer than the largest code is an error", () => {
  expect(qrModulesOf("x".repeat(2_331)).modules).toBe(177 + 8);
  expect(() => qrModulesOf("x".repeat(2_332))).toThrow();
});
