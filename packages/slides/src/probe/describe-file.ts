/** Description of a file as plain values; runs in the sandbox of `probeInSandbox`. */
import { openSlideFile, probeSlideFile } from "../open-slide-file.ts";
import { shownDescriptionOf } from "../picture/measured-windows.ts";
import { SlideFileError } from "../slide-source.ts";
import type { SandboxedProbe } from "./probe-in-sandbox.ts";

/**
 * Limit of this thread's CPU time for opening alone: a server opens slides in its own process and serves no other request
 * during that time. A zip of 2,000,000 files takes 2 s.
 */
const MAX_OPENING_CPU_MS = 5000;

/** @throws SlideFileError if it is not a slide, or cannot be opened in time. */
export async function describeFile(path: string): Promise<SandboxedProbe> {
  const probed = await probeSlideFile(path);
  if (probed.kind !== "slide") return probed;
  const { source } = probed;
  try {
    await assertOpensSoon(path);
    const annotations = (await source.readAnnotations?.()) ?? [];
    return { kind: "slide", slide: await shownDescriptionOf(source), directory: source.directory ?? null, annotations };
  } finally {
    await source.close();
  }
}

async function assertOpensSoon(path: string): Promise<void> {
  const before = process.threadCpuUsage();
  const again = await openSlideFile(path);
  const { user, system } = process.threadCpuUsage(before);
  await again.close();
  if ((user + system) / 1000 <= MAX_OPENING_CPU_MS) return;
  throw new SlideFileError("tooLarge", "The metadata of this file is too large to be read in time.");
}
