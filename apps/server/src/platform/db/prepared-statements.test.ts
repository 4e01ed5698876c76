import type { PostgresPoolClient } from "kysely";
import { sql } from "kysely";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { createTestServer, type TestServer } from "#testing/test-server.ts";
import { isPlanOutdated, StatementNames, withPreparedStatements } from "./prepared-statements.ts";

const times = (count: number, work: (index: number) => unknown) => Array.from({ length: count }, (_, at) => work(at));

describe("names of statements", () => {
  it("are given from the fifth use on, and do not change", () => {
    const names = new StatementNames();
    expect(times(6, () => names.nameOf("SELECT $1", 1))).toEqual([
      ...times(4, () => undefined),
      "parfocal-1",
      "parfocal-1",
    ]);
    expect(times(5, () => names.nameOf("SELECT $1 + 1", 1)).at(-1)).toBe("parfocal-2");
  });

  it("are not given to statements without parameters or to long lists", () => {
    const names = new StatementNames();
    expect(times(9, () => names.nameOf("begin", 0)).at(-1)).toBeUndefined();
    expect(times(9, () => names.nameOf("IN ($1 …)", 65)).at(-1)).toBeUndefined();
  });

  it("are limited in number, and so are their counters", () => {
    const names = new StatementNames();
    const given = new Set<unknown>();
    for (let text = 0; text < 1_000; text += 1) given.add(times(5, () => names.nameOf(`SELECT ${text}, $1`, 1)).at(-1));
    expect(given.has(undefined)).toBe(true);
    expect(given.size - 1).toBe(400);
    const others = new StatementNames();
    for (let text = 0; text < 10_000; text += 1) others.nameOf(`SELECT ${text}, $1`, 1);
    expect(times(5, () => others.nameOf("SELECT 0, $1", 1)).at(-1)).toBe("parfocal-1");
  });
});

it("a pooled client has the release of its present turn, and a connection rejected once sends without names", async () => {
  const sent: unknown[] = [];
  const refusal = Object.assign(new Error("cached plan must not change result type"), { code: "0A000" });
  let isRefusing = false;
  const client = {
    query: async (query: unknown) => {
      sent.push(typeof query === "string" ? query : (query as { name: string }).name);
      if (isRefusing) throw refusal;
    },
    release: vi.fn(),
    processID: 7,
  };
  const pool = withPreparedStatements({
    connect: async () => client as unknown as PostgresPoolClient,
    end: async () => {},
    options: {},
  });
  const lent = await pool.connect();
  const ask = () => lent.query("SELECT $1", [1]);
  for (let use = 0; use < 5; use += 1) await ask();
  expect(sent).toEqual(["SELECT $1", "SELECT $1", "SELECT $1", "SELECT $1", "parfocal-1"]);
  isRefusing = true;
  await expect(ask()).rejects.toSatisfy(isPlanOutdated);
  isRefusing = false;
  await ask();
  expect(sent.slice(5)).toEqual(["parfocal-1", "SELECT $1"]);
  client.release = vi.fn();
  lent.release(true);
  expect(client.release).toHaveBeenCalledWith(true);
  expect([lent.processID, await pool.connect()]).toEqual([7, lent]);
});

describe("on the database", () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await createTestServer();
  });
  afterAll(() => server.close());

  it("a statement is prepared, and works again after its table was changed", async () => {
    await sql`CREATE TABLE growing (id integer)`.execute(server.owner);
    await sql`GRANT SELECT, INSERT ON growing TO parfocal_app`.execute(server.owner);
    await sql`INSERT INTO growing VALUES (1)`.execute(server.owner);
    const { database } = server.platform;
    const query = vi.spyOn(pg.Client.prototype, "query");
    const read = () => database.connection().execute((db) => sql`SELECT * FROM growing WHERE id = ${1}`.execute(db));
    for (let use = 0; use < 8; use += 1) expect((await read()).rows).toEqual([{ id: 1 }]);
    expect(query.mock.calls.at(-1)?.[0]).toMatchObject({ name: expect.stringMatching(/^parfocal-/) });
    query.mockRestore();
    await sql`ALTER TABLE growing ADD COLUMN more integer`.execute(server.owner);
    await expect(read()).rejects.toSatisfy(isPlanOutdated);
    expect((await read()).rows).toEqual([{ id: 1, more: null }]);
  });
});
