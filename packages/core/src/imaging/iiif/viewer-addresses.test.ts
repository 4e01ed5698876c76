import { expect, it } from "vitest";
import { siteOfShareToken } from "../../people/access/share-token.ts";
import { deepZoomAddress, iiifImageAddress, manifestAddress } from "./viewer-addresses.ts";

const origin = "https://slides.example.org";
const token = `12.${"aB-_".repeat(8)}`;

it("URLs for a session and for a share", () => {
  const [own, shared] = [
    { origin, shareToken: null },
    { origin, shareToken: token },
  ];
  expect(iiifImageAddress(own, 5)).toBe("https://slides.example.org/iiif/3/5");
  expect(iiifImageAddress(shared, 5)).toBe(`https://slides.example.org/iiif/3/5~${token}`);
  expect(deepZoomAddress(own, 5)).toBe("https://slides.example.org/deepzoom/5.dzi");
  expect(deepZoomAddress(shared, 5)).toBe(`https://slides.example.org/deepzoom/5.dzi?share=${token}`);
  expect(manifestAddress(shared, "folder", 7)).toBe(
    `https://slides.example.org/iiif/presentation/3/folder/7/manifest.json?share=${token}`,
  );
});

const tokens: [text: string, site: number | null][] = [
  [token, 12],
  [token.slice(0, -1), null],
  [`${token}a`, null],
  [token.replace("12.", "012."), null],
  [token.replace("12.", "0."), null],
  [token.replace("12.", ""), null],
  [token.replace("-", "/"), null],
  [`${token}\n`, null],
  ["", null],
];
for (const [text, site] of tokens) {
  it(`${JSON.stringify(text)} names ${site === null ? "no site" : `site ${site}`}`, () =>
    expect(siteOfShareToken(text)).toBe(site));
}
