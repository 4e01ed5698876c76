/** All migrations in their order. Applied ones are never edited: a change is a new file. */
import type { Migration } from "kysely/migration";
import * as firstTables from "./0001-first-tables.ts";
import * as slidePlanes from "./0002-slide-planes.ts";
import * as externalTileSources from "./0003-external-tile-sources.ts";
import * as shares from "./0004-shares.ts";
import * as bringingSlides from "./0005-bringing-slides.ts";
import * as scanFacts from "./0006-scan-facts.ts";

export const ALL_MIGRATIONS: Readonly<Record<string, Migration>> = {
  "0001-first-tables": firstTables,
  "0002-slide-planes": slidePlanes,
  "0003-external-tile-sources": externalTileSources,
  "0004-shares": shares,
  "0005-bringing-slides": bringingSlides,
  "0006-scan-facts": scanFacts,
};
