/**
 * REL-14: ten editors move, order, copy, paste, remove, restore and rename at once in one tree, while the server is killed
 * again and again. After each kill every order is a permutation, nothing lies in itself, nothing is lost between tree and
 * bin, and what was acknowledged is there.
 *
 * Usage: node lab/tree-races.ts [--operations 10000] [--kills 10]
 */

import { join } from "node:path";
import type { Tree } from "@parfocal/core/structure/structure.contract.ts";
import { endWithin, numberFromCommandLine, tell } from "./figures.ts";
import { pause, prepareServer, signIn } from "./server-under-test.ts";
import { faultsOf, lostRenames, startTreeEditors, unexpectedStatuses } from "./tree-editors.ts";

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
  const ask = async (method: string, path: string, body?: object) =>
    fetch(`${server.origin}/api${path}`, {
      method,
      headers: { "x-site-token": token, ...(body ? { "content-type": "application/json" } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
      signal: AbortSignal.timeout(GIVE_UP_MS),
    })
      .then(async (response) => ({ status: response.status, answer: (await response.json()) as unknown }))
      .catch(async () => {
        await pause(50);
        return { status: 0, answer: null };
      });

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
    await server.kill();
    await server.start();
    await check(`kill ${kill}`);
  }
  await editors.reach(operations);
  await editors.stop();
  await check("the end");
  const { answer } = await ask("GET", "/v2/structure/tree");
  const lost = lostRenames(answer as Tree, editors.tally);
  const unexpected = unexpectedStatuses(editors.tally);
  for (const line of [...faults, ...unexpected].slice(0, 20)) process.stdout.write(`${line}\n`);
  process.stdout.write(
    `${[...editors.tally.counts]
      .sort()
      .map(([key, count]) => `${key}: ${count}`)
      .join(", ")}\n`,
  );
  tell("REL-14", faults.length + unexpected.length + lost.length === 0, {
    operations: editors.tally.operations,
    kills,
    faults: faults.length,
    lost: `${lost.length}/${editors.tally.renamed.size}`,
    unexpected: unexpected.length,
    nodes: (answer as Tree).nodes.length,
  });
} finally {
  await server.close();
}
process.exit();
