/** A key of its own for sealed texts (decision 0168): at first that of before, which has sealed what is there. */
import { randomBytes } from "node:crypto";
import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    INSERT INTO installation (name, value)
    SELECT 'sealKey', coalesce(
      (SELECT value FROM installation WHERE name = 'nonceKey'), ${randomBytes(32).toString("base64")}
    )
  `.execute(db);
}
