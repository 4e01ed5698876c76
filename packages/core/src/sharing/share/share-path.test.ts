import { expect, it } from "vitest";
import { formatSharedPath, isEmbeddedSearch, parseSharedPath } from "./share-path.ts";

const TOKEN = `7.${"aB_-".repeat(8)}`;

it("contains the token, its site and the path", () => {
  expect(parseSharedPath(`/share/${TOKEN}`)).toEqual({ token: TOKEN, siteId: 7, steps: [] });
  expect(parseSharedPath(`/share/${TOKEN}/`)).toEqual({ token: TOKEN, siteId: 7, steps: [] });
  const steps = [
    { kind: "folder", id: 3 },
    { kind: "image", id: 9 },
  ] as const;
  expect(parseSharedPath(`/share/${TOKEN}/f3/i9`)).toEqual({ token: TOKEN, siteId: 7, steps });
  expect(formatSharedPath(TOKEN, steps)).toBe(`/share/${TOKEN}/f3/i9`);
  expect(formatSharedPath(TOKEN, [])).toBe(`/share/${TOKEN}`);
});

for (const path of ["/share/", "/share/12", `/share/${TOKEN}x`, `/share/${TOKEN}/manage`, `/s1/share/${TOKEN}`, "/"])
  it(`${path} is not a shared page`, () => expect(parseSharedPath(path)).toBeNull());

it("is embedded only with embed=1", () => {
  expect(["?embed=1", "x=2&embed=1", "?embed=0", "", "?embed=11"].map(isEmbeddedSearch)).toEqual([
    true,
    true,
    false,
    false,
    false,
  ]);
});
