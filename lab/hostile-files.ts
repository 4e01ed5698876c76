/**
 * SEC-10: malicious files of every supported format (cycles, absurd sizes, false statements, bombs, entities, scripts
 * in names) are uploaded to the running server one after the other. Each is rejected with a message or shown; none
 * crashes the server, fills its memory or disk, exceeds a sandbox's limits, or takes a minute.
 *
 * Usage: node lab/hostile-files.ts [NAME]      only files whose names contain NAME
 */
import { readdir } from "node:fs/promises";
import { formatSamples } from "@parfocal/slides/testing/format-samples.ts";
import type { HostileFile } from "@parfocal/slides/testing/hostile-file.ts";
import { HOSTILE_FILES } from "@parfocal/slides/testing/hostile-files.ts";
import { endWithin, printResult } from "./figures.ts";
import { pause, prepareServer, signIn } from "./server-under-test.ts";
import { diskMib, maxChildMemoryMib, memoryMib, settledImage, uploadFile } from "./upload-file.ts";

const MAX_MS = 1_500_000;
const MAX_SECONDS = 60;
const MAX_SANDBOX_MIB = 700;
const MAX_SERVER_GROWTH_MIB = 64;
const MAX_DISK_GROWTH_MIB = 1;
/** Number of valid files before a selection of hostile ones. */
const SAMPLES_FOR_SOME = 3;
const SENTENCE = /^[A-Z].{14,}\.$/s;

endWithin(MAX_MS);

const [wanted = ""] = process.argv.slice(2);
const files = HOSTILE_FILES.filter(({ name }) => name.includes(wanted));
const server = await prepareServer();
try {
  await server.start();
  const token = await signIn(server);

  /** @returns the result: shown, or the message with which it was rejected. */
  const uploadSample = async (bytes: Buffer, name: string) => {
    const { upload, seconds } = await uploadFile(server, token, bytes, name);
    if (upload.state !== "done" || upload.imageId === null)
      return { isShown: false, said: upload.error ?? "", seconds };
    const image = await settledImage(server, token, upload.imageId);
    return { isShown: image.state === "ready", said: image.job?.error ?? "", seconds };
  };
  const isRight = ({ fate }: HostileFile, { isShown, said }: Awaited<ReturnType<typeof uploadSample>>) => {
    if (!isShown && !SENTENCE.test(said)) return false;
    return fate === "either" || isShown === (fate === "read");
  };

  // Ensures that memory that the server needs once is allocated.
  const samples = await formatSamples();
  for (const { name, bytes } of wanted === "" ? samples : samples.slice(0, SAMPLES_FOR_SOME))
    await uploadSample(bytes, name);
  await pause(1000);
  const outside = async () => (await readdir(server.dataFolder)).toSorted().join(" ");
  const before = { memory: await memoryMib(server), disk: await diskMib(server), outside: await outside() };

  const failures: string[] = [];
  let slowest = 0;
  const uploadAll = async (some: readonly HostileFile[]) => {
    for (const file of some) {
      const outcome = await uploadSample(await file.build(), "a file");
      slowest = Math.max(slowest, outcome.seconds);
      const verdict = isRight(file, outcome) ? "ok   " : "WRONG";
      if (verdict === "WRONG") failures.push(file.name);
      const { isShown, said, seconds } = outcome;
      process.stdout.write(`${verdict} ${seconds.toFixed(2)} s  ${file.name}: ${isShown ? "shown" : said}\n`);
    }
  };
  let diskGrowth = 0;
  const sandbox = await maxChildMemoryMib(server, async () => {
    await uploadAll(files.filter(({ fate }) => fate === "refused"));
    await pause(1000);
    diskGrowth = (await diskMib(server)) - before.disk;
    await uploadAll(files.filter(({ fate }) => fate !== "refused"));
  });
  await pause(1000);
  const grown = (await memoryMib(server)) - before.memory;
  const isAsBefore = (await outside()) === before.outside;
  const hasPassed =
    files.length > 0 &&
    failures.length === 0 &&
    slowest <= MAX_SECONDS &&
    sandbox <= MAX_SANDBOX_MIB &&
    grown <= MAX_SERVER_GROWTH_MIB &&
    diskGrowth <= MAX_DISK_GROWTH_MIB &&
    isAsBefore &&
    server.isRunning();
  printResult("SEC-10", hasPassed, {
    right: `${files.length - failures.length}/${files.length}`,
    slowest_s: slowest.toFixed(2),
    sandbox_mib: sandbox.toFixed(0),
    server_growth_mib: grown.toFixed(1),
    disk_growth_mib: diskGrowth.toFixed(2),
    outside: isAsBefore ? "untouched" : await outside(),
  });
} finally {
  await server.close();
}
process.exit();
