/**
 * The child side of a sandbox: a process that opens untrusted files executes one order and reports the result to its
 * parent. It cannot flush files to disk: Node's permission model has no `fsync`. The server does when it publishes them.
 *
 * A sandbox script consists only of a call of this function; `runInSandbox` starts it as: node SCRIPT ORDER (as JSON),
 * with an IPC channel.
 */
import sharp from "sharp";
import { SlideFileError } from "../slide-source.ts";
import type { SandboxMessage } from "./sandbox-message.ts";

/** The formats that slides use, of all that libvips can open. */
const LOADERS = ["Jpeg", "Png", "Tiff", "Webp"].flatMap((format) => [
  `VipsForeignLoad${format}File`,
  `VipsForeignLoad${format}Buffer`,
]);

/** Error codes for a full disk or an exceeded disk quota. */
const DISK_FULL: readonly unknown[] = ["ENOSPC", "EDQUOT"];

/** @param work its result is sent to the parent as JSON. */
export async function runTask<Order>(
  work: (order: Order, onProgress: (done: number) => void) => Promise<unknown>,
): Promise<void> {
  const [order] = process.argv.slice(2);
  if (order === undefined || process.send === undefined) throw new Error("this script is started by runInSandbox");
  process.once("disconnect", endAtOnce);
  sharp.block({ operation: ["VipsForeignLoad"] });
  sharp.unblock({ operation: LOADERS });
  sharp.cache(false);

  await send({ kind: "started" });
  try {
    const answer = await work(JSON.parse(order) as Order, (done) => void send({ kind: "progress", done }));
    await send({ kind: "done", answer });
  } catch (error) {
    await send(newsOf(error));
  }
  process.off("disconnect", endAtOnce);
  process.disconnect?.();
}

/** If the parent is gone, the result is not needed. A normal exit would wait for the decoders. */
function endAtOnce(): void {
  process.kill(process.pid, "SIGKILL");
}

function send(message: SandboxMessage): Promise<void> {
  return new Promise((resolve) => process.send?.(message, undefined, undefined, () => resolve()));
}

function newsOf(error: unknown): SandboxMessage {
  if (error instanceof SlideFileError) {
    return { kind: "refused", reason: error.reason, message: error.message, cause: String(error.cause ?? "") };
  }
  if (DISK_FULL.includes((error as NodeJS.ErrnoException).code)) {
    const message = "The server's disk is full: the file cannot be converted.";
    return { kind: "refused", reason: "tooLarge", message, cause: String(error) };
  }
  return { kind: "failed", message: String(error) };
}
