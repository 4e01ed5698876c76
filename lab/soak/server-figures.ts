/** Memory, descriptors, event loop and database connections of all processes of a server under test. Linux. */
import { readdir, readFile } from "node:fs/promises";
import { queryDatabase } from "../database-of.ts";
import type { ServerUnderTest } from "../server-under-test.ts";
import { childrenOf, memoryOf } from "../upload-file.ts";

export interface ServerFigures {
  /** Number of the leader and the workers, without sandboxes and the database. */
  readonly processes: number;
  readonly memoryMib: number;
  readonly descriptors: number;
  /** Of the process with the longest delay, p99 since the last query. */
  readonly eventLoopMs: number;
  /** Connections of the server, as counted by the database. */
  readonly connections: number;
  /** Number of requests that wait for a connection. */
  readonly waiting: number;
}

/** Common prefix of the module and its bundle. */
const WORKER_MAIN = "worker-main.";

/** IDs of the leader and the workers. */
export async function processesOf(server: ServerUnderTest): Promise<number[]> {
  const leader = server.processId();
  const children = await childrenOf(leader);
  const commands = await Promise.all(children.map((id) => readFile(`/proc/${id}/cmdline`, "utf8").catch(() => "")));
  return [leader, ...children.filter((_, index) => commands[index]?.includes(WORKER_MAIN))];
}

/** @throws Error if the server was started without `PARFOCAL_METRICS_PORT`. */
export function metricsOrigin(server: ServerUnderTest): string {
  const origin = /^metrics (http:\S+)\/metrics$/m.exec(server.lastOutput())?.[1];
  if (origin === undefined) throw new Error("the server has not printed the URL of its metrics");
  return origin;
}

export async function readServerFigures(server: ServerUnderTest, metrics: string): Promise<ServerFigures> {
  const processes = await processesOf(server);
  const memory = await Promise.all(processes.map((id) => memoryOf(id, "VmRSS")));
  const descriptors = await Promise.all(processes.map(async (id) => (await readdir(`/proc/${id}/fd`)).length));
  const text = await (await fetch(`${metrics}/metrics`)).text();
  // The connection of this query belongs to the owner of the database.
  const [row] = await queryDatabase<{ count: number }>(
    server,
    "SELECT count(*)::int FROM pg_stat_activity WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()",
  );
  return {
    processes: processes.length,
    memoryMib: sumOf(memory),
    descriptors: sumOf(descriptors),
    eventLoopMs: 1_000 * Math.max(0, ...valuesOf(text, "nodejs_eventloop_lag_p99_seconds")),
    connections: row?.count ?? 0,
    waiting: sumOf(valuesOf(text, "parfocal_database_connections", 'state="waiting"')),
  };
}

const sumOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0);

/** Values of a metric in Prometheus' text format. @param label part of the labels. */
function valuesOf(text: string, name: string, label = ""): number[] {
  return text
    .split("\n")
    .filter((line) => line.startsWith(`${name}{`) && line.includes(label))
    .map((line) => Number(line.slice(line.lastIndexOf(" "))))
    .filter(Number.isFinite);
}
