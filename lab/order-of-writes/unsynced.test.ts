import { expect, it } from "vitest";
import { exchangesOf } from "./read-trace.ts";
import {
  ANSWERED,
  ASKED,
  LOG_SYNCED,
  LOG_WRITTEN,
  ORDERLY,
  readLines,
  SYNC_BEGUN,
  SYNCED,
  WRITTEN,
} from "./traced-chunk.ts";
import { findContentFaults, findNameFaults, findRangeFault, isLogSynced } from "./unsynced.ts";

const CHUNK = { path: "/data/uploads/1-1", position: 0, length: 1000 };

/** The chunk of the only exchange. */
function faultOf(lines: readonly string[]): string | null {
  const calls = readLines(lines);
  return findRangeFault(calls, CHUNK, exchangesOf(calls)[0]?.answered ?? 0).fault;
}

it("a chunk is on the disk if a sync ran between its last write and its answer", () => {
  expect(faultOf(ORDERLY)).toBe(null);
  expect(faultOf([ASKED, WRITTEN, SYNC_BEGUN, ANSWERED, SYNCED])).toBe("no sync between its last write and the answer");
  expect(faultOf([ASKED, SYNC_BEGUN, WRITTEN, SYNCED, ANSWERED])).toBe("no sync between its last write and the answer");
  const refused = SYNCED.replace("= 0", "= -1 EIO (Input/output error)");
  expect(faultOf([ASKED, WRITTEN, SYNC_BEGUN, refused, ANSWERED])).toBe(
    "no sync between its last write and the answer",
  );
});

it("a chunk is not on the disk if another part, less or another file was written", () => {
  for (const [from, to] of [
    ["1000, 0) = 1000", "1000, 1000) = 1000"],
    ["= 1000", "= 400"],
    ["1-1>", "1-2>"],
  ] as const) {
    expect(faultOf([ASKED, WRITTEN.replace(from, to), SYNC_BEGUN, SYNCED, ANSWERED])).toMatch(/of 1000 bytes were/);
  }
});

it("a transaction is on the disk if the log was written and then synced within the span", () => {
  const calls = readLines(ORDERLY);
  expect(isLogSynced(calls, { after: 3, before: 6 })).toBe(true);
  expect(isLogSynced(calls, { after: 4, before: 6 })).toBe(false);
  expect(isLogSynced(calls, { after: 3, before: 5 })).toBe(false);
  expect(isLogSynced(readLines([LOG_SYNCED, LOG_WRITTEN]), { after: -1, before: 9 })).toBe(false);
});

it("a name is on the disk if its folder was synced afterwards, and so is each folder made for it", () => {
  const made = [
    `7 1.0 mkdir("/data/slides/1", 0700) = 0`,
    `7 1.1 mkdir("/data/slides/1/5", 0700) = 0`,
    `7 1.2 link("/data/uploads/1-1", "/data/slides/1/5/original") = 0`,
  ];
  const synced = ["/data/slides/1/5", "/data/slides/1", "/data/slides"].map(
    (folder) => `7 1.3 fsync(5<${folder}>) = 0`,
  );
  const path = "/data/slides/1/5/original";
  expect(findNameFaults(readLines([...made, ...synced]), path, 9)).toEqual({ faults: [], synced: 5 });
  expect(findNameFaults(readLines([...made, ...synced]), path, 5).faults).toEqual([
    "the folder of /data/slides/1 was not synced before the answer",
  ]);
  expect(findNameFaults(readLines([...synced, ...made]), path, 9).faults).toHaveLength(3);
  expect(findNameFaults(readLines(synced), path, 9).faults).toEqual([`nothing was given the name ${path}`]);
});

it("a file that is opened to be made is given a name, one that exists is not", () => {
  const opened = (flags: string) =>
    readLines([`7 1.0 openat(AT_FDCWD</work>, "/data/a", ${flags}, 0600) = 26</data/a>`]);
  expect(findNameFaults(opened("O_RDWR|O_CREAT|O_CLOEXEC"), "/data/a", 9).faults[0]).toMatch(/was not synced/);
  expect(findNameFaults(opened("O_RDWR|O_CLOEXEC"), "/data/a", 9).faults[0]).toMatch(/nothing was given/);
});

it("a file that is renamed into a folder has its contents on the disk before its name", () => {
  const partial = "26</data/work/tile.part>";
  const written = `7 1.0 write(${partial}, "..."..., 4096) = 4096`;
  const synced = `7 1.1 fdatasync(${partial}) = 0`;
  const renamed = `7 1.2 rename("/data/work/tile.part", "/data/slides/1/5/tile") = 0`;
  const contentFaults = (lines: readonly string[]) => findContentFaults(readLines(lines), "/data/slides/1/5");
  const notSynced = ["/data/slides/1/5/tile got its name before its contents were synced"];
  expect(contentFaults([written, synced, renamed])).toEqual({ count: 1, faults: [] });
  expect(contentFaults([written, renamed, synced])).toEqual({ count: 1, faults: notSynced });
  expect(contentFaults([synced, written, renamed])).toEqual({ count: 1, faults: notSynced });
  expect(contentFaults([renamed]).faults).toEqual(["no write of /data/slides/1/5/tile is in the trace"]);
  const elsewhere = renamed.replace("slides/1/5/", "slides/1/6/");
  const failed = renamed.replace("= 0", "= -1 ENOSPC (No space left on device)");
  expect(contentFaults([written, elsewhere, failed])).toEqual({ count: 0, faults: [] });
});
