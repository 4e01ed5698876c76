/**
 * REL-14: ten editors move, order, copy, paste, remove, restore and rename concurrently in one tree, while the server is
 * killed repeatedly. Verified:
 *
 * - after each kill, and at the end, the invariants of the database hold (orders are permutations, items have a parent,
 *   items in the bin have none), and the received tree has no duplicates, unknown items or cycles;
 * - at the end everything in the bin is restored, and then each acknowledged copy of a folder is in the tree, and
 *   each item has its last acknowledged title;
 * - while the server runs, each request is answered in time, in JSON, with success or a rejection with a reason.
 *
 * Not verified: that an acknowledged move, reorder, paste, removal or restore survives a kill; editors change the same
 * parents concurrently, so that the expected state is unknown.
 *
 * Usage: node lab/tree-races.ts [--operations 10000] [--kills 10]
 */

import { join } from "node:path";
import type { Tree } from "@parfocal/core/structure/structure.contract.ts";
import { endWithin, numberFromCommandLine, printResult } from "./figures.ts";
import { pause, prepareServer, signIn } from "./server-under-test.ts";
import {
  type Answer,
  faultsOf,
  HUNG,
  lostCopies,
  lostRenames,
  NO_JSON,
  restoreAll,
  SERVER_AWAY,
  startTreeEditors,
  unexpectedStatuses,
} from "./tree-editors.ts";

const EDITORS = 10;
const GIVE_UP_MS = 8_000;
const FOLDERS = 12;

const operations = numberFromCommandLine("operations", 10_000);
const kills = numberFromCommandLine("kills", 10);
endWithin(120_000 + operations * 100 + kills * 15_000);

const server = await prepareServer({ slide: join(import.meta.dirname, "../fixtures/pyramid.tif") });
try {
  await server.start();
  const token = await signIn(server);
  // Requests that were running during the kill get no response either.
  let lives = 0;
  let isAway = false;
  const ask = async (method: string, path: string, body?: object): Promise<Answer> => {
    const life = lives;
    const wasAway = isAway;
    const unanswered = async (status: number): Promise<Answer> => {
      await pause(50);
      return { status: wasAway || isAway || life !== lives ? SERVER_AWAY : status, answer: null };
    };
    try {
      const response = await fetch(`${server.origin}/api${path}`, {
        method,
        headers: { "x-site-token": token, ...(body ? { "content-type": "application/json" } : {}) },
        ...(body ? { body: JSON.stringify(body) } : {}),
        signal: AbortSignal.timeout(GIVE_UP_MS),
      });
      const text = await response.text();
      try {
        return { status: response.status, answer: JSON.parse(text) as unknown };
      } catch {
        return unanswered(NO_JSON);
      }
    } catch {
      return unanswered(HUNG);
    }
  };

  const [courseId, imageId] = [/course(\d+)/, /i(\d+)\/$/].map((part) => Number(part.exec(server.slidePath)?.[1]));
  for (let folder = 0; folder < FOLDERS; folder += 1) {
    const made = await ask("POST", "/v2/folder", { parentId: courseId, title: `Folder ${folder}` });
    const parentId = (made.answer as { id: number }).id;
    await ask("PUT", "/v2/image/copy", { id: imageId, parentId });
    for (let number = 0; number < 4; number += 1)
      await ask("POST", "/v2/case", { parentId, title: `Case ${folder}.${number}` });
  }

  const editors = startTreeEditors(ask, EDITORS);
  const faults: string[] = [];
  const check = async (when: string) => {
    const { answer } = await ask("GET", "/v2/structure/tree");
    faults.push(...faultsOf(answer as Tree).map((fault) => `${when}: ${fault}`));
    const invariants = await server.runDatabaseTask("invariants");
    if (invariants.status !== 0) faults.push(`${when}: ${invariants.text}`);
  };
  for (let kill = 1; kill <= kills; kill += 1) {
    await editors.reach(Math.floor((operations * kill) / (kills + 1)));
    isAway = true;
    await server.kill();
    await server.start();
    lives += 1;
    isAway = false;
    await check(`kill ${kill}`);
  }
  await editors.reach(operations);
  await editors.stop();
  await check("the end");
  faults.push(...(await restoreAll(ask, courseId as number)));
  await check("all restored");
  const { answer } = await ask("GET", "/v2/structure/tree");
  const lost = [...lostRenames(answer as Tree, editors.tally), ...lostCopies(answer as Tree, editors.tally)];
  const unexpected = unexpectedStatuses(editors.tally);
  for (const line of [...faults, ...unexpected].slice(0, 20)) process.stdout.write(`${line}\n`);
  process.stdout.write(
    `${[...editors.tally.counts]
      .sort()
      .map(([key, count]) => `${key}: ${count}`)
      .join(", ")}\n`,
  );
  printResult("REL-14", faults.length + unexpected.length + lost.length === 0, {
    operations: editors.tally.operations,
    kills,
    faults: faults.length,
    lost: `${lost.length}/${editors.tally.renamed.size + editors.tally.copied.size}`,
    unexpected: unexpected.length,
    nodes: (answer as Tree).nodes.length,
  });
} finally {
  await server.close();
}
process.exit();
