/**
 * The product on an external database: Debian's PostgreSQL 15, started in a temporary folder, with a user that is not a
 * superuser. Migrations, first start, sign-in, an annotation, a restart, and everything is still there.
 *
 * Usage: node lab/postgres-15.ts
 */
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { chmodSync, chownSync, existsSync, mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { compareWithServer, startAnnotationWriters } from "./annotation-writers.ts";
import { endWithin, tell } from "./figures.ts";
import { pause, prepareServer, signIn } from "./server-under-test.ts";

const BINARIES = "/usr/lib/postgresql/15/bin";
/** The account `nobody`: PostgreSQL refuses to run as root. */
const NOBODY = { uid: 65534, gid: 65534 };
const START_TIMEOUT_MS = 20_000;
const WRITING_MS = 1_000;

endWithin(120_000);
if (!existsSync(join(BINARIES, "postgres"))) {
  process.stdout.write(
    `SKIP postgres-15: there is no PostgreSQL 15 in ${BINARIES} (Debian: apt install postgresql-15)\n`,
  );
  process.exit();
}

const identity = process.getuid?.() === 0 ? NOBODY : {};
// Not below one of our folders: the account must be able to access it.
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

const ask = (database: string, statement: string) =>
  run("psql", ["-h", folder, "-U", "postgres", "-d", database, "-At", "-v", "ON_ERROR_STOP=1", "-c", statement]);

async function startPostgres(): Promise<ChildProcess> {
  const child = spawn(
    join(BINARIES, "postgres"),
    ["-D", cluster, "-k", folder, "-c", "listen_addresses=", "-c", "logging_collector=off"],
    { ...identity, cwd: "/", stdio: "ignore" },
  );
  const deadline = performance.now() + START_TIMEOUT_MS;
  while (spawnSync(join(BINARIES, "pg_isready"), ["-h", folder]).status !== 0) {
    if (child.exitCode !== null || performance.now() > deadline) throw new Error("PostgreSQL 15 did not start");
    await pause(50);
  }
  return child;
}

async function stopPostgres(child: ChildProcess): Promise<void> {
  const gone = new Promise((resolve) => child.once("exit", resolve));
  child.kill("SIGINT");
  await gone;
}

let postgres: ChildProcess | undefined;
try {
  run("initdb", ["-D", cluster, "-U", "postgres", "--auth=trust", "--encoding=UTF8", "--no-sync"]);
  postgres = await startPostgres();
  ask("postgres", "CREATE ROLE school LOGIN CREATEROLE NOSUPERUSER");
  ask("postgres", "CREATE DATABASE school OWNER school");
  const server = await prepareServer({
    slide: join(import.meta.dirname, "../fixtures/pyramid.tif"),
    environment: { DATABASE_URL: `postgresql://school@/school?host=${encodeURIComponent(folder)}` },
  });
  try {
    await server.start();
    const token = await signIn(server);
    const imageId = Number(/i(\d+)\/$/.exec(server.slidePath)?.[1]);
    const writers = startAnnotationWriters(server, { count: 4, token, imageId });
    await pause(WRITING_MS);
    await writers.stop();
    await server.kill();
    await server.start();
    const { lost, doubled, unasked } = await compareWithServer(server, {
      token,
      imageId,
      acknowledged: writers.acknowledged,
    });
    const invariants = await server.runDatabaseTask("invariants");
    const tile = await fetch(`${server.origin}/tiles/${imageId}/2/0/0/0`, { headers: { "x-site-token": token } });
    const version = ask("postgres", "SHOW server_version_num");
    const isSuperuser = ask("postgres", "SELECT rolsuper FROM pg_roles WHERE rolname = 'school'");
    const hasPassed =
      lost + doubled + unasked === 0 &&
      writers.acknowledgedWrites > 0 &&
      invariants.status === 0 &&
      tile.status === 200 &&
      version.startsWith("15") &&
      isSuperuser === "f";
    if (invariants.status !== 0) process.stdout.write(`${invariants.text}\n`);
    tell("postgres-15", hasPassed, {
      server_version: version,
      lost: `${lost}/${writers.acknowledgedWrites}`,
      tile: tile.status,
      invariants: invariants.status,
    });
  } finally {
    await server.close();
  }
} finally {
  if (postgres) await stopPostgres(postgres);
  rmSync(folder, { recursive: true, force: true });
}
process.exit();
