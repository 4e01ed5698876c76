import { expect, it } from "vitest";
import { isTrackingAddress, originOfTracking } from "./tracking-address.ts";

it.each([
  ["https://stats.example.org/matomo.php?idsite=1&rec=1", "https://stats.example.org"],
  ["https://stats.example.org:8443?site=a", "https://stats.example.org:8443"],
  ["https://stats.example.org", "https://stats.example.org"],
  ["http://stats.example.org/", null],
  ["https://localhost/", null],
  ["https://me:secret@stats.example.org/", null],
  ["https://a.b;script-src *", null],
  ["https://a.b; script-src *", null],
  ["https://a.b,c.d/", null],
  ["https://*.example.org/", null],
  ['https://stats.example.org/"onload=', null],
  ["javascript:alert(1)", null],
  ["", null],
])("the origin of %s is %s", (address, origin) => {
  expect(originOfTracking(address)).toBe(origin);
  expect(isTrackingAddress(address)).toBe(origin !== null);
});
