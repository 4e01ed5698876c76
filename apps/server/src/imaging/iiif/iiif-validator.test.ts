/**
 * The checks of the official IIIF Image API validator against our server: an image of ten by ten squares is requested in
 * all forms, and the colours in the middle of the squares show whether the right part was returned.
 *
 * Source: github.com/IIIF/image-validator, iiif_validator/tests (names of the checks are kept).
 */
import { decodePicture, type RawPicture } from "@parfocal/slides/codec/raw-picture.ts";
import { describeSharedFile } from "@parfocal/slides/testing/shared-data.ts";
import sharp from "sharp";
import { beforeAll, describe, expect, it } from "vitest";
import { buildSite } from "#testing/build-site.ts";
import { buildSlide } from "#testing/build-slide.ts";
import { colourAt, colourDifference, pyramidOf, squaresPicture } from "#testing/picture-slide.ts";
import { type SharedTestServer, sharedTestServer } from "#testing/test-server.ts";

/** The validator has the same tolerance: JPEG encoders differ. */
const TOLERANCE = 6;
const SQUARE = 100;
const PRIME = 47;

let server: SharedTestServer;
beforeAll(async () => {
  server = await sharedTestServer();
});

describe("an image of our own", () => checksOf(async () => squaresPicture()));

describeSharedFile("tiles/67352ccc-d1b0-11e1-89ae-279075081939.png", (path) =>
  checksOf(async () => {
    const { data, info } = await sharp(path).removeAlpha().raw().toBuffer({ resolveWithObject: true });
    return { width: info.width, height: info.height, channels: 3, samples: data };
  }),
);

function checksOf(load: () => Promise<RawPicture>): void {
  let picture: RawPicture;
  let base: string;
  let headers: Record<string, string>;
  beforeAll(async () => {
    picture = await load();
    const site = await buildSite(server, { isContentPublic: true });
    const slide = await buildSlide(site, { file: await pyramidOf(server, picture) });
    base = `/iiif/3/${slide.id}`;
    headers = { "x-site-id": String(site.id) };
  });

  const ask = (path: string, more: Record<string, string> = {}) =>
    server.app.inject({ url: `${base}${path}`, headers: { ...headers, ...more } });

  async function seen(path: string): Promise<RawPicture> {
    const { statusCode, rawPayload, body } = await ask(path);
    expect(statusCode, `${path}: ${body.slice(0, 200)}`).toBe(200);
    return decodePicture(rawPayload);
  }

  /** Checks that squares of the result equal those of the image; `squareAt` maps column and row of the result. */
  function expectSquares(
    result: RawPicture,
    side: number,
    [columns, rows]: readonly [number, number],
    squareAt: (column: number, row: number) => readonly [number, number],
  ): void {
    const middle = (index: number, length: number) => Math.floor((index + 0.5) * length);
    for (let row = 0; row < rows; row += 1) {
      for (let column = 0; column < columns; column += 1) {
        const [x, y] = squareAt(column, row);
        const shown = colourAt(result, middle(column, side), middle(row, side));
        const expected = colourAt(picture, middle(x, SQUARE), middle(y, SQUARE));
        expect(colourDifference(shown, expected), `square ${column},${row}`).toBeLessThanOrEqual(TOLERANCE);
      }
    }
  }

  describe("info", () => {
    it("info_json: type, size and capabilities", async () => {
      const { statusCode, headers: answered, body } = await ask("/info.json");
      expect([statusCode, answered["content-type"]]).toEqual([200, "application/json; charset=utf-8"]);
      expect(JSON.parse(body)).toMatchObject({
        "@context": "http://iiif.io/api/image/3/context.json",
        id: `http://localhost:80${base}`,
        type: "ImageService3",
        protocol: "http://iiif.io/api/image",
        profile: "level2",
        width: 1000,
        height: 1000,
        tiles: [{ width: 256, height: 256, scaleFactors: [1, 2, 4] }],
        sizes: [
          { width: 250, height: 250 },
          { width: 500, height: 500 },
          { width: 1000, height: 1000 },
        ],
        extraFormats: ["webp"],
      });
    });

    it("jsonld: linked data on request", async () => {
      const { headers: answered } = await ask("/info.json", { accept: "application/ld+json" });
      expect(answered["content-type"]).toBe('application/ld+json;profile="http://iiif.io/api/image/3/context.json"');
    });

    it("baseurl_redirect: the base URL redirects to info.json", async () => {
      const { statusCode, headers: answered } = await ask("");
      expect([statusCode, answered.location]).toEqual([303, `http://localhost:80${base}/info.json`]);
    });

    it("cors: pages of any origin may read it, images and errors", async () => {
      for (const path of ["/info.json", "", "/full/max/0/default.jpg", "/full/nonsense/0/default.jpg"]) {
        expect((await ask(path)).headers["access-control-allow-origin"], path).toBe("*");
      }
    });

    it("linkheader_profile and linkheader_canonical", async () => {
      const { headers: answered } = await ask("/0,0,1000,1000/pct:50/0/color.jpg");
      expect(answered.link).toBe(
        `<http://localhost:80${base}/full/500,500/0/default.jpg>;rel="canonical",<http://iiif.io/api/image/3/level2.json>;rel="profile"`,
      );
    });

    it("the canonical URL returns the same image", async () => {
      const given = await ask("/pct:0,0,50,50/,128/!90/gray.png");
      const [, canonical = ""] =
        /<http:\/\/localhost:80\/iiif\/3\/\d+([^>]+)>;rel="canonical"/.exec(String(given.headers.link)) ?? [];
      expect(canonical).toBe("/0,0,500,500/128,128/!90/gray.png");
      expect((await ask(canonical)).rawPayload.equals(given.rawPayload)).toBe(true);
    });
  });

  describe("identifier", () => {
    it("id_basic and id_squares: the whole image, square by square", async () => {
      expectSquares(await seen("/full/max/0/default.jpg"), SQUARE, [10, 10], (x, y) => [x, y]);
    });

    it("id_escaped: digits may be percent-encoded", async () => {
      const escaped = [...base.slice("/iiif/3/".length)].map((digit) => `%3${digit}`).join("");
      const { statusCode } = await server.app.inject({ url: `/iiif/3/${escaped}/info.json`, headers });
      expect(statusCode).toBe(200);
    });

    it("id_error_random, id_error_escapedslash, id_error_unescaped: the image is not found", async () => {
      const id = base.slice("/iiif/3/".length);
      for (const name of ["7f3a-random", "999999999", `a%2F${id}`, `${id}%2F${id}`, `[${id}]`, `${id}~`, "%20"]) {
        const info = await server.app.inject({ url: `/iiif/3/${name}/info.json`, headers });
        const image = await server.app.inject({ url: `/iiif/3/${name}/full/max/0/default.jpg`, headers });
        expect([info.statusCode, image.statusCode], name).toEqual([404, 404]);
      }
    });
  });

  describe("region", () => {
    it("region_pixels", async () => {
      for (const [x, y] of [
        [0, 0],
        [3, 7],
        [9, 9],
      ] as const) {
        const result = await seen(`/${x * SQUARE + 13},${y * SQUARE + 13},74,74/max/0/default.jpg`);
        expect([result.width, result.height]).toEqual([74, 74]);
        expectSquares(result, 74, [1, 1], () => [x, y]);
      }
    });

    it("region_percent", async () => {
      for (const [x, y] of [
        [1, 2],
        [8, 0],
      ] as const) {
        const result = await seen(`/pct:${x * 10 + 1},${y * 10 + 1},8,8/max/0/default.jpg`);
        expect([result.width, result.height]).toEqual([80, 80]);
        expectSquares(result, 80, [1, 1], () => [x, y]);
      }
    });

    it("region_square", async () => {
      const result = await seen("/square/max/0/default.jpg");
      expect([result.width, result.height]).toEqual([1000, 1000]);
      expectSquares(result, SQUARE, [10, 10], (x, y) => [x, y]);
    });

    it("a region that extends beyond the image is cropped", async () => {
      const result = await seen("/950,900,200,300/max/0/default.jpg");
      expect([result.width, result.height]).toEqual([50, 100]);
    });

    it("region_error_random, and regions that are outside or empty: 400", async () => {
      const wrong = [
        "random",
        "1,2,3",
        "1,2,3,4,5",
        "-1,0,10,10",
        "0,0,a,10",
        "pct:0,0,x,1",
        "1000,0,10,10",
        "0,0,0,10",
        "pct:100,0,10,10",
        "0.5,0,10,10",
        "FULL",
      ];
      for (const region of wrong) expect((await ask(`/${region}/max/0/default.jpg`)).statusCode, region).toBe(400);
    });
  });

  describe("size", () => {
    const sizes: [check: string, size: string, width: number, height: number][] = [
      ["size_wc", "500,", 500, 500],
      ["size_ch", ",640", 640, 640],
      ["size_percent", "pct:35", 350, 350],
      ["size_wh", "470,300", 470, 300],
      ["size_bwh", "!600,400", 400, 400],
      ["size_bwh: never enlarges", "!2000,1500", 1000, 1000],
      ["max", "max", 1000, 1000],
      ["size_up", "^1200,", 1200, 1200],
      ["size_up", "^,1100", 1100, 1100],
      ["size_up", "^pct:120", 1200, 1200],
      ["size_up", "^1100,1300", 1100, 1300],
      ["size_up", "^!1400,1200", 1200, 1200],
    ];
    for (const [check, size, width, height] of sizes) {
      it(`${check}: ${size} is ${width} x ${height}`, async () => {
        const result = await seen(`/full/${size}/0/default.jpg`);
        expect([result.width, result.height]).toEqual([width, height]);
        if (width === height) expectSquares(result, width / 10, [10, 10], (x, y) => [x, y]);
      });
    }

    it("size_region: of a region", async () => {
      const result = await seen(`/${3 * SQUARE},${4 * SQUARE},400,400/${PRIME * 4},/0/default.jpg`);
      expect(result.width).toBe(PRIME * 4);
      expectSquares(result, PRIME, [4, 4], (x, y) => [x + 3, y + 4]);
    });

    it("^ may be encoded as %5E", async () => {
      expect((await seen("/0,0,100,100/%5E150,/0/default.jpg")).width).toBe(150);
    });

    it("size_noup: without ^ nothing is enlarged; size_nofull: full is not a size; size_error_random: 400", async () => {
      const wrong = [
        "1001,",
        ",1001",
        "1200,1200",
        "pct:101",
        "full",
        "random",
        "0,",
        ",0",
        "0,0",
        ",",
        "!,",
        "!5,",
        "-5,",
        "1.5,",
        "pct:0",
        "^8193,",
        "^5000,5000",
        "^pct:900",
        "5,5,5",
        "!max",
      ];
      for (const size of wrong) expect((await ask(`/full/${size}/0/default.jpg`)).statusCode, size).toBe(400);
    });
  });

  describe("rotation", () => {
    const whole = "/full/max";
    it("rot_full_basic", async () => {
      expectSquares(await seen(`${whole}/90/default.jpg`), SQUARE, [10, 10], (x, y) => [y, 9 - x]);
      expectSquares(await seen(`${whole}/180/default.jpg`), SQUARE, [10, 10], (x, y) => [9 - x, 9 - y]);
      expectSquares(await seen(`${whole}/270/default.jpg`), SQUARE, [10, 10], (x, y) => [9 - y, x]);
      expectSquares(await seen(`${whole}/360/default.jpg`), SQUARE, [10, 10], (x, y) => [x, y]);
    });

    it("rot_region_basic", async () => {
      const result = await seen("/200,300,100,200/max/90/default.jpg");
      expect([result.width, result.height]).toEqual([200, 100]);
      expectSquares(result, SQUARE, [2, 1], (x) => [2, 4 - x]);
    });

    it("rot_mirror and rot_mirror_180", async () => {
      expectSquares(await seen(`${whole}/!0/default.jpg`), SQUARE, [10, 10], (x, y) => [9 - x, y]);
      expectSquares(await seen(`${whole}/!180/default.jpg`), SQUARE, [10, 10], (x, y) => [x, 9 - y]);
    });

    it("rot_full_non90 and rot_region_non90: the centre is unchanged", async () => {
      const result = await seen("/300,300,100,100/max/22.5/default.png");
      expect(result.width).toBeGreaterThan(120);
      const middle = Math.floor(result.width / 2);
      const shown = colourAt(result, middle, Math.floor(result.height / 2));
      expect(colourDifference(shown, colourAt(picture, 350, 350))).toBeLessThanOrEqual(TOLERANCE);
    });

    it("rot_error_random: 400", async () => {
      for (const rotation of ["random", "-90", "361", "360.5", "!", "!!90", "90!", "1e2", ""]) {
        expect([400, 404], rotation).toContain((await ask(`${whole}/${rotation}/default.jpg`)).statusCode);
      }
    });
  });

  describe("quality and format", () => {
    it("quality_color, quality_grey, quality_bitonal", async () => {
      expectSquares(await seen("/full/max/0/color.png"), SQUARE, [10, 10], (x, y) => [x, y]);
      const grey = await seen("/full/200,/0/gray.png");
      const isGrey = ([red, green, blue]: readonly number[]) => red === green && green === blue;
      expect([5, 55, 199].every((at) => isGrey(colourAt(grey, at, at)))).toBe(true);
      const bitonal = await seen("/full/200,/0/bitonal.png");
      expect(new Set(bitonal.samples)).toEqual(new Set([0, 255]));
    });

    for (const [format, mediaType] of [
      ["jpg", "image/jpeg"],
      ["png", "image/png"],
      ["webp", "image/webp"],
    ] as const) {
      it(`format_${format} is ${mediaType}`, async () => {
        const { headers: answered, rawPayload } = await ask(`/full/100,/0/default.${format}`);
        expect(answered["content-type"]).toBe(mediaType);
        expect((await sharp(rawPayload).metadata()).width).toBe(100);
      });
    }

    it("quality_error_random, format_error_random and formats that are not offered: 400", async () => {
      for (const file of [
        "random.jpg",
        "default.random",
        "default",
        "default.tif",
        "default.gif",
        "default.jp2",
        "default.pdf",
        "native.jpg",
        ".jpg",
        "default.jpg.png",
        "__proto__.jpg",
      ]) {
        expect((await ask(`/full/max/0/${file}`)).statusCode, file).toBe(400);
      }
    });
  });

  describe("one of the slide's own tiles", () => {
    it("is sent unchanged, at full resolution, reduced, and at the edge", async () => {
      const { body } = await server.app.inject({ url: `/api/v2/image/${base.slice("/iiif/3/".length)}`, headers });
      const { slideInformation } = JSON.parse(body);
      const ownTile = (z: number, x: number, y: number) =>
        server.app.inject({
          url: slideInformation.tilesMapUrl.replace("{z}", z).replace("{x}", x).replace("{y}", y),
          headers,
        });
      const same: [path: string, z: number, x: number, y: number][] = [
        ["/256,512,256,256/256,256/0/default.jpg", 0, 1, 2],
        ["/768,768,232,232/232,232/0/default.jpg", 0, 3, 3],
        ["/768,0,232,256/max/0/default.jpg", 0, 3, 0],
        ["/512,0,488,512/244,256/0/default.jpg", 1, 1, 0],
      ];
      for (const [path, z, x, y] of same) {
        const [iiif, tile] = [await ask(path), await ownTile(z, x, y)];
        expect(tile.statusCode, `${z}/${x}/${y}`).toBe(200);
        expect(iiif.rawPayload.equals(tile.rawPayload), path).toBe(true);
      }
    });
  });

  it("an answer that the viewer has cached is not sent again", async () => {
    for (const path of ["/info.json", "/full/200,/0/default.jpg"]) {
      const first = await ask(path);
      expect(first.headers["cache-control"]).toBe("private, max-age=300");
      const again = await ask(path, { "if-none-match": String(first.headers.etag) });
      expect([again.statusCode, again.body], path).toEqual([304, ""]);
      expect(String(first.headers.etag)).not.toContain("iiif");
    }
  });
}
