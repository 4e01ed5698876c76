/** Traces a running server under test with all its processes, including the database. Linux, strace 5.x or later. */
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { pause, type ServerUnderTest } from "../server-under-test.ts";
import { childrenOf } from "../upload-file.ts";

const CALLS =
  "read,write,writev,pwrite64,pwritev,fdatasync,fsync,openat,mkdir,mkdirat,rename,renameat,renameat2,link,linkat";
/** Recorded length of each text: a request line. */
const SHOWN_BYTES = 100;
const ATTACH_WITHIN_MS = 30_000;
const LOOK_EVERY_MS = 20;

export const isStraceInstalled = (): boolean => spawnSync("strace", ["--version"], { stdio: "ignore" }).status === 0;

export interface Trace {
  /** Ends the trace. @returns its text. */
  end(): Promise<string>;
}

/** Resolves when all processes of the server are traced. @returns the reason if tracing is not permitted. */
export async function traceServer(server: ServerUnderTest): Promise<Trace | string> {
  const output = join(server.dataFolder, "strace.out");
  const processes = await withDescendants(server.processId());
  const words = ["-f", "-ttt", "-yy", "-s", String(SHOWN_BYTES), "-e", `trace=${CALLS}`, "-o", output];
  const strace = spawn("strace", [...words, ...processes.flatMap((id) => ["-p", String(id)])], {
    stdio: ["ignore", "ignore", "pipe"],
  });
  process.once("exit", () => strace.kill("SIGKILL"));
  let messages = "";
  strace.stderr.on("data", (piece: Buffer) => (messages += piece.toString()));
  const deadline = performance.now() + ATTACH_WITHIN_MS;
  // Includes processes that have started in the meantime.
  const isComplete = async () =>
    (await withDescendants(server.processId())).every((id) => new RegExp(`Process ${id} attached`).test(messages));
  while (!(await isComplete())) {
    const denial = /attach: .*(?:not permitted|not implemented)/.exec(messages)?.[0];
    if (denial === undefined && performance.now() < deadline) {
      await pause(LOOK_EVERY_MS);
      continue;
    }
    await stop(strace);
    if (denial !== undefined) return denial;
    throw new Error(`strace does not follow all processes:\n${messages}`);
  }
  return {
    async end() {
      await stop(strace);
      return readFile(output, "utf8");
    },
  };
}

async function stop(strace: ChildProcess): Promise<void> {
  if (strace.exitCode !== null || strace.signalCode !== null) return;
  const ended = once(strace, "exit");
  strace.kill("SIGINT");
  await ended;
}

async function withDescendants(processId: number): Promise<number[]> {
  const children = await childrenOf(processId);
  return [processId, ...(await Promise.all(children.map(withDescendants))).flat()];
}
