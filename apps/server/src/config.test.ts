import { resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { readConfig } from "./config.ts";

it("without any setting: port 8600 on localhost, the folder data, the embedded database, the demo site", () => {
  expect(readConfig({}, [])).toMatchObject({
    port: 8600,
    host: "127.0.0.1",
    dataFolder: resolve("data"),
    databaseUrl: null,
    preparesStatements: true,
    isDemoEnabled: true,
    demoPassword: null,
    isUnsafeDatabaseAllowed: false,
    slidePaths: [],
    watchedFolder: null,
    intake: { readsLabelBarcodes: false, deidentifiesFiles: false, usesOtherPrograms: true },
  });
});

it("PARFOCAL_FOREIGN=0 disables other programs for slides", () => {
  expect(readConfig({ PARFOCAL_FOREIGN: "0" }, []).intake.usesOtherPrograms).toBe(false);
  expect(readConfig({ PARFOCAL_FOREIGN: "1" }, []).intake.usesOtherPrograms).toBe(true);
});

describe("PORT", () => {
  const cases: [text: string, port: number | null][] = [
    ["0", 0],
    ["65535", 65_535],
    ["", 8600],
    ["65536", null],
    ["-1", null],
    ["80.5", null],
    ["http", null],
    ["1e9", null],
  ];
  for (const [text, port] of cases) {
    it(`"${text}" ${port === null ? "is rejected with a message" : `is ${port}`}`, () => {
      if (port === null) expect(() => readConfig({ PORT: text }, [])).toThrow(/PORT is ".*": it must be a number/);
      else expect(readConfig({ PORT: text }, []).port).toBe(port);
    });
  }
});

it("empty settings count as unset", () => {
  const empty = { HOST: "", PARFOCAL_DATA: "", DATABASE_URL: "", PARFOCAL_DEMO: "", PARFOCAL_DEMO_PASSWORD: "" };
  expect(readConfig(empty, [])).toEqual(readConfig({}, []));
});

it("only 0 disables the demo, only 1 allows an unsafe database", () => {
  expect(["0", "1", "false"].map((value) => readConfig({ PARFOCAL_DEMO: value }, []).isDemoEnabled)).toEqual([
    false,
    true,
    true,
  ]);
  expect(["0", "1", "true"].map((value) => readConfig({ ALLOW_UNSAFE_DB: value }, []).isUnsafeDatabaseAllowed)).toEqual(
    [false, true, false],
  );
});

it("slides are named after --slide, in both spellings, any number of times", () => {
  expect(readConfig({}, ["--slide", "a.svs", "--slide=/b c.svs"]).slidePaths).toEqual([resolve("a.svs"), "/b c.svs"]);
  expect(() => readConfig({}, ["--slide"])).toThrow("--slide requires the path of a slide file");
});

describe("a watched folder", () => {
  it("is imported from after 30 s, into no particular location, by default", () => {
    expect(readConfig({ PARFOCAL_WATCH_FOLDER: "scans" }, []).watchedFolder).toEqual({
      path: resolve("scans"),
      parentId: null,
      mode: "copy",
      stillMs: 30_000,
    });
    const variables = { PARFOCAL_WATCH_TO: "7", PARFOCAL_WATCH_MODE: "link", PARFOCAL_WATCH_STILL_S: "2" };
    expect(readConfig({ PARFOCAL_WATCH_FOLDER: "/scans", ...variables }, []).watchedFolder).toEqual({
      path: "/scans",
      parentId: 7,
      mode: "link",
      stillMs: 2000,
    });
  });

  for (const [name, value] of [
    ["PARFOCAL_WATCH_TO", "first"],
    ["PARFOCAL_WATCH_MODE", "move"],
    ["PARFOCAL_WATCH_STILL_S", "0"],
  ] as const) {
    it(`with ${name} ${value} is rejected with a message`, () => {
      expect(() => readConfig({ PARFOCAL_WATCH_FOLDER: "/scans", [name]: value }, [])).toThrow(
        `${name} is "${value}": it must be`,
      );
    });
  }
});

describe("PARFOCAL_TILE_CACHE_MB", () => {
  const cases: [text: string, bytes: number | null][] = [
    ["", 4 * 2 ** 30],
    ["0", 0],
    ["10", 10 * 2 ** 20],
    ["-1", null],
    ["1.5", null],
    ["4 GB", null],
  ];
  for (const [text, bytes] of cases) {
    it(`"${text}" ${bytes === null ? "is rejected with a message" : `is ${bytes} bytes`}`, () => {
      const read = () => readConfig({ PARFOCAL_TILE_CACHE_MB: text }, []).maxTileCacheBytes;
      if (bytes === null) expect(read).toThrow(/PARFOCAL_TILE_CACHE_MB is ".*": it must be a whole number/);
      else expect(read()).toBe(bytes);
    });
  }
});

describe("the number of workers", () => {
  const cases: [environment: string | undefined, argv: string[], workers: number | null][] = [
    [undefined, [], 1],
    ["", [], 1],
    ["3", [], 3],
    ["3", ["--workers", "2"], 2],
    [undefined, ["--workers=16", "--slide", "a.svs"], 16],
    [undefined, ["--workers"], null],
    [undefined, ["--workers", "17"], null],
    ["0", [], null],
    ["1.5", [], null],
  ];
  for (const [environment, argv, workers] of cases) {
    it(`PARFOCAL_WORKERS ${environment}, "${argv.join(" ")}": ${workers ?? "rejected with a message"}`, () => {
      const read = () => readConfig({ PARFOCAL_WORKERS: environment }, argv).workers;
      if (workers === null)
        expect(read).toThrow(/The number of workers is ".*": it must be a whole number from 1 to 16/);
      else expect(read()).toBe(workers);
    });
  }
});

describe("the mail server", () => {
  const cases: [text: string | undefined, isFine: boolean][] = [
    [undefined, true],
    ["smtp://mail.example.test:587", true],
    ["smtps://user:secret-word@mail.example.test", true],
    ["https://user:secret-word@mail.example.test", false],
    ["mail.example.test secret-word", false],
  ];
  for (const [text, isFine] of cases) {
    it(`${text}: ${isFine ? "used" : "rejected without its password"}`, () => {
      const read = () => readConfig({ PARFOCAL_SMTP_URL: text }, []).smtpUrl;
      if (isFine) expect(read()).toBe(text ?? null);
      else expect(read).toThrow(/^(?!.*secret-word)PARFOCAL_SMTP_URL must be a URL/);
    });
  }
});
