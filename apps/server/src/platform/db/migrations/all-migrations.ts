/** All migrations in their order. Applied ones are never edited: a change is a new file. */
import type { Migration } from "kysely/migration";
import * as firstTables from "./0001-first-tables.ts";
import * as slidePlanes from "./0002-slide-planes.ts";

export const ALL_MIGRATIONS: Readonly<Record<string, Migration>> = {
  "0001-first-tables": firstTables,
  "0002-slide-planes": slidePlanes,
};
