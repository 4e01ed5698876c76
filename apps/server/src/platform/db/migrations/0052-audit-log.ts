/** The audit log: entries are added and read, never changed; old ones are deleted by one function alone. */
import { type Kysely, sql } from "kysely";
import { guardSiteTables } from "./site-tables.ts";

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    ALTER TABLE site ADD COLUMN audit_days integer NOT NULL DEFAULT 365 CHECK (audit_days BETWEEN 30 AND 3650);
    GRANT UPDATE (audit_days) ON site TO parfocal_app;

    -- No reference to people and content: an entry survives what it names.
    CREATE TABLE audit_entry (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      site_id bigint NOT NULL REFERENCES site (id),
      at timestamptz NOT NULL DEFAULT now(),
      action text NOT NULL,
      area text NOT NULL,
      -- Null: the console, or the server itself.
      actor_id bigint,
      -- To whom it was done.
      person_id bigint,
      object_kind text,
      object_id bigint,
      facts jsonb NOT NULL DEFAULT '{}' CHECK (pg_column_size(facts) <= 4000),
      CHECK ((object_kind IS NULL) = (object_id IS NULL))
    );
    CREATE INDEX audit_entry_order ON audit_entry (site_id, id);
    CREATE INDEX audit_entry_at ON audit_entry (site_id, at);
    CREATE INDEX audit_entry_area ON audit_entry (site_id, area, id);
    CREATE INDEX audit_entry_actor ON audit_entry (site_id, actor_id, id);
    CREATE INDEX audit_entry_person ON audit_entry (site_id, person_id, id);
  `.execute(db);
  await guardSiteTables(db, ["audit_entry"]);
  await sql`
    REVOKE UPDATE, DELETE ON audit_entry FROM parfocal_app;

    CREATE FUNCTION delete_old_audit_entries(most integer) RETURNS bigint
      LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, public
      AS $$
        WITH old AS (
          SELECT audit_entry.id FROM audit_entry
          JOIN site ON site.id = audit_entry.site_id
          WHERE audit_entry.site_id = NULLIF(current_setting('app.site_id', true), '')::bigint
            AND audit_entry.at < now() - make_interval(days => site.audit_days)
          ORDER BY audit_entry.id LIMIT most
        ), gone AS (
          DELETE FROM audit_entry USING old WHERE audit_entry.id = old.id RETURNING audit_entry.id
        )
        SELECT count(*) FROM gone
      $$;
    REVOKE EXECUTE ON FUNCTION delete_old_audit_entries FROM PUBLIC;
    GRANT EXECUTE ON FUNCTION delete_old_audit_entries TO parfocal_app;
  `.execute(db);
}
