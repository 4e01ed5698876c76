import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { chmodSync, chownSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { openDatabaseAsOwner } from "./database.ts";
import { assertDatabaseRequirements } from "./database-requirements.ts";
import { ACCOUNTS } from "./embedded-account.ts";
import { listClusterProcesses } from "./embedded-cluster.ts";
import { type EmbeddedPostgres, type EmbeddedPostgresOptions, startEmbeddedPostgres } from "./embedded-postgres.ts";

const NOBODY = 65_534;
const isRoot = process.getuid?.() === 0;
const AS_NOBODY = ["setpriv", `--reuid=${NOBODY}`, `--regid=${NOBODY}`, "--clear-groups"] as const;

/** A checkout in a closed folder (as `mktemp -d` creates) can be entered only by root. */
function skipIfCheckoutIsClosed(skip: (why: string) => void): void {
  const [program, ...words] = AS_NOBODY;
  if (spawnSync(program, [...words, "test", "-r", import.meta.filename]).status !== 0)
    skip("this checkout lies in a folder that ordinary users cannot enter");
}

/** Contains a stopped cluster, for tests that do not create one: copying it is cheaper than initdb. */
let template: string;
beforeAll(async () => {
  template = mkdtempSync(join(tmpdir(), "parfocal-pg-template-"));
  await (await startEmbeddedPostgres({ folder: template, log: () => undefined, isDurable: false })).stop();
});
afterAll(() => rmSync(template, { recursive: true }));

let folder: string;
let log: string[];
let started: EmbeddedPostgres[];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "parfocal-pg-"));
  log = [];
  started = [];
});
afterEach(async () => {
  await Promise.all(started.map((database) => database.stop()));
  rmSync(folder, { recursive: true });
});

async function start(options: Partial<EmbeddedPostgresOptions> = {}): Promise<EmbeddedPostgres> {
  const database = await startEmbeddedPostgres({ folder, log: (line) => log.push(line), isDurable: false, ...options });
  started.push(database);
  return database;
}

/** Places a copy of the template's cluster in the test's folder, with owners and modes. */
function copyCluster(): void {
  const { status, stderr } = spawnSync("cp", ["-a", join(template, "cluster"), folder], { encoding: "utf8" });
  if (status !== 0) throw new Error(`The template could not be copied: ${stderr}`);
}

async function query(database: EmbeddedPostgres, text: string): Promise<unknown[]> {
  const client = new pg.Client({
    host: database.socketFolder,
    port: database.port,
    user: database.superuser,
    database: "postgres",
  });
  client.on("error", () => undefined); // the tests kill the other end
  await client.connect();
  try {
    return (await client.query({ text, rowMode: "array" })).rows.flat();
  } finally {
    await client.end();
  }
}

/** The actual time (within 5 s) is measured on an idle machine: lab/kill-database.ts. */
async function untilItAnswers(database: EmbeddedPostgres): Promise<void> {
  const answers = async () => database.isRunning() && (await query(database, "SELECT 1").catch(() => [])).length === 1;
  await expect.poll(answers, { interval: 20 }).toBe(true);
}

/** Another server on the folder, as a separate process; resolves when its database responds. */
function startInProcess(prefix: readonly string[] = []): Promise<ChildProcess> {
  const program = `
    const { startEmbeddedPostgres } = await import(${JSON.stringify(new URL("./embedded-postgres.ts", import.meta.url).href)});
    await startEmbeddedPostgres({ folder: ${JSON.stringify(folder)}, log: console.error });
    console.log("ready as", process.getuid());`;
  const commandLine = [...prefix, process.execPath, "--input-type=module", "-e", program];
  const child = spawn(commandLine[0] as string, commandLine.slice(1), { cwd: "/", stdio: ["ignore", "pipe", "pipe"] });
  return new Promise((resolve, reject) => {
    let errors = "";
    child.stderr.on("data", (piece: Buffer) => (errors += piece));
    child.stdout.on("data", () => resolve(child));
    child.on("exit", () => reject(new Error(errors)));
  });
}

describe("the embedded database", () => {
  it("is created on first use: UTF-8, ICU, checksums, durable, no TCP port, times in UTC", async () => {
    const database = await start({ isDurable: true });
    const settings = ["server_encoding", "data_checksums", "fsync", "full_page_writes", "listen_addresses", "TimeZone"];
    const values = await Promise.all(settings.map((name) => query(database, `SHOW ${name}`)));
    expect(values.flat()).toEqual(["UTF8", "on", "on", "on", "", "UTC"]);
    expect(await query(database, "SELECT datlocprovider FROM pg_database WHERE datname = 'template1'")).toEqual(["i"]);
  });

  it("is accepted as durable, unless it was started without durability", async () => {
    const isAccepted = async (database: EmbeddedPostgres): Promise<boolean> => {
      const connection = {
        host: database.socketFolder,
        port: database.port,
        user: database.superuser,
        database: "postgres",
      };
      const owner = openDatabaseAsOwner(connection, { onIdleError: () => {} });
      try {
        await assertDatabaseRequirements(owner, { isUnsafeAllowed: false });
        return true;
      } catch (error) {
        expect(String(error)).toContain("The database has fsync, full_page_writes turned off");
        return false;
      } finally {
        await owner.destroy();
      }
    };
    copyCluster();
    const durable = await start({ isDurable: true });
    expect(await isAccepted(durable)).toBe(true);
    await durable.stop();
    expect(await isAccepted(await start())).toBe(false);
  });

  it("keeps its data after a restart", async () => {
    copyCluster();
    const first = await start();
    await query(first, "CREATE TABLE kept AS SELECT 'äöü' AS word");
    await first.stop();
    expect(await query(await start(), "SELECT word FROM kept")).toEqual(["äöü"]);
  });

  it("denies other users access to its sockets and files", async () => {
    const database = await start();
    expect(statSync(database.socketFolder).mode & 0o777).toBe(0o700);
    expect(statSync(join(folder, "cluster")).mode & 0o777).toBe(0o700);
  });

  it("recreates the database if its first creation was killed", async () => {
    mkdirSync(join(folder, "cluster.new-123"));
    writeFileSync(join(folder, "cluster.new-123", "PG_VERSION"), "18\n");
    expect(await query(await start(), "SELECT 1")).toEqual([1]);
    expect(readdirSync(folder)).not.toContain("cluster.new-123");
  });

  it("reports a database created by another major version", async () => {
    copyCluster();
    await (await start()).stop();
    writeFileSync(join(folder, "cluster", "PG_VERSION"), "15\n");
    await expect(start()).rejects.toThrow(
      /created by PostgreSQL 15, but this version of Parfocal uses \d+\. Write a backup with the version .+ before, and restore it/,
    );
  });

  it("uses another socket folder if the data folder's path is too long", async () => {
    const database = await start({ folder: join(folder, "long".repeat(25)) });
    expect(await query(database, "SELECT 1")).toEqual([1]);
    await database.stop();
    expect(() => statSync(database.socketFolder)).toThrow("ENOENT");
  });

  it("is available again after the postmaster and all its children were killed", async () => {
    copyCluster();
    const database = await start();
    await query(database, "CREATE TABLE kept AS SELECT 7 AS number");
    const killed = listClusterProcesses(join(folder, "cluster"));
    expect(killed.length).toBeGreaterThan(3);
    for (const pid of killed) process.kill(pid, "SIGKILL");
    await untilItAnswers(database);
    expect(await query(database, "SELECT number FROM kept")).toEqual([7]);
    expect(log.join("\n")).toMatch(/ended unexpectedly \(SIGKILL\).*\n.*answers again after/);
  });

  it("is available again after the postmaster alone was killed during a long query", async () => {
    copyCluster();
    const database = await start();
    const long = query(database, "SELECT pg_sleep(60)").catch((error: Error) => error);
    await wait(200);
    const [postmaster] = await query(database, "SELECT split_part(pg_read_file('postmaster.pid'), E'\\n', 1)::int");
    process.kill(postmaster as number, "SIGKILL");
    await untilItAnswers(database);
    expect(await long).toBeInstanceOf(Error);
  });

  it("stops permanently, even if stopped twice or during a restart", async () => {
    copyCluster();
    const database = await start();
    for (const pid of listClusterProcesses(join(folder, "cluster"))) process.kill(pid, "SIGKILL");
    await wait(30);
    await Promise.all([database.stop(), database.stop()]);
    expect(database.isRunning()).toBe(false);
    expect(listClusterProcesses(join(folder, "cluster"))).toEqual([]);
    expect(readdirSync(folder)).not.toContain("server.lock");
  });

  it("rejects a second server on the same folder, and the first continues", async () => {
    copyCluster();
    const database = await start();
    await expect(startInProcess()).rejects.toThrow(`already open in process ${process.pid}`);
    expect(await query(database, "SELECT 1")).toEqual([1]);
  });

  it("takes the folder over from a server that was just killed, after waiting for its database to close", async () => {
    copyCluster();
    const other = await startInProcess();
    other.kill("SIGKILL");
    const database = await start();
    expect(await query(database, "SELECT pg_is_in_recovery()")).toEqual([false]);
  });

  it("exits after its server was killed", async () => {
    copyCluster();
    const other = await startInProcess();
    const cluster = join(folder, "cluster");
    expect(listClusterProcesses(cluster)).not.toEqual([]);
    other.kill("SIGKILL");
    await expect.poll(() => listClusterProcesses(cluster)).toEqual([]);
  });
});

describe.runIf(isRoot)("the embedded database, started by root", () => {
  it("runs as the real nobody if namespaces are forbidden, and returns to a namespace later", async ({ skip }) => {
    skipIfCheckoutIsClosed(skip);
    const asNobody = await start({ account: ACCOUNTS.nobody() });
    await query(asNobody, "CREATE TABLE kept AS SELECT 7 AS number");
    const [pid] = listClusterProcesses(join(folder, "cluster"));
    expect(statSync(`/proc/${pid}`).uid).toBe(NOBODY);
    await asNobody.stop();
    const again = await start();
    expect(await query(again, "SELECT number FROM kept")).toEqual([7]);
  });

  it("lets the account nobody traverse a closed data folder, but not list it", async ({ skip }) => {
    skipIfCheckoutIsClosed(skip);
    const data = join(folder, "data");
    mkdirSync(data, { mode: 0o700 });
    chmodSync(folder, 0o755);
    const database = await start({ folder: join(data, "postgres"), account: ACCOUNTS.nobody() });
    expect(await query(database, "SELECT 1")).toEqual([1]);
    expect(statSync(data).mode & 0o777).toBe(0o701);
  });

  it("explains what to do if the account nobody cannot reach the folder", async () => {
    const closed = join(folder, "closed");
    mkdirSync(closed, { mode: 0o700 });
    await expect(start({ folder: join(closed, "deeper", "data"), account: ACCOUNTS.nobody() })).rejects.toThrow(
      'the user "nobody" cannot access',
    );
  });

  it("also works for an ordinary user", async ({ skip }) => {
    skipIfCheckoutIsClosed(skip);
    chownSync(folder, NOBODY, NOBODY);
    const child = await startInProcess(AS_NOBODY);
    const [pid] = listClusterProcesses(join(folder, "cluster"));
    expect(statSync(`/proc/${pid}`).uid).toBe(NOBODY);
    child.kill("SIGKILL");
    await expect.poll(() => listClusterProcesses(join(folder, "cluster"))).toEqual([]);
  });
});
