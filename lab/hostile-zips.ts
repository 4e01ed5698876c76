/**
 * SEC-09: 18 malicious archives and 3 valid ones are uploaded to the running server. Each malicious one must be
 * rejected with a message within 2 s of its last byte, without using the server's memory or disk. If the machine is so
 * busy that valid ones take longer, a malicious one may take as long as they do.
 *
 * Usage: node lab/hostile-zips.ts [--every 1]      every how many malicious archives one is uploaded
 */
import type { Upload } from "@parfocal/core/upload/upload.contract.ts";
import { honestZips, hostileZips, type NamedZip } from "@parfocal/slides/testing/hostile-zips.ts";
import { buildDeepZoom, zipEntriesOf } from "@parfocal/slides/testing/tile-sets.ts";
import { endWithin, numberFromCommandLine, printResult } from "./figures.ts";
import { pause, prepareServer, type ServerUnderTest, signIn } from "./server-under-test.ts";
import { diskMib, memoryMib, uploadFile } from "./upload-file.ts";

const MAX_MS = 300_000;
const MAX_REFUSAL_S = 2;
const MAX_MEMORY_MIB = 64;
/** Node's heap grows once by this amount and keeps it; a bomb unpacked in memory would need four times as much. */
const MAX_MEMORY_ONCE_MIB = 256;
const MAX_DISK_MIB = 1;

/** Time for garbage collection: an idle server collects within seconds, later on a busy machine. */
const SETTLING_MS = 20_000;
const LOOK_EVERY_MS = 500;

async function settledGrowthMib(server: ServerUnderTest, beforeMib: number): Promise<number> {
  for (let waitedMs = 0; ; waitedMs += LOOK_EVERY_MS) {
    const growthMib = (await memoryMib(server)) - beforeMib;
    if (growthMib <= MAX_MEMORY_MIB || waitedMs >= SETTLING_MS) return growthMib;
    await pause(LOOK_EVERY_MS);
  }
}

const every = numberFromCommandLine("every", 1);
endWithin(MAX_MS);

const { files } = await buildDeepZoom({ width: 300, height: 200, tilePx: 64, overlapPx: 1 });
const tiles = zipEntriesOf(files);
const malicious = hostileZips(tiles).filter((_zip, index) => index % every === 0);
const server = await prepareServer();
try {
  await server.start();
  const token = await signIn(server);
  const sendAll = async (zips: readonly NamedZip[]) => {
    const outcomes: { name: string; upload: Upload; seconds: number }[] = [];
    for (const { name, build } of zips) {
      const outcome = { name, ...(await uploadFile(server, token, build(), "slides.zip")) };
      outcomes.push(outcome);
      const { upload, seconds } = outcome;
      process.stdout.write(
        `${upload.state.padEnd(7)} ${seconds.toFixed(2)} s  ${name}: ${upload.error ?? "a slide"}\n`,
      );
    }
    return outcomes;
  };
  // Valid ones first, to ensure that memory that the server needs once is allocated.
  const honest = await sendAll(honestZips(tiles));
  const before = { memory: await memoryMib(server), disk: await diskMib(server) };
  const hostile = await sendAll(malicious);
  // The failure is reported first; the file is deleted shortly afterwards.
  await pause(1000);
  const growthOnceMib = await settledGrowthMib(server, before.memory);
  const hasGrownOnce = growthOnceMib > MAX_MEMORY_MIB && growthOnceMib <= MAX_MEMORY_ONCE_MIB;
  const grown = {
    // One-time growth of the heap does not recur; the cost of archives would.
    memory: hasGrownOnce ? await growthOfAnotherTimeMib() : growthOnceMib,
    disk: (await diskMib(server)) - before.disk,
  };
  async function growthOfAnotherTimeMib(): Promise<number> {
    const beforeMib = await memoryMib(server);
    await sendAll(malicious);
    await pause(1000);
    return settledGrowthMib(server, beforeMib);
  }
  // Measured again, since the machine may be busier now.
  const later = await sendAll(honestZips(tiles));
  const accepted = honest.filter(({ upload }) => upload.state === "done" && upload.imageId !== null);
  const refused = hostile.filter(
    ({ upload }) => upload.state === "failed" && !upload.canRetry && /^[A-Z].{15,}\.$/.test(upload.error ?? ""),
  );
  const slowestOf = (outcomes: readonly { seconds: number }[]) => Math.max(...outcomes.map(({ seconds }) => seconds));
  const [slowest, slowestHonest] = [slowestOf(hostile), slowestOf([...honest, ...later])];
  const hasPassed =
    accepted.length === honest.length &&
    refused.length === hostile.length &&
    slowest <= Math.max(MAX_REFUSAL_S, slowestHonest) &&
    grown.memory <= MAX_MEMORY_MIB &&
    grown.disk <= MAX_DISK_MIB &&
    server.isRunning();
  printResult("SEC-09", hasPassed, {
    refused: `${refused.length}/${hostile.length}`,
    accepted: `${accepted.length}/${honest.length}`,
    slowest_s: slowest.toFixed(2),
    slowest_honest_s: slowestHonest.toFixed(2),
    memory_mib: grown.memory.toFixed(1),
    disk_mib: grown.disk.toFixed(2),
  });
} finally {
  await server.close();
}
process.exit();
