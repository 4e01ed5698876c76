/** For sandbox tests: actions of a file that takes control of its reader, or crashes it. */
import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import sharp from "sharp";
import { runTask } from "../sandbox/run-task.ts";
import { SlideFileError } from "../slide-source.ts";

export interface Misconduct {
  readonly kind: keyof typeof ACTIONS;
  /** File that the action uses. */
  readonly path: string;
}

/** Progress reported once by actions that never end. */
const AT_WORK = 0.5;
const GIGABYTE = 2 ** 30;

const ACTIONS = {
  nothing: async () => "done",
  readFile: async (path: string) => readFileSync(path, "utf8"),
  writeFile: async (path: string) => writeFileSync(path, "written"),
  writeALot: async (path: string) => writeFileSync(path, Buffer.alloc(2 ** 21)),
  startProcess: async () => execFileSync("/bin/true"),
  connect: async () => once(connect(9, "127.0.0.1"), "connect"),
  reportEnvironment: async () => Object.keys(process.env),
  openSvg: async (path: string) => sharp(path).metadata(),
  fillHeap: async () => {
    const retained: number[][] = [];
    for (;;) retained.push(new Array<number>(1_000_000).fill(0.5));
  },
  fillMemory: async () => Array.from({ length: 3 }, () => Buffer.alloc(GIGABYTE)).length,
  crash: async () => process.abort(),
  exit: async () => process.exit(3),
  spin: async (_path: string, onProgress: (done: number) => void) => {
    onProgress(AT_WORK);
    for (;;);
  },
  wait: async (_path: string, onProgress: (done: number) => void) => {
    onProgress(AT_WORK);
    await sleep(600_000);
  },
  refuse: async () => {
    throw new SlideFileError("damaged", "This file is damaged.", { cause: new Error("line 7") });
  },
  fail: async () => {
    throw new TypeError("x is not a function");
  },
  fillDisk: async () => {
    throw Object.assign(new Error("write"), { code: "ENOSPC" });
  },
} satisfies Record<string, (path: string, onProgress: (done: number) => void) => Promise<unknown>>;

await runTask<Misconduct>(({ kind, path }, onProgress) => ACTIONS[kind](path, onProgress));
