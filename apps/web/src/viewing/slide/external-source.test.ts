// @vitest-environment happy-dom
import { afterEach, describe, expect, it, vi } from "vitest";
import {
  describeExternalSlide,
  descriptorUrlOf,
  ExternalSourceError,
  micronsOf,
  readExternalSource,
  titleOfAddress,
} from "./external-source.ts";

const DZI = `<Image xmlns="http://schemas.microsoft.com/deepzoom/2008" TileSize="254" Overlap="1" Format="jpg">
  <Size Width="1000" Height="600"/></Image>`;
const URL_OF_DZI = "https://slides.example.org/a/kidney.dzi";
const HOSTS = ["slides.example.org"];
const { signal } = new AbortController();

/** Another server: its responses by URL; other URLs cannot be reached. */
function stubOther(answers: Readonly<Record<string, () => Response>>) {
  const requests: { url: string; init: RequestInit }[] = [];
  vi.stubGlobal("fetch", (url: string, init: RequestInit) => {
    requests.push({ url, init });
    const answer = answers[url];
    return answer ? Promise.resolve(answer()) : Promise.reject(new TypeError("Failed to fetch"));
  });
  vi.stubGlobal("createImageBitmap", async (blob: Blob) => {
    if ((await blob.text()) !== "picture") throw new Error("no picture");
    return { close: () => undefined };
  });
  return requests;
}

const problemOf = (typed: string, hosts: readonly string[] = HOSTS) =>
  readExternalSource(typed, hosts, signal).then(
    () => null,
    (error: unknown) => (error instanceof ExternalSourceError ? error.problem : error),
  );

const FIRST_TILE = "https://slides.example.org/a/kidney_files/8/0_0.jpg";

describe("a slide on another server", () => {
  afterEach(() => void vi.unstubAllGlobals());

  it("is read without cookies, including its smallest image", async () => {
    const requests = stubOther({ [URL_OF_DZI]: () => new Response(DZI), [FIRST_TILE]: () => new Response("picture") });
    const source = await readExternalSource(` ${URL_OF_DZI} `, HOSTS, signal);
    expect(source.facts).toMatchObject({ type: "deepzoom", width: 1000, height: 600, tileOverlapPx: 1 });
    expect(requests.map(({ url }) => url)).toEqual([URL_OF_DZI, FIRST_TILE]);
    expect(requests.map(({ init }) => [init.credentials, init.referrerPolicy])).toEqual([
      ["omit", "no-referrer"],
      ["omit", "no-referrer"],
    ]);
    const slide = describeExternalSlide(source);
    expect(slide.levels[0]).toMatchObject({ width: 1000, tileWidth: 254, tileOverlapPx: 1 });
    expect(typeof slide.tilesUrl === "function" && slide.tilesUrl(2, 0, 0)).toBe(FIRST_TILE);
  });

  it("is not requested if the host is not allowed, and the message names the host", async () => {
    const requests = stubOther({ [URL_OF_DZI]: () => new Response(DZI) });
    expect(await problemOf(URL_OF_DZI, ["iiif.example.edu", "other.example.edu"])).toEqual({
      kind: "externalHostNotAllowed",
      host: "slides.example.org",
    });
    expect(requests).toEqual([]);
  });

  const problems: [name: string, typed: string, answers: Record<string, () => Response>, problem: object][] = [
    ["has an address with a password", "https://a:b@slides.example.org/x.dzi", {}, { kind: "externalBadUrl" }],
    ["has no URL", "kidney", {}, { kind: "externalBadUrl" }],
    ["cannot be reached or read (CORS)", URL_OF_DZI, {}, { kind: "externalNoAnswer" }],
    [
      "does not exist",
      URL_OF_DZI,
      { [URL_OF_DZI]: () => new Response("", { status: 404 }) },
      { kind: "externalStatus", status: 404 },
    ],
    [
      "is another document",
      URL_OF_DZI,
      { [URL_OF_DZI]: () => new Response("<html><body>Welcome</body></html>") },
      { kind: "externalNoDescription" },
    ],
    ["has no images", URL_OF_DZI, { [URL_OF_DZI]: () => new Response(DZI) }, { kind: "externalNoTiles" }],
    [
      "has invalid images",
      URL_OF_DZI,
      { [URL_OF_DZI]: () => new Response(DZI), [FIRST_TILE]: () => new Response("page") },
      { kind: "externalNoTiles" },
    ],
  ];
  for (const [name, typed, answers, problem] of problems) {
    it(`${name}: a problem is reported`, async () => {
      stubOther(answers);
      expect(await problemOf(typed)).toMatchObject(problem);
    });
  }
});

describe("a copied address", () => {
  for (const [typed, url] of [
    [" https://h.org/a.dzi ", "https://h.org/a.dzi"],
    ["https://h.org/a/ImageProperties.xml?v=2", "https://h.org/a/ImageProperties.xml?v=2"],
    ["https://h.org/iiif/a/info.json", "https://h.org/iiif/a/info.json"],
    ["https://h.org/iiif/a/", "https://h.org/iiif/a/info.json"],
    ["https://h.org/iiif/a?key=1", "https://h.org/iiif/a/info.json?key=1"],
  ] as const) {
    it(`${typed} is read from ${url}`, () => expect(descriptorUrlOf(typed)).toBe(url));
  }
});

describe("a title for the slide", () => {
  for (const [url, title] of [
    ["https://h.org/a/Kidney_PAS.dzi", "Kidney PAS"],
    ["https://h.org/iiif/liver%2012/info.json", "liver 12"],
    ["https://h.org/z/brain/ImageProperties.xml?x=1", "brain"],
    ["https://h.org/iiif/100%/info.json", "100%"],
  ] as const) {
    it(`of ${url} is ${title}`, () => expect(titleOfAddress(url)).toBe(title));
  }
});

describe("the pixel size", () => {
  for (const [typed, microns] of [
    ["", null],
    [" 0.25 ", 0.25],
    ["0,499", 0.499],
    ["0", undefined],
    ["-1", undefined],
    ["1e3", undefined],
    ["10001", undefined],
    ["a", undefined],
  ] as const) {
    it(`"${typed}" is ${microns}`, () => expect(micronsOf(typed)).toBe(microns));
  }
});
