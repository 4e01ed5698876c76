import { describe, expect, it } from "vitest";
import { hostMediaAddress, readHostMediaClaims } from "./host-media-token.ts";

const NOW_S = 1_800_000_000;
const HOST = { issuer: "https://school.example/cms/", audience: "slides", siteId: 12 };
const MEDIA = { provider: "wordpress", id: "45", bytes: 1_234, filename: "kidney.png", title: "Kidney" };
const RIGHT = {
  ...{ iss: "https://school.example/cms", aud: "slides", site: "12", sub: "7", jti: "j1" },
  ...{ iat: NOW_S - 10, nbf: NOW_S - 10, exp: NOW_S + 100, media: MEDIA },
};
const FILE = { sub: "7", provider: "wordpress", mediaId: "45", bytes: 1_234, filename: "kidney.png", title: "Kidney" };

describe("a file from the host", () => {
  it("belongs to one person", () => expect(readHostMediaClaims(RIGHT, HOST, NOW_S)).toEqual(FILE));

  it("has truncated or empty texts", () => {
    const media = { ...MEDIA, filename: undefined, title: ` ${"Ä".repeat(500)}` };
    expect(readHostMediaClaims({ ...RIGHT, media }, HOST, NOW_S)).toEqual({
      ...FILE,
      ...{ filename: "", title: "Ä".repeat(199) },
    });
  });

  const wrong: readonly (readonly [what: string, change: object, problem: string])[] = [
    ["of another host", { iss: "https://evil.example" }, "issuer"],
    ["for another site", { site: "13" }, "site"],
    ["for longer than two minutes", { exp: NOW_S + 111 }, "tooLong"],
    ["that has expired", { exp: NOW_S }, "expired"],
    ["for nobody", { sub: "" }, "malformed"],
    ["for a number", { sub: 7 }, "malformed"],
    ["without a file", { media: undefined }, "malformed"],
    ["that is null", { media: null }, "malformed"],
    ["that is an address", { media: "https://evil.example/a.png" }, "malformed"],
    ...[45, "0", "045", "-1", "4/../5", "1".repeat(16), ["45"]].map(
      (id) => [`of the ID ${JSON.stringify(id)}`, { media: { ...MEDIA, id } }, "malformed"] as const,
    ),
    ...[undefined, "", "Word Press", "../x", "x".repeat(41)].map(
      (provider) =>
        [`of the host ${JSON.stringify(provider)}`, { media: { ...MEDIA, provider } }, "malformed"] as const,
    ),
    ...[undefined, "1234", 0, -1, 1.5, Number.POSITIVE_INFINITY].map(
      (bytes) => [`of ${String(bytes)} bytes (${typeof bytes})`, { media: { ...MEDIA, bytes } }, "malformed"] as const,
    ),
  ];
  for (const [what, change, problem] of wrong)
    it(`is rejected: one ${what}`, () =>
      expect(readHostMediaClaims({ ...RIGHT, ...change }, HOST, NOW_S)).toBe(problem));
});

it("files are read only from a URL next to the keys", () => {
  const of = (keysUrl: string, id = "45") => hostMediaAddress(keysUrl, id);
  expect(of("https://school.example/wp-json/parfocal/v1/keys")).toBe(
    "https://school.example/wp-json/parfocal/v1/media/45",
  );
  expect(of("https://school.example/?rest_route=/parfocal/v1/keys")).toBe(
    "https://school.example/?rest_route=/parfocal/v1/media/45",
  );
  for (const keysUrl of ["", "keys", "https://school.example/jwks.json", "https://school.example/keys/"])
    expect(of(keysUrl), keysUrl).toBeNull();
  expect(of("https://school.example/keys", "../45")).toBeNull();
});
