/**
 * Exports all data of a person as a zip file: each table of personal data as JSON and as CSV, without secrets, and the
 * profile picture. It is written to a temporary file first, so that a slow client does not hold a database connection.
 */
import { mkdtemp, open, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { CSV_BYTE_ORDER_MARK, type CsvCell, csvText } from "@parfocal/core/csv/csv-text.ts";
import { AppError, notFound } from "@parfocal/core/errors.ts";
import { recordAudit } from "#audit/record-audit.ts";
import { type SiteDb, withSiteAtLeisure } from "#platform/db/database.ts";
import { createLimiter } from "#platform/limiter.ts";
import type { Platform } from "#platform/platform.ts";
import { exportedTables, findExportedPerson, findPicture, portionsOf, type Row } from "./exported-rows.queries.ts";
import { createZipFile } from "./zip-file.ts";

const MAX_BYTES = 1024 ** 3;
/** Maximum number of parallel exports, each on a connection of its own. */
const AT_ONCE = 1;
const MAX_WAITING = 10;
const writing = createLimiter(AT_ONCE, MAX_WAITING);

interface Export {
  readonly siteId: number;
  /** The person whose data is exported. */
  readonly userId: number;
  /** The person themselves, or an administrator. */
  readonly callerId: number;
}

interface ExportFile {
  readonly path: string;
  /** Deletes the temporary file; call it after the file was read, or the request was cancelled. */
  remove(): Promise<void>;
}

/** @throws AppError `notFound`; `tooLarge` beyond 1 GiB; `unavailable` if too many exports are waiting. */
export function exportPerson(platform: Pick<Platform, "database">, exportRequest: Export): Promise<ExportFile> {
  return writing.run(async () => {
    const folder = await mkdtemp(join(tmpdir(), "parfocal-personal-data-"));
    const remove = () => rm(folder, { recursive: true, force: true });
    const path = join(folder, "personal-data.zip");
    try {
      await withSiteAtLeisure(platform.database, exportRequest.siteId, (db) => writeExport(db, exportRequest, path));
      return { path, remove };
    } catch (error) {
      await remove();
      throw error;
    }
  });
}

async function writeExport(db: SiteDb, { siteId, userId, callerId }: Export, path: string): Promise<void> {
  const person = await findExportedPerson(db, siteId, userId);
  if (!person) throw notFound("Account");
  const handle = await open(path, "wx", 0o600);
  try {
    const zip = createZipFile(handle, MAX_BYTES, () => new AppError("tooLarge", "The data is more than 1 GiB."));
    const about = { ...person, exportedAt: new Date().toISOString() };
    await zip.add("about.json", [JSON.stringify(about, null, 2)]);
    const picture = await findPicture(db, siteId, userId);
    if (picture) await zip.add("picture.webp", [picture]);
    for (const table of exportedTables()) {
      const portions = () => portionsOf(db, siteId, person, table);
      if (await isEmpty(portions())) continue;
      await zip.add(`${table}.json`, jsonOf(portions()));
      await zip.add(`${table}.csv`, csvOf(portions()));
    }
    await zip.end();
  } finally {
    await handle.close();
  }
  await recordAudit(db, siteId, { action: "personExported", actorId: callerId, personId: userId });
}

async function isEmpty(portions: AsyncGenerator<unknown, void>): Promise<boolean> {
  const { done } = await portions.next();
  await portions.return();
  return done === true;
}

async function* jsonOf(portions: AsyncIterable<readonly Row[]>): AsyncGenerator<string> {
  let between = "[\n";
  for await (const rows of portions) {
    yield between + rows.map((row) => JSON.stringify(row)).join(",\n");
    between = ",\n";
  }
  yield "\n]\n";
}

/** All rows of a table have the same columns, so the header is taken from the first row. */
async function* csvOf(portions: AsyncIterable<readonly Row[]>): AsyncGenerator<string> {
  let isFirst = true;
  for await (const rows of portions) {
    if (isFirst) yield CSV_BYTE_ORDER_MARK + csvText([Object.keys(rows[0] ?? {})]);
    isFirst = false;
    yield csvText(rows.map((row) => Object.values(row).map(cellOf)));
  }
}

function cellOf(value: unknown): CsvCell {
  if (value === null || typeof value === "number" || typeof value === "string") return value;
  return JSON.stringify(value);
}
