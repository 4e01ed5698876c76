import { expect, it } from "vitest";
import { exchangesOf, readTrace } from "./read-trace.ts";
import { findContentFaults, findNameFaults, findRangeFault, isLogSynced } from "./unsynced.ts";

const SOCKET = "24<TCPv6:[[::ffff:127.0.0.1]:8600->[::ffff:127.0.0.1]:42082]>";
const FILE = "26</data/uploads/1-1>";
const LOG = "9</data/postgres/cluster/pg_wal/000000010000000000000001>";

const ASKED = `100 1.0 read(${SOCKET}, "PUT /api/v2/upload/1/chunk/0 HTTP/1.1\\r\\nhost: 127.0.0.1"..., 65536) = 171`;
const WRITTEN = `101 1.1 pwrite64(${FILE}, "\\0) = 5\\"\\0"..., 1000, 0) = 1000`;
const SYNC_BEGUN = `102 1.2 fdatasync(${FILE} <unfinished ...>`;
const SYNCED = "102 1.4 <... fdatasync resumed>) = 0";
const LOG_WRITTEN = `200 1.5 pwrite64(${LOG}, "\\30\\321"..., 8192, 16384) = 8192`;
const LOG_SYNCED = `200 1.6 fdatasync(${LOG})       = 0`;
const ANSWERED = `100 1.7 writev(${SOCKET}, [{iov_base="HTTP/1.1 204 No Content\\r\\nDate: Sun"..., iov_len=129}], 1) = 129`;

const ORDERLY = [ASKED, WRITTEN, SYNC_BEGUN, SYNCED, LOG_WRITTEN, LOG_SYNCED, ANSWERED];
const read = (lines: readonly string[]) => readTrace(lines.join("\n"));
const CHUNK = { path: "/data/uploads/1-1", position: 0, length: 1000 };

/** The chunk of the only exchange. */
function faultOf(lines: readonly string[]): string | null {
  const calls = read(lines);
  return findRangeFault(calls, CHUNK, exchangesOf(calls)[0]?.answered ?? 0).fault;
}

it("a call that another thread interrupts is one, from its first line to its last", () => {
  const [sync] = read(["--- noise ---", SYNC_BEGUN, ASKED, SYNCED]).filter(({ name }) => name === "fdatasync");
  expect(sync).toEqual({
    processId: 102,
    name: "fdatasync",
    parameters: FILE,
    target: "/data/uploads/1-1",
    result: 0,
    begin: 1,
    end: 3,
  });
});

it("what begins before the trace, or does not end in it, is left out", () => {
  expect(read([SYNCED, SYNC_BEGUN, "102 1.5 +++ exited with 0 +++", ""])).toEqual([]);
});

it("a failed call has its result", () => {
  expect(read([`7 1.0 mkdir("/data/slides", 0700) = -1 EEXIST (File exists)`])).toMatchObject([{ result: -1 }]);
});

it("requests are paired with the answers on their sockets", () => {
  expect(exchangesOf(read(ORDERLY))).toEqual([
    { request: "PUT /api/v2/upload/1/chunk/0", status: 204, asked: 0, answered: 6 },
  ]);
  const otherSocket = ANSWERED.replace("42082", "42083");
  expect(exchangesOf(read([ASKED, otherSocket]))).toEqual([]);
});

it("a request whose first bytes come in a resumed call was asked when that had ended", () => {
  const begun = `100 1.0 read(${SOCKET},  <unfinished ...>`;
  const resumed = `100 1.3 <... read resumed>"GET /api/v2/upload/1 HTTP/1.1\\r\\n"..., 65536) = 99`;
  expect(exchangesOf(read([begun, WRITTEN, resumed, ANSWERED]))).toMatchObject([{ asked: 2, answered: 3 }]);
});

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
  const calls = read(ORDERLY);
  expect(isLogSynced(calls, { after: 3, before: 6 })).toBe(true);
  expect(isLogSynced(calls, { after: 4, before: 6 })).toBe(false);
  expect(isLogSynced(calls, { after: 3, before: 5 })).toBe(false);
  expect(isLogSynced(read([LOG_SYNCED, LOG_WRITTEN]), { after: -1, before: 9 })).toBe(false);
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
  expect(findNameFaults(read([...made, ...synced]), path, 9)).toEqual({ faults: [], synced: 5 });
  expect(findNameFaults(read([...made, ...synced]), path, 5).faults).toEqual([
    "the folder of /data/slides/1 was not synced before the answer",
  ]);
  expect(findNameFaults(read([...synced, ...made]), path, 9).faults).toHaveLength(3);
  expect(findNameFaults(read(synced), path, 9).faults).toEqual([`nothing was given the name ${path}`]);
});

it("a file that is opened to be made is given a name, one that exists is not", () => {
  const opened = (flags: string) => read([`7 1.0 openat(AT_FDCWD</work>, "/data/a", ${flags}, 0600) = 26</data/a>`]);
  expect(findNameFaults(opened("O_RDWR|O_CREAT|O_CLOEXEC"), "/data/a", 9).faults[0]).toMatch(/was not synced/);
  expect(findNameFaults(opened("O_RDWR|O_CLOEXEC"), "/data/a", 9).faults[0]).toMatch(/nothing was given/);
});

it("a file that is renamed into a folder has its contents on the disk before its name", () => {
  const partial = "26</data/work/tile.part>";
  const written = `7 1.0 write(${partial}, "..."..., 4096) = 4096`;
  const synced = `7 1.1 fdatasync(${partial}) = 0`;
  const renamed = `7 1.2 rename("/data/work/tile.part", "/data/slides/1/5/tile") = 0`;
  const contentFaults = (lines: readonly string[]) => findContentFaults(read(lines), "/data/slides/1/5");
  const notSynced = ["/data/slides/1/5/tile got its name before its contents were synced"];
  expect(contentFaults([written, synced, renamed])).toEqual({ count: 1, faults: [] });
  expect(contentFaults([written, renamed, synced])).toEqual({ count: 1, faults: notSynced });
  expect(contentFaults([synced, written, renamed])).toEqual({ count: 1, faults: notSynced });
  expect(contentFaults([renamed]).faults).toEqual(["no write of /data/slides/1/5/tile is in the trace"]);
  const elsewhere = renamed.replace("slides/1/5/", "slides/1/6/");
  const failed = renamed.replace("= 0", "= -1 ENOSPC (No space left on device)");
  expect(contentFaults([written, elsewhere, failed])).toEqual({ count: 0, faults: [] });
});
