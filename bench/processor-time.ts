/** Processor time of a server under test and of its database: unlike elapsed time, it does not depend on other load. */
import { readdirSync, readFileSync } from "node:fs";
import type { ServerUnderTest } from "../lab/server-under-test.ts";

/** Unit of the times in /proc/…/stat. */
const TICK_MS = 10;

export interface Spent {
  readonly serverMs: number;
  readonly databaseMs: number;
}

/** Processor time so far of the server, and of its children: the database. */
export function spentBy(server: ServerUnderTest): Spent {
  const all = readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const text = readFileSync(`/proc/${name}/stat`, "utf8");
        const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
        const [user = 0, system = 0, userOfEnded = 0, systemOfEnded = 0] = fields.slice(11, 15).map(Number);
        const endedMs = (userOfEnded + systemOfEnded) * TICK_MS;
        return [{ id: Number(name), parent: Number(fields[1]), ms: (user + system) * TICK_MS, endedMs }];
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
  const own = all.find(({ id }) => id === server.processId());
  const children = all.filter((one) => one !== own && family.has(one.id));
  return {
    serverMs: own?.ms ?? 0,
    databaseMs: children.reduce((total, { ms, endedMs }) => total + ms + endedMs, 0),
  };
}
