/** The server for tests: the real app with a real database and a separate data folder. */
import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import { inject } from "vitest";
import { createMailTransport } from "#mail/create-mail-transport.ts";
import type { CellServiceSettings } from "#platform/access/cell-service-settings.ts";
import type { SingleSignOnSettings } from "#platform/access/single-sign-on-settings.ts";
import { type Connection, type Database, openDatabase, openDatabaseAsOwner } from "#platform/db/database.ts";
import type { FileStore } from "#platform/files/file-store.ts";
import { folderFiles } from "#platform/files/folder-files.ts";
import { openSlideFolders, type SlideFolders } from "#platform/files/slide-folders.ts";
import { createPictureBudget } from "#platform/http/picture-budget.ts";
import { DEFAULT_SITE_ID } from "#platform/http/site-and-session.ts";
import type { TlsFiles } from "#platform/http/tls-files.ts";
import type { TrustedProxies } from "#platform/http/trusted-proxies.ts";
import { createJobQueue } from "#platform/jobs/job-queue.ts";
import { createLog } from "#platform/log.ts";
import type { MailTransport } from "#platform/mail-transport.ts";
import type { ProcessMetrics } from "#platform/metrics/process-metrics.ts";
import type { IntakeSettings, Platform } from "#platform/platform.ts";
import { createSecurityLog } from "#platform/security-log.ts";
import type { Tracing } from "#platform/tracing/tracing.ts";
import { insertSite } from "#site/site.queries.ts";
import { forgetAllTileRights } from "#tile/tile-rights.ts";
import { createApp } from "../app.ts";
import { allJobHandlers, OWN_LANES } from "../job-handlers.ts";
import { createMigratedDatabase, type TestConnection } from "./test-database.ts";

/** Shared by the test files of a worker; each uses its own sites. */
export interface SharedTestServer {
  readonly app: FastifyInstance;
  readonly platform: Platform;
  /** Sees the rows of all sites: the run's database user is a superuser. */
  readonly owner: Database;
  readonly dataFolder: string;
}

/** A server used by one test file only. */
export interface TestServer extends SharedTestServer {
  /** Log lines of the server, each a JSON text. */
  readonly logLines: readonly string[];
  /** Listens on a free port. @returns its origin. */
  listen(): Promise<string>;
  /** Starts processing jobs. */
  startJobs(): Promise<void>;
  close(): Promise<void>;
}

interface TestServerOptions {
  /** Parent of its data folder. */
  readonly dataParent?: string;
  /** The app's own connections; default: to the test's database. */
  readonly appConnection?: Connection;
  /** File store; default: the data folder. */
  readonly files?: (dataFolder: string) => FileStore;
  /** Replaces parts of the folders. */
  readonly folders?: Partial<SlideFolders>;
  readonly webFolder?: string;
  readonly trustedProxies?: TrustedProxies;
  readonly tls?: TlsFiles;
  /** Default: host sites have public addresses. */
  readonly hostNetworks?: readonly string[];
  readonly metrics?: ProcessMetrics;
  readonly tracing?: Tracing;
  /** If omitted, images have no rate limit. */
  readonly picturesPerSecond?: number;
  readonly intake?: Partial<IntakeSettings>;
  readonly singleSignOn?: SingleSignOnSettings;
  readonly cellService?: CellServiceSettings;
  /** Default: the mail folder in the data folder. */
  readonly mail?: MailTransport;
}

/** Of the platform's database; there is one additional connection in reserve. */
export const MAX_CONNECTIONS = 8;

/** On a busy machine, a connection may take seconds; the product would then report that it is busy. */
const CONNECT_TIMEOUT_MS = 30_000;

/** First site ID of the shared server. Other servers start at 1, and caches in modules are keyed by site ID. */
const FIRST_SHARED_SITE_ID = 1_000_000;

let shared: Promise<SharedTestServer> | undefined;

/**
 * The worker's server: started by the first test file that needs it, and used by all that access only their own sites.
 * It does not process jobs, and ends with its worker.
 */
export function sharedTestServer(): Promise<SharedTestServer> {
  shared ??= startSharedServer();
  return shared;
}

async function startSharedServer(): Promise<SharedTestServer> {
  const server = await createTestServer({ dataParent: inject("testFolder") });
  // As in every installation: this site is used for requests that name no site.
  await insertSite(server.owner, { id: DEFAULT_SITE_ID, title: "Default site" });
  await sql`SELECT setval(pg_get_serial_sequence('site', 'id'), ${FIRST_SHARED_SITE_ID}::bigint)`.execute(server.owner);
  return server;
}

/** A server and a database for one test file only: for jobs, counts over all sites, or special options. */
export async function createTestServer(options: TestServerOptions = {}): Promise<TestServer> {
  const connection = await createMigratedDatabase();
  await doNotWaitForTheDisk(connection);
  const dataFolder = await mkdtemp(join(options.dataParent ?? tmpdir(), "parfocal-test-data-"));
  const logLines: string[] = [];
  const log = createLog("info", { write: (line: string) => void logLines.push(line) });
  const onIdleError = (error: Error) => log.warn({ err: error }, "a database connection broke");
  const { tracing = null } = options;
  const opening = { onIdleError, connectTimeoutMs: CONNECT_TIMEOUT_MS, watchPool: tracing?.watchPool };
  const owner = openDatabaseAsOwner(connection, opening);
  const database = openDatabase(options.appConnection ?? connection, { ...opening, maxConnections: MAX_CONNECTIONS });
  const reserve = openDatabase(options.appConnection ?? connection, { ...opening, maxConnections: 1 });
  const jobs = createJobQueue({ database, log, isAlone: true, tracing });
  const nonceKey = randomBytes(32);
  const files = options.files?.(dataFolder) ?? folderFiles(dataFolder);
  const platform: Platform = {
    version: "0.0.0-test",
    database,
    reserve,
    nonceKey,
    folders: { ...(await openSlideFolders(dataFolder)), ...options.folders },
    files,
    jobs,
    log,
    securityLog: createSecurityLog(log, nonceKey),
    tracing,
    intake: { readsLabelBarcodes: false, deidentifiesFiles: false, usesOtherPrograms: true, ...options.intake },
    pictureBudget: createPictureBudget(options.picturesPerSecond ?? 0),
    singleSignOn: options.singleSignOn ?? null,
    cellService: options.cellService ?? null,
    hostNetworks: options.hostNetworks ?? [],
    mail: options.mail ?? createMailTransport({ smtpUrl: null, dataFolder, files }),
  };
  const app = await createApp(platform, {
    webFolder: options.webFolder ?? null,
    logger: log,
    trustedProxies: options.trustedProxies ?? null,
    tls: options.tls ?? null,
    metrics: options.metrics ?? null,
  });
  await app.ready();
  return {
    app,
    platform,
    owner,
    dataFolder,
    logLines,
    listen: () => app.listen({ host: "127.0.0.1", port: 0 }),
    startJobs: () => jobs.start(allJobHandlers(platform), OWN_LANES),
    async close() {
      await app.close();
      await jobs.stop();
      await database.destroy();
      await reserve.destroy();
      await owner.destroy();
      await platform.files.settle();
      await rm(dataFolder, { recursive: true, force: true });
      // Test files share this module, and the next database has the same IDs.
      forgetAllTileRights();
    },
  };
}

/** No test reads this database after a crash, so commits need not be synced to disk. */
async function doNotWaitForTheDisk(connection: TestConnection): Promise<void> {
  const owner = openDatabaseAsOwner(connection, { onIdleError: () => {} });
  await sql`ALTER DATABASE ${sql.id(connection.database)} SET synchronous_commit = off`.execute(owner);
  await owner.destroy();
}
