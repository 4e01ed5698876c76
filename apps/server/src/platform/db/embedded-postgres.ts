/**
 * The database of an installation without an external one: PostgreSQL from npm, started and stopped by this process, on
 * a private Unix socket without a TCP port, and restarted if it crashes.
 *
 * The folder contains `cluster` (PostgreSQL's own files), `run` (the socket), `links` (see embedded-binaries.ts) and
 * the lock. Call from the main thread: PostgreSQL is shut down when the thread that started it ends.
 */
import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import {
  assertReachable,
  choosePostgresAccount,
  giveFolderTo,
  letPassThrough,
  type PostgresAccount,
} from "./embedded-account.ts";
import { preparePostgresBinaries } from "./embedded-binaries.ts";
import { endLeftoverProcesses, ensureCluster, SUPERUSER } from "./embedded-cluster.ts";
import { lockFolder } from "./embedded-lock.ts";
import { PORT, PostgresSupervisor } from "./embedded-supervisor.ts";

export interface EmbeddedPostgres {
  /** For the `host` of a connection: the folder that contains the socket. */
  readonly socketFolder: string;
  /** Part of the socket's name; no TCP port is opened. */
  readonly port: number;
  readonly superuser: string;
  /** Shuts the database down cleanly and unlocks the folder; resolves when all its processes have ended. */
  stop(): Promise<void>;
  /** False while PostgreSQL is restarting after a crash, and after stop(). */
  isRunning(): boolean;
}

export interface EmbeddedPostgresOptions {
  /** Created if missing. */
  readonly folder: string;
  /** Receives log messages. */
  readonly log: (line: string) => void;
  /** Default: chosen by what the machine supports; set by tests. */
  readonly account?: PostgresAccount;
  /** Default true. false: writes are not flushed to disk, so a power cut loses data. For temporary data. */
  readonly isDurable?: boolean;
  /** Default 15, so that statistics are updated soon after a class was imported (docs/decisions/0162). */
  readonly autovacuumEveryS?: number;
}

/** The path of a Unix socket is limited to 107 bytes; the file's own name takes 16. Source: unix(7). */
const MAX_SOCKET_FOLDER_BYTES = 90;
/**
 * Starts the database and creates it on first use.
 *
 * If a killed server's PostgreSQL is still shutting down, waits for it.
 *
 * @throws Error with a user-facing message if another server holds the folder, or PostgreSQL cannot run on this
 * machine.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  mkdirSync(options.folder, { recursive: true, mode: 0o700 });
  const folder = realpathSync(options.folder);
  const lock = await lockFolder(folder);
  const cluster = join(folder, "cluster");
  let socket: SocketFolder | undefined;
  try {
    const account = options.account ?? choosePostgresAccount();
    giveFolderTo(account, folder);
    letPassThrough(account, dirname(folder));
    const links = join(folder, "links");
    const binaries = preparePostgresBinaries(links);
    giveFolderTo(account, links);
    assertReachable(account, [folder, binaries.postgres]);
    await endLeftoverProcesses(cluster, "SIGINT");
    const isDurable = options.isDurable ?? true;
    await ensureCluster(cluster, { binaries, account, isDurable });
    socket = makeSocketFolder(folder, account);
    const supervisor = new PostgresSupervisor({
      cluster,
      socketFolder: socket.path,
      binaries,
      account,
      isDurable,
      autovacuumEveryS: options.autovacuumEveryS ?? 15,
      log: options.log,
    });
    await supervisor.start();
    const opened = socket;
    return {
      socketFolder: socket.path,
      port: PORT,
      superuser: SUPERUSER,
      isRunning: () => supervisor.isRunning,
      stop: onlyOnce(async () => {
        await supervisor.stop();
        opened.remove();
        lock.release();
      }),
    };
  } catch (error) {
    socket?.remove();
    lock.release();
    throw error;
  }
}

function onlyOnce(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined;
  return () => (running ??= work());
}

interface SocketFolder {
  readonly path: string;
  remove(): void;
}

function makeSocketFolder(folder: string, account: PostgresAccount): SocketFolder {
  const near = join(folder, "run");
  if (Buffer.byteLength(near) <= MAX_SOCKET_FOLDER_BYTES) {
    mkdirSync(near, { recursive: true, mode: 0o700 });
    chmodSync(near, 0o700);
    giveFolderTo(account, near);
    return { path: near, remove: () => undefined };
  }
  const far = mkdtempSync(join(tmpdir(), "parfocal-db-"));
  giveFolderTo(account, far);
  return { path: far, remove: () => rmSync(far, { recursive: true, force: true }) };
}
