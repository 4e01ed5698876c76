/** A moment in the life of a server, as it is seen from outside of its code: by what it asks of the system. */
import { existsSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { pause, type ServerUnderTest, type StartManner } from "../server-under-test.ts";

export interface CrashPoint {
  /** Before the operation is begun, or after it is done and before its caller learns of it. */
  readonly when: "before" | "after";
  /**
   * Of the operation as `crash-at.ts` writes it, e.g. `rename slides/1/2/a.part > slides/1/2/a`, `commit insert into …`.
   */
  readonly operation: RegExp;
  /** Which of those that match, from 1. */
  readonly nth: number;
}

/** Names the file in which `crash-at.ts` finds the point when it gets the signal; it takes the file away. */
export const CRASH_POINT_FILE = "PARFOCAL_LAB_CRASH_POINT_FILE";
export const CRASH_POINT_SIGNAL = "SIGUSR2";
/** Names a file to which it appends every operation, for who writes a new crash point. */
export const TRACE_FILE = "PARFOCAL_LAB_TRACE_FILE";

export const writeCrashPoint = ({ when, operation, nth }: CrashPoint): string =>
  JSON.stringify({ when, operation: operation.source, nth });

export function readCrashPoint(text: string): CrashPoint {
  const { when, operation, nth } = JSON.parse(text) as { when: CrashPoint["when"]; operation: string; nth: number };
  return { when, operation: new RegExp(operation), nth };
}

const fileOf = (server: ServerUnderTest) => `${server.dataFolder}.crash-point`;

/** Starts a server with a configurable crash point. */
export const mortally = (server: ServerUnderTest): StartManner => ({
  preload: new URL("./crash-at.ts", import.meta.url).href,
  environment: { [CRASH_POINT_FILE]: fileOf(server) },
});

/** From now on the server, which was started `mortally`, dies at the point. */
export async function dieAt(server: ServerUnderTest, point: CrashPoint): Promise<void> {
  await writeFile(fileOf(server), writeCrashPoint(point));
  process.kill(server.processId(), CRASH_POINT_SIGNAL);
  while (existsSync(fileOf(server))) await pause(5);
}
