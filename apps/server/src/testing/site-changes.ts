/**
 * Changes in a site's rows since the last query: recorded by triggers at commit, so that a test can query after each of
 * thousands of calls without reading the whole site each time.
 */
import { sql } from "kysely";
import type { TestSite } from "./build-site.ts";
import { listSiteTables } from "./list-site-tables.ts";
import type { SharedTestServer } from "./test-server.ts";

/** Changed by any request: the time a session was last seen, and failed sign-ins. */
const LEFT_OUT = ["user_session", "sign_in_failure"];

export interface SiteChanges {
  /**
   * Table and action of each committed change since the last call for this site: `item UPDATE`; an update that changes
   * no value is not included.
   */
  take(site: Pick<TestSite, "id">): Promise<readonly string[]>;
}

export async function watchSiteChanges(server: SharedTestServer): Promise<SiteChanges> {
  const { owner } = server;
  await sql`
    CREATE SCHEMA watched
      CREATE TABLE change (number bigint GENERATED ALWAYS AS IDENTITY, site_id bigint NOT NULL, what text NOT NULL);
    CREATE INDEX ON watched.change (site_id);
    CREATE FUNCTION watched.note_site() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
    BEGIN
      INSERT INTO watched.change (site_id, what) VALUES (OLD.id, 'site ' || TG_OP);
      RETURN NULL;
    END $$;
    CREATE FUNCTION watched.note() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
    BEGIN
      IF TG_OP <> 'INSERT' THEN
        INSERT INTO watched.change (site_id, what) VALUES (OLD.site_id, TG_TABLE_NAME || ' ' || TG_OP);
      END IF;
      IF TG_OP = 'INSERT' OR (TG_OP = 'UPDATE' AND NEW.site_id <> OLD.site_id) THEN
        INSERT INTO watched.change (site_id, what) VALUES (NEW.site_id, TG_TABLE_NAME || ' ' || TG_OP);
      END IF;
      RETURN NULL;
    END $$;
  `.execute(owner);
  for (const name of await listSiteTables({ server })) {
    if (LEFT_OUT.includes(name)) continue;
    await sql`
      CREATE TRIGGER watched AFTER INSERT OR DELETE ON ${sql.table(name)}
        FOR EACH ROW EXECUTE FUNCTION watched.note();
      CREATE TRIGGER watched_update AFTER UPDATE ON ${sql.table(name)}
        FOR EACH ROW WHEN (OLD IS DISTINCT FROM NEW) EXECUTE FUNCTION watched.note();
    `.execute(owner);
  }
  await sql`
    CREATE TRIGGER watched AFTER DELETE ON site FOR EACH ROW EXECUTE FUNCTION watched.note_site();
    CREATE TRIGGER watched_update AFTER UPDATE ON site
      FOR EACH ROW WHEN (OLD IS DISTINCT FROM NEW) EXECUTE FUNCTION watched.note_site();
  `.execute(owner);
  return {
    async take(site) {
      const { rows } = await sql<{ number: string; what: string }>`
        DELETE FROM watched.change WHERE site_id = ${site.id} RETURNING number, what
      `.execute(owner);
      return rows.toSorted((one, other) => Number(one.number) - Number(other.number)).map(({ what }) => what);
    },
  };
}
