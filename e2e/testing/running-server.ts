/** The product as a separate process for journeys: on a free port, with its own data and accounts. */
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findFreePort } from "../../scripts/find-free-port.ts";
import { ownerUrl } from "./owner-database.ts";
import { addPeople } from "./people.ts";
import { fileSettings, isOnBucket } from "./stored-files.ts";

const ROOT = join(import.meta.dirname, "../..");
/** Seconds on a quiet machine; a busy one has been observed to need more than a minute. */
const READY_WITHIN_MS = 120_000;
const STOPPED_WITHIN_MS = 20_000;

export const DEMO_PASSWORD = "a password for journeys";

export interface RunningServer {
  /** Without a trailing slash; the same after a restart. */
  readonly url: string;
  readonly dataFolder: string;
  /** Everything that it has printed. */
  output(): string;
  /** Stops it like Ctrl-C, and removes its data. */
  stop(): Promise<void>;
  /** Like a power failure: without a clean shutdown. Its data is kept for restart(). */
  kill(): Promise<void>;
  /** Starts it again on the same data and port, stopping it first if it is running; resolves when it is ready. */
  restart(): Promise<void>;
}

/** A server with people and an empty site: no demo slides are drawn in the background. */
export async function startQuietServer(): Promise<RunningServer> {
  const server = await startServer({ PARFOCAL_DEMO: "0" });
  try {
    await addPeople(server.dataFolder);
  } catch (error) {
    await server.stop();
    throw error;
  }
  return server;
}

/** Starts a server with the demo site on an empty data folder; resolves when it is ready. */
export async function startServer(environment: NodeJS.ProcessEnv = {}): Promise<RunningServer> {
  const dataFolder = await mkdtemp(join(tmpdir(), "parfocal-journey-"));
  const port = await findFreePort();
  const settings = {
    ...process.env,
    DATABASE_URL: "",
    ...fileSettings(dataFolder),
    HOST: "127.0.0.1",
    PARFOCAL_DEMO: "1",
    PARFOCAL_DEMO_PASSWORD: DEMO_PASSWORD,
    ...environment,
    PORT: String(port),
    PARFOCAL_DATA: dataFolder,
  };
  let running = launch(settings);
  await running.ready;
  return {
    url: `http://127.0.0.1:${port}`,
    dataFolder,
    output: () => running.output(),
    stop: async () => {
      await running.end("SIGINT");
      await rm(dataFolder, { recursive: true, force: true });
    },
    kill: () => running.end("SIGKILL"),
    restart: async () => {
      await running.end("SIGINT");
      running = launch(settings);
      await running.ready;
    },
  };
}

/**
 * A second server on the database and the files of the first, as on another machine. If files are in a bucket, it has
 * its own data folder.
 */
export async function startNodeBeside(
  { dataFolder }: RunningServer,
  environment: NodeJS.ProcessEnv,
): Promise<Pick<RunningServer, "url" | "stop">> {
  const port = await findFreePort();
  const ownFolder = isOnBucket() ? await mkdtemp(join(tmpdir(), "parfocal-journey-")) : null;
  const running = launch({
    ...process.env,
    ...fileSettings(dataFolder),
    HOST: "127.0.0.1",
    ...environment,
    DATABASE_URL: ownerUrl(dataFolder),
    PORT: String(port),
    PARFOCAL_DATA: ownFolder ?? dataFolder,
  });
  await running.ready;
  return {
    url: `http://127.0.0.1:${port}`,
    async stop() {
      await running.end("SIGINT");
      if (ownFolder !== null) await rm(ownFolder, { recursive: true, force: true });
    },
  };
}

interface Launched {
  readonly ready: Promise<void>;
  output(): string;
  end(signal: NodeJS.Signals): Promise<void>;
}

function launch(environment: NodeJS.ProcessEnv): Launched {
  // SIGTERM if the test run itself is killed: nothing is left running.
  const commandLine = ["--pdeathsig", "TERM", "--", process.execPath, join(ROOT, "apps/server/src/main.ts")];
  const child = spawn("setpriv", commandLine, { cwd: ROOT, env: environment, stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (piece: Buffer) => (output += piece));
  const ended = new Promise<void>((resolve) => child.once("close", () => resolve()));
  return {
    ready: waitUntilReady(child, () => output),
    output: () => output,
    end: async (signal) => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill(signal);
      const timer = setTimeout(() => child.kill("SIGKILL"), STOPPED_WITHIN_MS);
      await ended;
      clearTimeout(timer);
    },
  };
}

function waitUntilReady(child: ChildProcess, output: () => string): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      child.kill("SIGKILL");
      reject(new Error(`The server was not ready within ${READY_WITHIN_MS / 1000} s:\n${output()}`));
    }, READY_WITHIN_MS);
    child.stdout?.on("data", () => {
      if (!/^ready http:/m.test(output())) return;
      clearTimeout(timer);
      resolve();
    });
    child.once("error", reject);
    child.once("close", (code, signal) => {
      clearTimeout(timer);
      reject(new Error(`The server ended (${signal ?? `status ${code}`}) before it was ready:\n${output()}`));
    });
  });
}
