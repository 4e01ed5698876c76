import { describe, expect, it } from "vitest";
import { FRAME_PROTOCOL, readFrameName, readMediaMessage, readTokenMessage } from "./frame-messages.ts";

const PARENT = { name: "the window around the frame" };
const EXPECTED = { parent: PARENT, origin: "https://school.example" };
const RIGHT = { protocol: FRAME_PROTOCOL, type: "token", id: 1, token: "a.b.c" };
const received = (data: unknown, from: object = {}) =>
  readTokenMessage({ source: PARENT, origin: EXPECTED.origin, data, ...from }, EXPECTED);

it("a token of the embedding page is accepted, and the message that there is none", () => {
  expect(received(RIGHT)).toEqual({ id: 1, token: "a.b.c" });
  expect(received({ ...RIGHT, token: null })).toEqual({ id: 1, token: null });
});

const inherited = Object.create(RIGHT) as object;
const HOSTILE: readonly (readonly [what: string, data: unknown, from?: object])[] = [
  // Another window sends a valid message.
  ...[
    "https://evil.example",
    "http://school.example",
    "https://school.example:8443",
    "https://school.example.evil.example",
    "https://evil-school.example",
    "https://sub.school.example",
    "https://SCHOOL.example",
    "https://school.example/",
    "null",
    "",
    "*",
    "file://",
  ].map((origin) => [`from ${origin}`, RIGHT, { origin }] as const),
  ["from another window of the origin", RIGHT, { source: { name: "another" } }],
  ["from no window", RIGHT, { source: null }],
  ["from an unknown window", RIGHT, { source: undefined }],
  ["from the page itself", RIGHT, { source: globalThis }],
  // The right window sends an invalid message.
  ...[undefined, null, "", "token", 1, true, [], [RIGHT], () => RIGHT].map(
    (data) => [`the data ${typeof data} ${String(data).slice(0, 20)}`, data] as const,
  ),
  ["JSON instead of an object", JSON.stringify(RIGHT)],
  ["another protocol", { ...RIGHT, protocol: "parfocal-frame-2" }],
  ["no protocol", { ...RIGHT, protocol: undefined }],
  ["another type", { ...RIGHT, type: "open" }],
  ["a type that is an object", { ...RIGHT, type: { toString: () => "token" } }],
  ["the frame's own message", { protocol: FRAME_PROTOCOL, type: "tokenWanted", id: 1 }],
  ["a script as type", { ...RIGHT, type: "javascript:alert(1)" }],
  ["no number", { ...RIGHT, id: undefined }],
  ["a number as a string", { ...RIGHT, id: "1" }],
  ["a fractional number", { ...RIGHT, id: 1.5 }],
  ["an infinite number", { ...RIGHT, id: Number.POSITIVE_INFINITY }],
  ["no token", { protocol: FRAME_PROTOCOL, type: "token", id: 1 }],
  ["an empty token", { ...RIGHT, token: "" }],
  ["a token that is a number", { ...RIGHT, token: 7 }],
  ["a token that is an object", { ...RIGHT, token: { toString: () => "a.b.c" } }],
  ["a list of tokens", { ...RIGHT, token: ["a.b.c"] }],
  ["a token that is too long", { ...RIGHT, token: "x".repeat(4_097) }],
];

describe("has no effect:", () => {
  it("at least 40 messages are tried", () => expect(HOSTILE.length).toBeGreaterThanOrEqual(40));
  for (const [what, data, from] of HOSTILE) it(what, () => expect(received(data, from)).toBeNull());
});

it("an object that only inherits the right values is read by its own ones", () => {
  expect(received(inherited)).toEqual({ id: 1, token: "a.b.c" });
});

const MEDIA = { provider: "wordpress", id: "45", mimeType: "image/png", token: "a.b.c" };
const CHOSEN = { protocol: FRAME_PROTOCOL, type: "media", id: 1, media: MEDIA };
const receivedMedia = (data: unknown, from: object = {}) =>
  readMediaMessage({ source: PARENT, origin: EXPECTED.origin, data, ...from }, EXPECTED);

it("accepts a file from the media library of the embedding page, a cancelled choice and a failure", () => {
  expect(receivedMedia(CHOSEN)).toEqual({ id: 1, media: MEDIA });
  expect(receivedMedia({ ...CHOSEN, media: { ...MEDIA, url: "https://evil.example/" } })?.media).toEqual(MEDIA);
  for (const media of [null, "failed"] as const) expect(receivedMedia({ ...CHOSEN, media })).toEqual({ id: 1, media });
});

describe("contains no file:", () => {
  const changed = (change: object) => ({ ...CHOSEN, media: { ...MEDIA, ...change } });
  const cases: readonly (readonly [what: string, data: unknown, from?: object])[] = [
    ...HOSTILE.filter(([, data, from]) => data === RIGHT && from).map(
      ([what, , from = {}]) => [what, CHOSEN, from] as const,
    ),
    ["a token", RIGHT],
    ["the frame's own question", { ...CHOSEN, type: "mediaWanted" }],
    ["a number as a string", { ...CHOSEN, id: "1" }],
    ["nothing", { ...CHOSEN, media: undefined }],
    ["a word", { ...CHOSEN, media: "chosen" }],
    ["an address", { ...CHOSEN, media: "https://evil.example/a.png" }],
    ["a list", { ...CHOSEN, media: [MEDIA] }],
    ["no host", changed({ provider: undefined })],
    ["a host that is a path", changed({ provider: "../x" })],
    ["an ID that is a number", changed({ id: 45 })],
    ["an ID that is a path", changed({ id: "../45" })],
    ["an ID below zero", changed({ id: "-45" })],
    ["no type", changed({ mimeType: undefined })],
    ["a type without an end", changed({ mimeType: "x".repeat(101) })],
    ["no token", changed({ token: null })],
    ["an empty token", changed({ token: "" })],
    ["a token without an end", changed({ token: "x".repeat(4_097) })],
  ];
  for (const [what, data, from] of cases) it(what, () => expect(receivedMedia(data, from)).toBeNull());
});

describe("the frame name", () => {
  it("contains the exact origin of the embedding page, and whether it provides tokens", () => {
    expect(readFrameName("parfocal-frame token https://school.example")).toEqual({
      origin: "https://school.example",
      hasTokens: true,
      hasLibrary: false,
    });
    expect(readFrameName("parfocal-frame library https://school.example")).toMatchObject({
      hasTokens: true,
      hasLibrary: true,
    });
    expect(readFrameName("parfocal-frame guest http://localhost:8080")).toEqual({
      origin: "http://localhost:8080",
      hasTokens: false,
      hasLibrary: false,
    });
  });

  for (const name of [
    "",
    "parfocal-frame token *",
    "parfocal-frame token null",
    "parfocal-frame token https://school.example/",
    "parfocal-frame token https://school.example/path",
    "parfocal-frame token https://SCHOOL.example",
    "parfocal-frame token https://a@school.example",
    "parfocal-frame token https://school.example:443",
    "parfocal-frame token javascript:alert(1)",
    "parfocal-frame admin https://school.example",
    "parfocal-frame token https://school.example https://evil.example",
  ])
    it(`is invalid: ${name}`, () => expect(readFrameName(name)).toBeNull());
});
