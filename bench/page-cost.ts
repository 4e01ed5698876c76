/**
 * Processor time of the server and of its database for the page of a slide, and for the calls whose answers it
 * contains, as a learner, four requests at a time. Each also in units of `GET /session` in the same round, so that runs
 * of different versions can be compared.
 *
 * Usage: node bench/page-cost.ts [--rounds 5] [--requests 200]
 */
import { join } from "node:path";
import { numberFromCommandLine } from "../lab/figures.ts";
import { addLearners, from, type Learner } from "../lab/learners.ts";
import { prepareServer, type ServerUnderTest } from "../lab/server-under-test.ts";
import { type Spent, spentBy } from "./processor-time.ts";
import { median } from "./tile-servers/tile-load.ts";

const AT_ONCE = 4;
const WARM_UP_REQUESTS = 40;
const UNIT = "/api/session";

const rounds = numberFromCommandLine("rounds", 5);
const requests = numberFromCommandLine("requests", 200);

async function request(server: ServerUnderTest, { token, address }: Learner, path: string, count: number) {
  const headers = { cookie: `sid=${token}`, accept: "text/html,application/json", ...from(address) };
  const one = async () => {
    for (let left = count / AT_ONCE; left > 0; left--) {
      const response = await fetch(server.origin + path, { headers });
      await response.arrayBuffer();
      if (!response.ok) throw new Error(`${path} ${response.status}`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, one));
}

async function costOf(server: ServerUnderTest, learner: Learner, path: string): Promise<Spent> {
  await request(server, learner, path, WARM_UP_REQUESTS);
  const before = spentBy(server);
  await request(server, learner, path, requests);
  const after = spentBy(server);
  return {
    serverMs: (after.serverMs - before.serverMs) / requests,
    databaseMs: (after.databaseMs - before.databaseMs) / requests,
  };
}

const server = await prepareServer({
  slide: join(import.meta.dirname, "../fixtures/pyramid.tif"),
  // The learner has an address of their own.
  environment: { PARFOCAL_TRUST_PROXY: "127.0.0.1" },
});
try {
  await server.start();
  const [learner] = await addLearners(server, 1);
  if (!learner) throw new Error("no learner was added");
  const { slidePath } = server;
  const imageId = /i(\d+)\/$/.exec(slidePath)?.[1];
  const paths = [slidePath, `/api/v2/image/${imageId}`, "/api/announcement", UNIT];
  const costs = new Map<string, Spent[]>(paths.map((path) => [path, []]));
  for (let round = 0; round < rounds; round++)
    for (const path of paths) costs.get(path)?.push(await costOf(server, learner, path));
  console.log("| address | server ms | database ms | of a session |\n|---|--:|--:|--:|");
  for (const [path, all] of costs) {
    const ratios = all.map(({ serverMs, databaseMs }, round) => {
      const unit = costs.get(UNIT)?.[round];
      return unit ? (serverMs + databaseMs) / (unit.serverMs + unit.databaseMs) : Number.NaN;
    });
    const figures = [median(all.map((one) => one.serverMs)), median(all.map((one) => one.databaseMs)), median(ratios)];
    console.log(`| ${path} | ${figures.map((figure) => figure.toFixed(1)).join(" | ")} |`);
  }
} finally {
  await server.close();
}
process.exit();
