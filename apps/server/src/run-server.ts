/**
 * The life of the server: one process that does everything, or a leader with workers. Only the leader runs the
 * database, the migrations, the jobs, the janitor and the watched folder; the workers answer requests.
 */
import { flushCompileCache } from "node:module";
import { SlideFileError } from "@parfocal/slides/slide-source.ts";
import { runOneAtATime } from "#platform/db/run-alone.ts";
import { allowTilePicturesOnly } from "#platform/files/picture-loaders.ts";
import { startHeartbeat } from "#platform/heartbeat/heartbeat.ts";
import { createLog } from "#platform/log.ts";
import { addInstallationMetrics, isDatabaseUp } from "#platform/metrics/installation-metrics.ts";
import { type Figures, type MetricsServer, startMetricsServer } from "#platform/metrics/metrics-server.ts";
import { openProcessMetrics, type ProcessMetrics } from "#platform/metrics/process-metrics.ts";
import type { Platform } from "#platform/platform.ts";
import { startClosingAttempts } from "#quiz-attempt/close-overdue-attempts.ts";
import type { Config } from "./config.ts";
import { importSlideFile, pathOfImage } from "./import-slide-file.ts";
import { type DatabaseHost, openDatabaseHost, openInstallation } from "./installation.ts";
import { startJanitor } from "./janitor.ts";
import { allJobHandlers, OWN_LANES } from "./job-handlers.ts";
import { matchFiles } from "./match-files.ts";
import { addressOf, handleAnnouncements, listenWith, openApp, takeFreePort, tryPort } from "./open-app.ts";
import { printLine } from "./print-line.ts";
import { type ProcessLife, startProcessLife } from "./process-life.ts";
import { type FirstStart, NO_ACCOUNT_YET, setUpOnFirstStart } from "./seed/first-start.ts";
import { watchFolder } from "./watch-folder.ts";
import { startWorkers } from "./workers/worker-pool.ts";

export async function runServer(config: Config): Promise<void> {
  const log = createLog(config.logLevel);
  allowTilePicturesOnly();
  const life = startProcessLife(log, () => printLine("stopping…"));
  try {
    printLine(config.databaseUrl ? "connecting to the database…" : "starting the database…");
    const host = await openDatabaseHost(config, log);
    life.onStop(() => host.stop());
    const installation = await openInstallation(config, host, log);
    life.onStop(() => installation.close());
    const firstStart = await runOneAtATime(installation.owner, "first start", async () => {
      await matchFiles(installation.owner, installation.platform.files);
      return setUpOnFirstStart(installation, config);
    });
    const { platform } = installation;
    await platform.jobs.start(allJobHandlers(platform), OWN_LANES);
    const listener = await handleAnnouncements(platform, host.connection);
    life.onStop(() => listener.stop());
    const janitor = startJanitor(platform);
    life.onStop(() => janitor.stop());
    const heartbeat = startHeartbeat(platform);
    life.onStop(() => heartbeat.stop());
    const closing = startClosingAttempts(platform);
    life.onStop(() => closing.stop());
    if (config.watchedFolder) {
      const watch = watchFolder(platform, config.watchedFolder);
      life.onStop(() => watch.stop());
    }

    const metrics = config.metrics && openProcessMetrics("leader", platform);
    const open = config.workers === 1 ? listenInProcess : listenWithWorkers;
    const { port, collectFigures } = await open({ platform, config, host, life, metrics });
    const address = addressOf(config.host, port, config.tls ? "https" : "http");
    if (config.metrics && metrics) {
      const server = await startMetrics(config.metrics, metrics, { platform, life, collectFigures });
      printLine(`metrics ${addressOf(config.metrics.host, server.port)}/metrics`);
    }
    printLine(`ready ${address}/`);
    printAccounts(firstStart, config);
    // Node itself writes the cache only at the end of the process, and not if the process is killed.
    flushCompileCache();
    for (const path of config.slidePaths) {
      await showSlide(platform, path, address);
    }
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    log.debug({ err: error }, "start failed");
    await life.stop(1);
  }
}

interface Opened {
  readonly platform: Platform;
  readonly config: Config;
  readonly host: DatabaseHost;
  readonly life: ProcessLife;
  readonly metrics: ProcessMetrics | null;
}

interface Listening {
  readonly port: number;
  /** Metrics of the other processes. */
  readonly collectFigures: () => Promise<Figures[]>;
}

/** Starts listening for requests. */
type StartListening = (opened: Opened) => Promise<Listening>;

const listenInProcess: StartListening = async ({ platform, config, life, metrics }) => {
  const app = await openApp(platform, config, metrics);
  life.onStop(() => app.close());
  const port = await takeFreePort(config, (candidate) => listenWith(app, config.host, candidate), printLine);
  return { port, collectFigures: async () => [] };
};

const listenWithWorkers: StartListening = async ({ platform, config, host: { connection }, life }) => {
  const port = await takeFreePort(config, (candidate) => tryPort(config.host, candidate), printLine);
  const start = { connection, nonceKey: platform.nonceKey.toString("base64"), port };
  const workers = await startWorkers(config.workers, start, platform.log);
  life.onStop(() => workers.stop());
  return { port, collectFigures: () => workers.collectFigures() };
};

async function startMetrics(
  place: NonNullable<Config["metrics"]>,
  { registry }: ProcessMetrics,
  { platform, life, collectFigures }: Pick<Opened, "platform" | "life"> & Pick<Listening, "collectFigures">,
): Promise<MetricsServer> {
  const refresh = addInstallationMetrics(registry, platform);
  const server = await startMetricsServer(place, {
    async collect() {
      const [others] = await Promise.all([collectFigures(), refresh()]);
      return [await registry.getMetricsAsJSON(), ...others];
    },
    isReady: () => isDatabaseUp(platform),
  });
  // Stopped before the app: a load balancer that finds no ready server sends no more requests here.
  life.onStop(() => server.stop());
  return server;
}

/** A file that cannot be shown does not stop the server. */
async function showSlide(platform: Platform, path: string, address: string): Promise<void> {
  try {
    const { imageId } = await importSlideFile(platform, path);
    printLine(`slide ${address}${await pathOfImage(platform, imageId)}`);
  } catch (error) {
    if (!(error instanceof SlideFileError)) throw error;
    process.stderr.write(`${path}: ${error.message}\n`);
  }
}

function printAccounts(firstStart: FirstStart | null, config: Config): void {
  if (firstStart === null) {
    printLine("Accounts: see the output of the first start");
    return;
  }
  printLine("");
  if (firstStart.accounts.length === 0) {
    printLine(NO_ACCOUNT_YET);
    return;
  }
  printLine(config.isDemoEnabled ? "Demo accounts:" : "Accounts:");
  for (const { login, role } of firstStart.accounts) printLine(`  ${login.padEnd(20)} ${role}`);
  printLine(
    config.demoPassword
      ? "  Password: as set in PARFOCAL_DEMO_PASSWORD"
      : `  Password of all accounts: ${firstStart.password}   (shown only once)`,
  );
  printLine("");
}
