/** Debian's PostgreSQL 15 in a temporary folder, with a database whose user is not a superuser. */
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { appendFileSync, chmodSync, chownSync, existsSync, mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { pause } from "./server-under-test.ts";

const BINARIES = "/usr/lib/postgresql/15/bin";
/** The account `nobody`: PostgreSQL refuses to run as root. */
const NOBODY = { uid: 65534, gid: 65534 };
const START_TIMEOUT_MS = 20_000;
const DATABASE = "school";

export interface ExternalPostgres {
  /** For `DATABASE_URL`. */
  readonly url: string;
  /** The same database as its superuser, to whom row-level security does not apply. */
  readonly superuserUrl: string;
  /** Unix socket that the database listens on. */
  readonly socketPath: string;
  /** For `DATABASE_URL`, through a connection on this TCP port. */
  urlThrough(port: number, address?: string): string;
  /** @param statement run as superuser in the database. @returns its output, unaligned. */
  ask(statement: string): string;
  stop(): Promise<void>;
}

/**
 * Ends the process with a SKIP line if there is no PostgreSQL 15.
 *
 * @param environment additional environment of the database. @param network whose machines may use it, on port 5432 of
 * this machine's address.
 */
export async function startExternalPostgres(
  check: string,
  environment: NodeJS.ProcessEnv = {},
  network: { readonly address: string; readonly range: string } | null = null,
): Promise<ExternalPostgres> {
  if (!existsSync(join(BINARIES, "postgres"))) {
    process.stdout.write(
      `SKIP ${check}: there is no PostgreSQL 15 in ${BINARIES} (Debian: apt install postgresql-15)\n`,
    );
    process.exit();
  }
  const identity = process.getuid?.() === 0 ? NOBODY : {};
  // Not inside one of this project's folders: the account must be able to access it.
  const folder = mkdtempSync("/tmp/parfocal-pg15-");
  if ("uid" in identity) chownSync(folder, NOBODY.uid, NOBODY.gid);
  chmodSync(folder, 0o700);
  const cluster = join(folder, "cluster");

  function run(binary: string, words: string[]): string {
    const { status, stdout, stderr } = spawnSync(join(BINARIES, binary), words, {
      ...identity,
      cwd: "/",
      encoding: "utf8",
    });
    if (status !== 0) throw new Error(`${binary}: ${stdout}${stderr}`);
    return stdout.trim();
  }
  const urlOf = (user: string) => `postgresql://${user}@/${DATABASE}?host=${encodeURIComponent(folder)}`;
  const askIn = (database: string, statement: string) =>
    run("psql", ["-h", folder, "-U", "postgres", "-d", database, "-At", "-v", "ON_ERROR_STOP=1", "-c", statement]);

  run("initdb", ["-D", cluster, "-U", "postgres", "--auth=trust", "--encoding=UTF8", "--no-sync"]);
  if (network) appendFileSync(join(cluster, "pg_hba.conf"), `host all all ${network.range} trust\n`);
  const listen = `listen_addresses=${network?.address ?? ""}`;
  const words = ["-D", cluster, "-k", folder, "-c", listen, "-c", "logging_collector=off"];
  const child: ChildProcess = spawn(join(BINARIES, "postgres"), words, {
    ...identity,
    cwd: "/",
    stdio: "ignore",
    env: { ...process.env, ...environment },
  });
  // Cleans up however the experiment ends.
  process.once("exit", () => {
    child.kill("SIGQUIT");
    rmSync(folder, { recursive: true, force: true });
  });
  const stop = async () => {
    if (child.exitCode === null && child.signalCode === null) {
      const gone = new Promise((resolve) => child.once("exit", resolve));
      child.kill("SIGINT");
      await gone;
    }
    rmSync(folder, { recursive: true, force: true });
  };
  const deadline = performance.now() + START_TIMEOUT_MS;
  while (spawnSync(join(BINARIES, "pg_isready"), ["-h", folder]).status !== 0) {
    if (child.exitCode !== null || performance.now() > deadline) {
      await stop();
      throw new Error("PostgreSQL 15 did not start");
    }
    await pause(50);
  }
  askIn("postgres", `CREATE ROLE ${DATABASE} LOGIN CREATEROLE NOSUPERUSER`);
  askIn("postgres", `CREATE DATABASE ${DATABASE} OWNER ${DATABASE}`);
  return {
    url: urlOf(DATABASE),
    superuserUrl: urlOf("postgres"),
    socketPath: join(folder, ".s.PGSQL.5432"),
    urlThrough: (port, address = "127.0.0.1") => `postgresql://${DATABASE}@${address}:${port}/${DATABASE}`,
    ask: (statement) => askIn(DATABASE, statement),
    stop,
  };
}
