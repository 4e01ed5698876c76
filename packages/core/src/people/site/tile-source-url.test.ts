import { describe, expect, it } from "vitest";
import { isTileSourceHost, originsOfTileSourceHost, tileSourceHostOf } from "./tile-source-url.ts";

const addresses: [url: string, host: string | null][] = [
  ["https://slides.example.org/kidney.dzi", "slides.example.org"],
  ["https://Slides.Example.org/kidney.dzi", "slides.example.org"],
  ["https://slides.example.org:8443/iiif/3/a%2Fb/info.json?share=x_y-z", "slides.example.org:8443"],
  ["http://localhost:8600/deepzoom/3.dzi", "localhost:8600"],
  ["http://127.0.0.1:8600/deepzoom/3.dzi", "127.0.0.1:8600"],
  ["http://slides.example.org/kidney.dzi", null],
  ["http://127.0.0.1.example.org/kidney.dzi", null],
  ["https://user:secret@slides.example.org/kidney.dzi", null],
  ["https://slides.example.org@evil.example/kidney.dzi", null],
  ["https://slides.example.org\\@evil.example/kidney.dzi", null],
  ["https://slides.example.org", null],
  ["https:///kidney.dzi", null],
  ["https://[::1]/kidney.dzi", null],
  ["https://*.example.org/kidney.dzi", null],
  ["https://slides.example.org/kid ney.dzi", null],
  ["https://slides.example.org/kidney.dzi#part", null],
  ["https://slides.example.org/kidney.dzi\n", null],
  ["https://slides.example.org/\u2028", null],
  ["https://slides.example.org;script-src/x", null],
  ["https://slides.example.org:0/x", null],
  ["ftp://slides.example.org/x", null],
  ["javascript:alert(1)//https://slides.example.org/x", null],
  [`https://slides.example.org/${"a".repeat(2048)}`, null],
];
describe("the host of a URL", () => {
  for (const [url, host] of addresses) {
    it(`${JSON.stringify(url.slice(0, 80))}: ${host ?? "rejected"}`, () => expect(tileSourceHostOf(url)).toBe(host));
  }
});

const hosts: [host: string, isOne: boolean][] = [
  ["slides.example.org", true],
  ["xn--prparat-7wa.example", true],
  ["slides.example.org:8443", true],
  ["10.0.0.7", true],
  ["", false],
  ["slides.example.org ", false],
  ["-slides.example.org", false],
  ["slides..example.org", false],
  ["slides.example.org/path", false],
  ["slides.example.org; script-src *", false],
  ["*", false],
  ["'self'", false],
];
describe("a host that a site can allow", () => {
  for (const [host, isOne] of hosts)
    it(`${JSON.stringify(host)}: ${isOne}`, () => expect(isTileSourceHost(host)).toBe(isOne));
});

it("only localhost is allowed without TLS", () => {
  expect(originsOfTileSourceHost("slides.example.org")).toEqual(["https://slides.example.org"]);
  expect(originsOfTileSourceHost("localhost:81")).toEqual(["https://localhost:81", "http://localhost:81"]);
});
