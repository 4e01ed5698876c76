/** A small disk in memory (tmpfs) for an experiment, which fills it and frees it again. Linux, as root. */
import { execFileSync } from "node:child_process";
import { mkdtemp, open, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { MIB } from "./upload-file.ts";

export interface SmallDisk {
  readonly folder: string;
  readonly bytes: number;
  /** Fills even the last bytes. @param leaveBytes that stay free; at least one page. */
  fill(leaveBytes?: number): Promise<void>;
  free(): Promise<void>;
}

/** Mounts it until the process ends; if that is impossible, prints SKIP and ends the process. */
export async function mountSmallDisk(check: string, mebibytes: number): Promise<SmallDisk> {
  const skip = (why: string): never => {
    process.stdout.write(`SKIP ${check}: ${why}\n`);
    process.exit();
  };
  if (process.getuid?.() !== 0 || process.platform !== "linux") skip("a small disk requires root on Linux");
  const folder = await mkdtemp(join(tmpdir(), "parfocal-lab-disk-"));
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", `size=${mebibytes}m,mode=700`, "tmpfs", folder], { stdio: "pipe" });
  } catch (error) {
    await rm(folder, { recursive: true });
    skip(`this root may not mount a disk (${(error as Error).message.split("\n").at(-1)})`);
  }
  process.once("exit", () => {
    execFileSync("umount", ["--lazy", folder]);
    execFileSync("rmdir", [folder]);
  });
  const filler = join(folder, "filler");
  const bytes = mebibytes * MIB;
  return {
    folder,
    bytes,
    async fill(leaveBytes = 0) {
      const file = await open(filler, "a");
      try {
        await fillUp(file);
        if (leaveBytes > 0) await file.truncate(Math.max(0, (await file.stat()).size - leaveBytes));
      } finally {
        await file.close();
      }
    },
    free: () => rm(filler, { force: true }),
  };
}

async function fillUp(file: Awaited<ReturnType<typeof open>>): Promise<void> {
  // The smaller pieces fill the space left by the larger ones.
  for (const size of [MIB, 4_096]) {
    const piece = Buffer.alloc(size, 1);
    try {
      for (;;) await file.write(piece);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ENOSPC") throw error;
    }
  }
}
