/**
 * SEC-17: a column that refers to a person or contains their data is in the table of personal data, or the build
 * fails.
 */
import { sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import { type SharedTestServer, sharedTestServer } from "#testing/test-server.ts";
import { NOT_PERSONAL, PERSONAL_COLUMNS, SECRET_COLUMNS } from "./personal-columns.ts";

let server: SharedTestServer;
beforeAll(async () => {
  server = await sharedTestServer();
});

const at = (table: string, column: string) => `${table}.${column}`;
const registered = PERSONAL_COLUMNS.map(({ table, column }) => at(table, column));

async function allColumns(): Promise<{ table: string; column: string; isNullable: boolean }[]> {
  const { rows } = await sql<{ table: string; column: string; isNullable: boolean }>`
    SELECT table_name AS "table", column_name AS "column", is_nullable = 'YES' AS "isNullable"
    FROM information_schema.columns JOIN information_schema.tables USING (table_schema, table_name)
    WHERE table_schema = 'public' AND table_type = 'BASE TABLE' ORDER BY 1, 2
  `.execute(server.owner);
  return rows;
}

async function referringColumns(): Promise<string[]> {
  const { rows } = await sql<{ at: string }>`
    SELECT conrelid::regclass::text || '.' || attname AS at
    FROM pg_constraint CROSS JOIN unnest(conkey) AS key JOIN pg_attribute ON attrelid = conrelid AND attnum = key
    WHERE contype = 'f' AND confrelid = 'site_user'::regclass AND attname <> 'site_id' ORDER BY 1
  `.execute(server.owner);
  return rows.map((row) => row.at);
}

/** Names of columns that refer to a person or hold their data. */
const PERSONAL_NAME =
  /(^|_)(by|user|author|owner|person|member|email|recipient|address|agent|password)(_|$)|display_name/;

describe("the table of personal data", () => {
  it("contains each column with a foreign key to the accounts", async () => {
    const columns = await referringColumns();
    expect(columns.length).toBeGreaterThan(25);
    expect(columns.filter((one) => !registered.includes(one))).toEqual([]);
  });

  it("contains each column with the name of personal data, or lists it as not personal", async () => {
    const exempt = NOT_PERSONAL.map(([table, column]) => at(table, column));
    const named = (await allColumns()).filter(({ column }) => PERSONAL_NAME.test(column));
    expect(named.length).toBeGreaterThan(35);
    expect(
      named.map(({ table, column }) => at(table, column)).filter((one) => ![...registered, ...exempt].includes(one)),
    ).toEqual([]);
    expect(exempt.filter((one) => registered.includes(one))).toEqual([]);
  });

  it("contains each column once, and only existing ones", async () => {
    const existing = (await allColumns()).map(({ table, column }) => at(table, column));
    const secret = SECRET_COLUMNS.map(([table, column]) => at(table, column));
    const exempt = NOT_PERSONAL.map(([table, column]) => at(table, column));
    expect([...registered, ...secret, ...exempt].filter((one) => !existing.includes(one))).toEqual([]);
    expect(new Set(registered).size).toBe(registered.length);
  });

  it("sets only nullable columns to null", async () => {
    const columns = await allColumns();
    const nobody = PERSONAL_COLUMNS.filter(({ fate }) => fate === "nobody");
    expect(nobody.length).toBeGreaterThan(0);
    for (const { table, column } of nobody)
      expect(columns.find((one) => one.table === table && one.column === column)?.isNullable, at(table, column)).toBe(
        true,
      );
  });

  it("excludes binary columns from exports: tokens, codes and secrets are stored as bytes", async () => {
    const { rows } = await sql<{ at: string }>`
      SELECT table_name || '.' || column_name AS at FROM information_schema.columns
      WHERE table_schema = 'public' AND udt_name = 'bytea'
        AND table_name = ANY (${[...new Set(PERSONAL_COLUMNS.map(({ table }) => table))]}::text[])
    `.execute(server.owner);
    const secret = SECRET_COLUMNS.map(([table, column]) => at(table, column));
    expect(rows.map((row) => row.at).filter((one) => !secret.includes(one))).toEqual([]);
  });
});
