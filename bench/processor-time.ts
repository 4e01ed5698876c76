/** Processor time of a server under test and of its database: unlike elapsed time, it does not depend on other load. */
import { readdirSync, readFileSync } from "node:fs";
import type { ServerUnderTest } from "../lab/server-under-test.ts";

/** Unit of the times in /proc/…/stat. */
const TICK_MS = 10;

export interface Spent {
  readonly serverMs: number;
  readonly databaseMs: number;
}

interface Process {
  readonly id: number;
  readonly parent: number;
  /** Name of its program. */
  readonly name: string;
  readonly ms: number;
  /** Of its children that have ended. */
  readonly endedMs: number;
}

/** The server's process first, then all that it has started. */
function familyOf(server: ServerUnderTest): Process[] {
  const all = readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const text = readFileSync(`/proc/${name}/stat`, "utf8");
        const end = text.lastIndexOf(")");
        const fields = text.slice(end + 2).split(" ");
        const [user = 0, system = 0, userOfEnded = 0, systemOfEnded = 0] = fields.slice(11, 15).map(Number);
        const endedMs = (userOfEnded + systemOfEnded) * TICK_MS;
        const program = text.slice(text.indexOf("(") + 1, end);
        const ms = (user + system) * TICK_MS;
        return [{ id: Number(name), parent: Number(fields[1]), name: program, ms, endedMs }];
      } catch {
        // It has ended in the meantime.
        return [];
      }
    });
  const family = new Set([server.processId()]);
  for (let before = 0; before !== family.size; ) {
    before = family.size;
    for (const { id, parent } of all) if (family.has(parent)) family.add(id);
  }
  return [
    ...all.filter(({ id }) => id === server.processId()),
    ...all.filter(({ id }) => id !== server.processId() && family.has(id)),
  ];
}

const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);

/** Processor time so far of the server, and of its children: the database. */
export function spentBy(server: ServerUnderTest): Spent {
  const [own, ...children] = familyOf(server);
  return { serverMs: own?.ms ?? 0, databaseMs: sumOf(children.map(({ ms, endedMs }) => ms + endedMs)) };
}

/** The same for a server with workers, with the sandboxes that convert slides apart. */
export interface SpentApart extends Spent {
  readonly sandboxMs: number;
}

/** @param workers IDs of its worker processes. */
export function spentApart(server: ServerUnderTest, workers: readonly number[]): SpentApart {
  const family = familyOf(server);
  const own = family.filter(({ id }) => id === server.processId() || workers.includes(id));
  const database = family.filter(({ name }) => name === "postgres");
  const others = family.filter((one) => !own.includes(one) && !database.includes(one));
  return {
    serverMs: sumOf(own.map(({ ms }) => ms)),
    databaseMs: sumOf(database.map(({ ms, endedMs }) => ms + endedMs)),
    sandboxMs: sumOf(others.map(({ ms, endedMs }) => ms + endedMs)) + sumOf(own.map(({ endedMs }) => endedMs)),
  };
}
