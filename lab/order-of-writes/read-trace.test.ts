import { expect, it } from "vitest";
import { exchangesOf } from "./read-trace.ts";
import { ANSWERED, ASKED, FILE, ORDERLY, readLines, SOCKET, SYNC_BEGUN, SYNCED, WRITTEN } from "./traced-chunk.ts";

it("a call that another thread interrupts is one, from its first line to its last", () => {
  const [sync] = readLines(["--- noise ---", SYNC_BEGUN, ASKED, SYNCED]).filter(({ name }) => name === "fdatasync");
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
  expect(readLines([SYNCED, SYNC_BEGUN, "102 1.5 +++ exited with 0 +++", ""])).toEqual([]);
});

it("a failed call has its result", () => {
  expect(readLines([`7 1.0 mkdir("/data/slides", 0700) = -1 EEXIST (File exists)`])).toMatchObject([{ result: -1 }]);
});

it("requests are paired with the answers on their sockets", () => {
  expect(exchangesOf(readLines(ORDERLY))).toEqual([
    { request: "PUT /api/v2/upload/1/chunk/0", status: 204, asked: 0, answered: 6 },
  ]);
  const otherSocket = ANSWERED.replace("42082", "42083");
  expect(exchangesOf(readLines([ASKED, otherSocket]))).toEqual([]);
});

it("a request whose first bytes come in a resumed call was asked when that had ended", () => {
  const begun = `100 1.0 read(${SOCKET},  <unfinished ...>`;
  const resumed = `100 1.3 <... read resumed>"GET /api/v2/upload/1 HTTP/1.1\\r\\n"..., 65536) = 99`;
  expect(exchangesOf(readLines([begun, WRITTEN, resumed, ANSWERED]))).toMatchObject([{ asked: 2, answered: 3 }]);
});
