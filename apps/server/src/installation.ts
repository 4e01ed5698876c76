/**
 * Opens an installation: its database (the embedded one, or that of DATABASE_URL), migrated; its folders; its job
 * queue. Used by the server and the command-line tools.
 */
import { randomBytes } from "node:crypto";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { FastifyBaseLogger } from "fastify";
import { createMailTransport } from "#mail/create-mail-transport.ts";
import { measureClockOffset } from "#platform/db/clock-offset.ts";
import { type Connection, type Database, openDatabase, openDatabaseAsOwner } from "#platform/db/database.ts";
import { assertDatabaseRequirements } from "#platform/db/database-requirements.ts";
import { startEmbeddedPostgres } from "#platform/db/embedded-postgres.ts";
import { findRunningPostgres } from "#platform/db/embedded-running.ts";
import { migrate } from "#platform/db/migrate.ts";
import { openFileStore } from "#platform/files/open-file-store.ts";
import { openSlideFolders } from "#platform/files/slide-folders.ts";
import { setClockOffset } from "#platform/http/arrival.ts";
import { createPictureBudget } from "#platform/http/picture-budget.ts";
import { createJobQueue } from "#platform/jobs/job-queue.ts";
import type { Platform } from "#platform/platform.ts";
import { createSecurityLog } from "#platform/security-log.ts";
import type { Tracing } from "#platform/tracing/tracing.ts";
import type { TracingSettings } from "#platform/tracing/tracing-settings.ts";
import { normaliseVersions } from "#structure/normalise-versions.ts";
import type { Config } from "./config.ts";

export const VERSION = "0.1.0";

export const NONCE_KEY = "nonceKey";
const NONCE_KEY_BYTES = 32;
const EMBEDDED_DATABASE = "postgres";
/** Per process. */
const MAX_CONNECTIONS = 16;
/** For all workers of a machine together: PostgreSQL allows 100 by default, and the leader needs some as well. */
const MAX_CONNECTIONS_OF_ALL = 64;

/** Connections of a process that are reserved for health checks and sign-in; of a small share, one. */
const RESERVED_CONNECTIONS = 2;
const SMALL_SHARE_CONNECTIONS = 6;

interface OpenPlatform {
  readonly platform: Platform;
  close(): Promise<void>;
}

export interface Installation extends OpenPlatform {
  /** Connected as the owner of the tables; for adding sites. */
  readonly owner: Database;
}

/** The connection to the database, and how to release it. */
export interface DatabaseHost {
  readonly connection: Connection;
  /** Whether no other server can be using it. */
  readonly isAlone: boolean;
  stop(): Promise<void>;
}

/** @throws Error with a user-facing message if the database is not available. */
export async function openDatabaseHost(config: Config, log: FastifyBaseLogger): Promise<DatabaseHost> {
  if (config.databaseUrl) {
    return { connection: { connectionString: config.databaseUrl }, isAlone: false, stop: async () => {} };
  }
  await mkdir(config.dataFolder, { recursive: true, mode: 0o700 });
  const postgres = await startEmbeddedPostgres({
    folder: postgresFolder(config),
    log: (line) => log.warn(line),
    isDurable: !config.isUnsafeDatabaseAllowed,
  });
  return {
    connection: {
      host: postgres.socketFolder,
      port: postgres.port,
      user: postgres.superuser,
      database: EMBEDDED_DATABASE,
    },
    isAlone: true,
    stop: () => postgres.stop(),
  };
}

/**
 * The same, but uses the database of a running server if there is one: it accepts connections on the socket in the data
 * folder.
 */
export async function joinDatabaseHost(config: Config, log: FastifyBaseLogger): Promise<DatabaseHost> {
  try {
    return await openDatabaseHost(config, log);
  } catch (error) {
    const running = config.databaseUrl ? null : findRunningPostgres(postgresFolder(config));
    if (!running) throw error;
    const connection = {
      host: running.socketFolder,
      port: running.port,
      user: running.superuser,
      database: EMBEDDED_DATABASE,
    };
    return { connection, isAlone: false, stop: async () => {} };
  }
}

const postgresFolder = (config: Config) => join(config.dataFolder, "postgres");

export async function openInstallation(
  config: Config,
  host: DatabaseHost,
  log: FastifyBaseLogger,
): Promise<Installation> {
  let isClosing = false;
  const owner = openDatabaseAsOwner(host.connection, {
    onIdleError: (error) => isClosing || warnOfBreak(log, error),
  });
  await assertDatabaseRequirements(owner, { isUnsafeAllowed: config.isUnsafeDatabaseAllowed });
  await migrate(owner);
  await normaliseVersions(owner);
  const nonceKey = await findOrMakeNonceKey(owner);
  const { platform, close } = await openPlatform(config, { ...host, nonceKey }, log);
  await platform.files.check();
  return {
    platform,
    owner,
    async close() {
      await close();
      isClosing = true;
      await owner.destroy();
    },
  };
}

/** Services that requests and jobs use, on a database that is up to date. */
export async function openPlatform(
  config: Config,
  { connection, isAlone, nonceKey }: Pick<DatabaseHost, "connection" | "isAlone"> & Pick<Platform, "nonceKey">,
  log: FastifyBaseLogger,
): Promise<OpenPlatform> {
  let isClosing = false;
  const onIdleError = (error: Error) => isClosing || warnOfBreak(log, error);
  const share = Math.min(MAX_CONNECTIONS, Math.floor(MAX_CONNECTIONS_OF_ALL / config.workers));
  const reserved = share < SMALL_SHARE_CONNECTIONS ? 1 : RESERVED_CONNECTIONS;
  const { preparesStatements } = config;
  const tracing = config.tracing && (await traceWith(config.tracing, log));
  const opening = { onIdleError, preparesStatements, watchPool: tracing?.watchPool };
  const database = openDatabase(connection, { ...opening, maxConnections: share - reserved });
  const reserve = openDatabase(connection, { ...opening, maxConnections: reserved });
  if (!isAlone) setClockOffset(await measureClockOffset(database, () => performance.timeOrigin + performance.now()));
  const folders = await openSlideFolders(config.dataFolder, { maxTileCacheBytes: config.maxTileCacheBytes });
  const { filesPlace: place, maxBlockBytes } = config;
  const files = await openFileStore(config.dataFolder, { place, maxBlockBytes });
  const jobs = createJobQueue({ database, log, isAlone, tracing });
  const mail = createMailTransport({ ...config, files });
  const securityLog = createSecurityLog(log, nonceKey);
  return {
    platform: {
      version: VERSION,
      database,
      reserve,
      nonceKey,
      folders,
      files,
      jobs,
      log,
      securityLog,
      tracing,
      intake: config.intake,
      pictureBudget: createPictureBudget(config.picturesPerSecond),
      singleSignOn: config.singleSignOn,
      cellService: config.cellService,
      hostNetworks: config.hostNetworks,
      mail,
    },
    async close() {
      await jobs.stop();
      mail.close();
      securityLog.flush();
      isClosing = true;
      await database.destroy();
      await reserve.destroy();
      await files.settle();
      await tracing?.stop();
    },
  };
}

/** The libraries are loaded only if they are used. */
async function traceWith(settings: TracingSettings, log: FastifyBaseLogger): Promise<Tracing> {
  const { openTracing } = await import("#platform/tracing/open-tracing.ts");
  return openTracing(settings, { version: VERSION, log });
}

/** The error contains the whole connection; its message is enough. On closing, connections are expected to end. */
function warnOfBreak(log: FastifyBaseLogger, error: Error): void {
  log.warn({ reason: error.message }, "a database connection broke");
}

/**
 * Key of signatures, the same for all servers of an installation. Stored secrets are sealed with another key
 * (`seal-keys.ts`).
 */
export async function findOrMakeNonceKey(owner: Database): Promise<Buffer> {
  await owner
    .insertInto("installation")
    .values({ name: NONCE_KEY, value: randomBytes(NONCE_KEY_BYTES).toString("base64") })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const { value } = await owner
    .selectFrom("installation")
    .select("value")
    .where("name", "=", NONCE_KEY)
    .executeTakeFirstOrThrow();
  return Buffer.from(value, "base64");
}
