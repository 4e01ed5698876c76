/** A separate server for one experiment: a temporary data folder, a free port, killed and started on demand. */
import { type ChildProcess, execFile, spawn } from "node:child_process";
import { rmSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

const ROOT = join(import.meta.dirname, "..");
const START_TIMEOUT_MS = 180_000;
const STOP_TIMEOUT_MS = 20_000;
export const LOGIN = "admin@demo.test";
export const PASSWORD = "a password for the lab";

/**
 * Environment variable: the data folder of a new installation that has been stopped. Servers with their own database
 * start with a copy of it, which avoids creating the database: half of their first start.
 */
export const NEW_INSTALLATION = "PARFOCAL_LAB_NEW_INSTALLATION";

export interface ServerUnderTest {
  /** Without a trailing slash; different after each start. */
  readonly origin: string;
  readonly dataFolder: string;
  /** null: the database in the data folder. */
  readonly databaseUrl: string | null;
  /** Path of the given slide, e.g. `/s1/course1/i2/`. */
  readonly slidePath: string;
  /** Starts, and waits until it is ready. @throws Error if it exits before, or takes too long; it is then killed. */
  start(manner?: StartManner): Promise<void>;
  /** SIGKILL; resolves when the process has exited. */
  kill(): Promise<void>;
  /** SIGTERM; after 20 s SIGKILL. @returns its exit status; null if it was killed. */
  stop(): Promise<number | null>;
  isRunning(): boolean;
  /** Resolves when the server has exited on its own. */
  whenEnded(): Promise<void>;
  /** ID of the server's process. @throws Error if it is not running. */
  processId(): number;
  /** Last lines of its output. */
  lastOutput(): string;
  /** Runs a script of the installation, like from the console. @param killAfterMs delay of SIGKILL. */
  runTool(
    words: readonly string[],
    options?: { readonly killAfterMs?: number },
  ): Promise<{ readonly status: number; readonly text: string }>;
  /** Runs a task on the same data folder, e.g. `invariants`. @returns its exit status and output. */
  runDatabaseTask(task: string): Promise<{ status: number; text: string }>;
  /** Stops it gracefully and deletes its data. */
  close(): Promise<void>;
}

/** Options of one start. */
export interface StartManner {
  /** A script loaded before the server's own code. */
  readonly preload?: string;
  readonly environment?: NodeJS.ProcessEnv;
}

interface Options {
  /** A slide file to be imported at the first start. */
  readonly slide?: string;
  /** Shared with other servers, and kept when this one is closed. Default: a new one. */
  readonly dataFolder?: string;
  readonly environment?: NodeJS.ProcessEnv;
  /** Words before the command line of the server: a command that runs it elsewhere, and becomes its process. */
  readonly within?: readonly string[];
}

export async function prepareServer({
  slide,
  dataFolder: sharedFolder,
  environment = {},
  within = [],
}: Options = {}): Promise<ServerUnderTest> {
  const dataFolder = sharedFolder ?? (await mkdtemp(join(tmpdir(), "parfocal-lab-")));
  const newInstallation = process.env[NEW_INSTALLATION];
  if (newInstallation && sharedFolder === undefined && !environment.DATABASE_URL && !environment.FILES_URL)
    // Keeps the owner of the database's files, who is another user if this process runs as root.
    await promisify(execFile)("cp", ["--archive", `${newInstallation}/.`, dataFolder]);
  const env = {
    ...process.env,
    PORT: "0",
    HOST: "127.0.0.1",
    PARFOCAL_DATA: dataFolder,
    PARFOCAL_DEMO: "0",
    PARFOCAL_DEMO_PASSWORD: PASSWORD,
    LOG_LEVEL: "error",
    ...environment,
  };
  let child: ChildProcess | undefined;
  let origin = "";
  let slidePath = "";
  let words = "";

  // Cleans up however the experiment ends.
  process.once("exit", () => {
    child?.kill("SIGKILL");
    if (sharedFolder === undefined) rmSync(dataFolder, { recursive: true, force: true });
  });
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(1));

  const isRunning = () => child !== undefined && child.exitCode === null && child.signalCode === null;

  async function start({ preload, environment: more = {} }: StartManner = {}): Promise<void> {
    words = "";
    const wantsSlide = slide !== undefined && slidePath === "";
    const parameters = [
      ...(preload ? ["--import", preload] : []),
      "apps/server/src/main.ts",
      ...(wantsSlide ? ["--slide", slide] : []),
    ];
    const [program = process.execPath, ...rest] = [...within, process.execPath, ...parameters];
    const started = spawn(program, rest, {
      cwd: ROOT,
      env: { ...env, ...more },
      stdio: ["ignore", "pipe", "pipe"],
    });
    child = started;
    const hear = (piece: Buffer) => {
      words = (words + piece.toString()).slice(-20_000);
    };
    started.stdout.on("data", hear);
    started.stderr.on("data", hear);
    const deadline = performance.now() + START_TIMEOUT_MS;
    for (;;) {
      const ready = /^ready (http:\/\/\S+)\/$/m.exec(words)?.[1];
      const shown = /^slide http:\/\/[^/]+(\/\S+)$/m.exec(words)?.[1];
      if (ready && (!wantsSlide || shown)) {
        origin = ready;
        if (shown) slidePath = shown;
        return;
      }
      if (!isRunning() || performance.now() > deadline) {
        await end("SIGKILL");
        throw new Error(`the server did not start:\n${words}`);
      }
      await pause(5);
    }
  }

  async function end(signal: NodeJS.Signals): Promise<void> {
    if (!child || !isRunning()) return;
    const gone = new Promise<void>((resolve) => child?.once("exit", () => resolve()));
    child.kill(signal);
    const forced = setTimeout(() => child?.kill("SIGKILL"), STOP_TIMEOUT_MS);
    await gone;
    clearTimeout(forced);
  }

  const runTool: ServerUnderTest["runTool"] = (words, { killAfterMs } = {}) =>
    new Promise((resolve) => {
      let text = "";
      const run = spawn(process.execPath, [...words], { cwd: ROOT, env });
      const hear = (piece: Buffer) => (text += piece.toString());
      run.stdout.on("data", hear);
      run.stderr.on("data", hear);
      const killed = killAfterMs === undefined ? undefined : setTimeout(() => run.kill("SIGKILL"), killAfterMs);
      run.on("exit", (status) => {
        clearTimeout(killed);
        resolve({ status: status ?? 1, text: text.trim() });
      });
    });

  return {
    get origin() {
      return origin;
    },
    get slidePath() {
      return slidePath;
    },
    dataFolder,
    databaseUrl: environment.DATABASE_URL || null,
    start,
    kill: () => end("SIGKILL"),
    async stop() {
      await end("SIGTERM");
      return child?.exitCode ?? null;
    },
    isRunning,
    async whenEnded() {
      if (isRunning()) await new Promise<void>((resolve) => child?.once("exit", () => resolve()));
    },
    processId() {
      if (child?.pid === undefined) throw new Error("the server does not run");
      return child.pid;
    },
    lastOutput: () => words,
    runTool,
    runDatabaseTask: (task) => runTool(["apps/server/src/database-task.ts", task]),
    async close() {
      await end("SIGTERM");
      if (sharedFolder === undefined) await rm(dataFolder, { recursive: true, force: true });
    },
  };
}

export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Creates a session. @returns its token, which stays valid across restarts. */
export async function signIn(server: ServerUnderTest): Promise<string> {
  const answer = await fetch(`${server.origin}/api/session`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ login: LOGIN, password: PASSWORD }),
  });
  if (!answer.ok) throw new Error(`signing in failed: ${answer.status}`);
  return ((await answer.json()) as { token: string }).token;
}
