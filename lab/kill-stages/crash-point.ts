/** A moment in a server's execution, identified from outside its code by its system operations. */
import { existsSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { pause, type ServerUnderTest, type StartManner } from "../server-under-test.ts";

export interface CrashPoint {
  /** Before the operation starts, or after it is done and before its caller is notified. */
  readonly when: "before" | "after";
  /**
   * Pattern of the operation as written by `crash-at.ts`, e.g. `rename slides/1/2/a.part > slides/1/2/a`, `commit insert into …`.
   */
  readonly operation: RegExp;
  /** Number of the match, from 1. */
  readonly nth: number;
}

/** Environment variable: file from which `crash-at.ts` reads the point on the signal, and which it deletes. */
export const CRASH_POINT_FILE = "PARFOCAL_LAB_CRASH_POINT_FILE";
export const CRASH_POINT_SIGNAL = "SIGUSR2";
/** Environment variable: file to which every operation is appended, for writing new crash points. */
export const TRACE_FILE = "PARFOCAL_LAB_TRACE_FILE";

export const writeCrashPoint = ({ when, operation, nth }: CrashPoint): string =>
  JSON.stringify({ when, operation: operation.source, nth });

export function readCrashPoint(text: string): CrashPoint {
  const { when, operation, nth } = JSON.parse(text) as { when: CrashPoint["when"]; operation: string; nth: number };
  return { when, operation: new RegExp(operation), nth };
}

const fileOf = (server: ServerUnderTest) => `${server.dataFolder}.crash-point`;

/** Options for starting a server with a configurable crash point. */
export const mortally = (server: ServerUnderTest): StartManner => ({
  preload: new URL("./crash-at.ts", import.meta.url).href,
  environment: { [CRASH_POINT_FILE]: fileOf(server) },
});

/** From now on the server, which was started with `mortally`, crashes at the point. */
export async function dieAt(server: ServerUnderTest, point: CrashPoint): Promise<void> {
  await writeFile(fileOf(server), writeCrashPoint(point));
  process.kill(server.processId(), CRASH_POINT_SIGNAL);
  while (existsSync(fileOf(server))) await pause(5);
}
