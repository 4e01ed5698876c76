import { expect, it } from "vitest";
import {
  fileSizeText,
  magnificationText,
  micrometresFromMiddleText,
  pixelSizeText,
  positionText,
  sizeInMillimetresText,
  sizeInPixelsText,
} from "./slide-numbers.ts";

const SMALL_REGION = { width: 2220, height: 2967 };

const cases: [string, string, string][] = [
  ["magnification", magnificationText("en", 20), "20.0×"],
  ["magnification in German", magnificationText("de", 2.5), "2,5×"],
  ["magnification of a complete large slide", magnificationText("en", 0.123), "0.12×"],
  ["square pixels", pixelSizeText("en", { x: 0.499, y: 0.499 }), "0.499\u202fµm/px"],
  ["pixels that differ per axis", pixelSizeText("en", { x: 0.25, y: 0.5 }), "0.25 × 0.5\u202fµm/px"],
  ["position", positionText("en", [12431.4, 8022.2], "µm"), "12,431; 8,022\u202fµm"],
  ["position in German", positionText("de", [12431.4, 8022.2], "µm"), "12.431, 8.022\u202fµm"],
  ["size in px", sizeInPixelsText("en", SMALL_REGION), "2,220 × 2,967\u202fpx"],
  ["size in mm", sizeInMillimetresText("en", SMALL_REGION, { x: 0.499, y: 0.499 }), "1.11 × 1.48\u202fmm"],
  ["a plane above the centre", micrometresFromMiddleText("en", 1.5), "+1.5\u202fµm"],
  ["a plane below the centre", micrometresFromMiddleText("de", -0.75), "-0,75\u202fµm"],
  ["the central plane", micrometresFromMiddleText("en", 0), "0\u202fµm"],
  ["a small file", fileSizeText("en", 1_938_955), "1.9\u202fMB"],
  ["a large file", fileSizeText("de", 2_400_000_000), "2,4\u202fGB"],
];
for (const [what, text, expected] of cases) it(`${what}: ${expected}`, () => expect(text).toBe(expected));
