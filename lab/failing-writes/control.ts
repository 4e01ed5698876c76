/**
 * Selects the write call of a server under test that fails: through a file that `failing-writes.c` maps into memory, in
 * each process.
 */
import { spawnSync } from "node:child_process";
import { closeSync, openSync, readSync, writeSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { constants } from "node:os";
import { join } from "node:path";
import type { ServerUnderTest, StartManner } from "../server-under-test.ts";

export const LIBRARY = "PARFOCAL_LAB_FAILING_LIBRARY";
export const CONTROL = "PARFOCAL_LAB_FAILING_CONTROL";
export const FOLDER = "PARFOCAL_LAB_FAILING_FOLDER";

const INT_BYTES = 4;
const HEADER_BYTES = 3 * INT_BYTES;
const BYTES = HEADER_BYTES + 500;

/** `short`: a write stores half of its bytes; for other calls EIO. */
export type WriteFault = "ENOSPC" | "EIO" | "short";

/** @returns null if there is no C compiler. */
export async function buildFailingWrites({ dataFolder }: ServerUnderTest): Promise<FailingWrites | null> {
  const library = join(dataFolder, "failing-writes.so");
  const source = join(import.meta.dirname, "failing-writes.c");
  const { status, error } = spawnSync("cc", ["-O2", "-shared", "-fPIC", "-o", library, source, "-ldl"], {
    stdio: ["ignore", "ignore", "inherit"],
  });
  if (error) return null;
  if (status !== 0) throw new Error("the library could not be built");
  const control = join(dataFolder, "failing-writes");
  await writeFile(control, Buffer.alloc(BYTES));
  return new FailingWrites({ library, control, dataFolder });
}

export class FailingWrites {
  readonly #file: number;
  /** Options for starting the server. */
  readonly manner: StartManner;

  constructor({ library, control, dataFolder }: Record<"library" | "control" | "dataFolder", string>) {
    this.#file = openSync(control, "r+");
    this.manner = {
      preload: new URL("./into-sandboxes.ts", import.meta.url).href,
      environment: { LD_PRELOAD: library, [LIBRARY]: library, [CONTROL]: control, [FOLDER]: dataFolder },
    };
  }

  /** Restarts the count. @param nth call that fails, from 1; 0: none. */
  arm(nth: number, writeFault: WriteFault): void {
    const bytes = Buffer.alloc(BYTES);
    bytes.writeInt32LE(nth, INT_BYTES);
    bytes.writeInt32LE(writeFault === "short" ? 0 : constants.errno[writeFault], 2 * INT_BYTES);
    writeSync(this.#file, bytes, 0, BYTES, 0);
  }

  /** @returns the calls since then, and the one that failed; empty: none. */
  read(): { readonly count: number; readonly what: string } {
    const bytes = Buffer.alloc(BYTES);
    readSync(this.#file, bytes, 0, BYTES, 0);
    const text = bytes.subarray(HEADER_BYTES).toString();
    return { count: bytes.readInt32LE(0), what: text.slice(0, text.indexOf("\0")) };
  }

  close(): void {
    closeSync(this.#file);
  }
}
