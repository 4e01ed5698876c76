import { sql } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createEmptyDatabase, type TestConnection } from "#testing/test-database.ts";
import { type Database, openDatabaseAsOwner } from "./database.ts";
import { assertDatabaseRequirements } from "./database-requirements.ts";

let connection: TestConnection;
let owner: Database;
beforeAll(async () => {
  connection = await createEmptyDatabase();
  owner = openDatabaseAsOwner(connection, { onIdleError: () => {} });
});
afterAll(() => owner.destroy());

for (const setting of ["off", "local"]) {
  it(`a database with synchronous_commit ${setting} is rejected by name, unless that is allowed`, async () => {
    await sql`ALTER DATABASE ${sql.id(connection.database)} SET synchronous_commit = ${sql.lit(setting)}`.execute(
      owner,
    );
    const lax = openDatabaseAsOwner(connection, { onIdleError: () => {} });
    try {
      await expect(assertDatabaseRequirements(lax, { isUnsafeAllowed: false })).rejects.toThrow("synchronous_commit");
      await expect(assertDatabaseRequirements(lax, { isUnsafeAllowed: true })).resolves.toBeUndefined();
    } finally {
      await lax.destroy();
    }
  });
}

it("a database whose texts are not UTF-8 is refused", async () => {
  const ascii = `${connection.database}_ascii`;
  await sql`CREATE DATABASE ${sql.id(ascii)} ENCODING 'SQL_ASCII' LOCALE 'C' LOCALE_PROVIDER libc TEMPLATE template0`.execute(
    owner,
  );
  const other = openDatabaseAsOwner({ ...connection, database: ascii }, { onIdleError: () => {} });
  try {
    await expect(assertDatabaseRequirements(other, { isUnsafeAllowed: true })).rejects.toThrow(
      "the encoding SQL_ASCII, but UTF8",
    );
  } finally {
    await other.destroy();
    await sql`DROP DATABASE ${sql.id(ascii)}`.execute(owner);
  }
});
