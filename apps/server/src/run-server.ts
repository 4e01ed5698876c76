/** The life of one server process. */
import { join } from "node:path";
import { SlideFileError } from "@parfocal/slides/slide-source.ts";
import type { FastifyBaseLogger, FastifyInstance } from "fastify";
import pino from "pino";
import { allowTilePicturesOnly } from "#platform/files/picture-loaders.ts";
import type { Platform } from "#platform/platform.ts";
import { createApp } from "./app.ts";
import type { Config } from "./config.ts";
import { importSlideFile, pathOfImage } from "./import-slide-file.ts";
import { openDatabaseHost, openInstallation } from "./installation.ts";
import { startJanitor } from "./janitor.ts";
import { allJobHandlers, LEISURELY_JOBS } from "./job-handlers.ts";
import { type FirstStart, setUpOnFirstStart } from "./seed/first-start.ts";
import { watchFolder } from "./watch-folder.ts";

const PORTS_TRIED = 50;
/** Requests at work when we are asked to stop get this long (rule D-12). */
const STOP_WITHIN_MS = 10_000;

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

export async function runServer(config: Config): Promise<void> {
  const log = pino({ level: config.logLevel }, pino.destination(2)) as FastifyBaseLogger;
  allowTilePicturesOnly();
  const closers: (() => Promise<void>)[] = [];
  let isStopping = false;

  async function stop(exitCode: number): Promise<void> {
    if (isStopping) return;
    isStopping = true;
    const forced = setTimeout(() => process.exit(1), STOP_WITHIN_MS);
    for (const close of closers.toReversed()) {
      await close().catch((error: unknown) => log.error({ err: error }, "closing failed"));
    }
    clearTimeout(forced);
    process.exit(exitCode);
  }
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    process.on(signal, () => {
      say("stopping …");
      void stop(0);
    });
  }
  process.on("uncaughtException", (error) => log.error({ err: error }, "an error was caught nowhere"));
  process.on("unhandledRejection", (error) => log.error({ err: error }, "a rejection was caught nowhere"));

  try {
    say(config.databaseUrl ? "connecting to the database …" : "starting the database …");
    const host = await openDatabaseHost(config, log);
    closers.push(() => host.stop());
    const installation = await openInstallation(config, host, log);
    closers.push(() => installation.close());
    const firstStart = await setUpOnFirstStart(installation, config);
    const { platform } = installation;
    await platform.jobs.start(allJobHandlers(platform), LEISURELY_JOBS);
    const janitor = startJanitor(platform);
    closers.push(async () => janitor.stop());
    if (config.watchedFolder) {
      const watch = watchFolder(platform, config.watchedFolder);
      closers.push(() => watch.stop());
    }

    const app = await createApp(platform, {
      webFolder: join(import.meta.dirname, "../../web/dist"),
      logger: log,
      isProxyTrusted: config.isProxyTrusted,
    });
    closers.push(() => app.close());
    const address = await listenOnFreePort(app, config);
    say(`ready ${address}/`);
    sayLogIns(firstStart, config);
    for (const path of config.slidePaths) {
      await showSlide(platform, path, address);
    }
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    log.debug({ err: error }, "start failed");
    await stop(1);
  }
}

/** A file that cannot be shown is no reason to stop the server. */
async function showSlide(platform: Platform, path: string, address: string): Promise<void> {
  try {
    const { imageId } = await importSlideFile(platform, path);
    say(`slide ${address}${await pathOfImage(platform, imageId)}`);
  } catch (error) {
    if (!(error instanceof SlideFileError)) throw error;
    process.stderr.write(`${path}: ${error.message}\n`);
  }
}

/** The port that was asked for or, if it is taken, one of the next; 0 asks the system for any. */
async function listenOnFreePort(app: FastifyInstance, { host, port }: Config): Promise<string> {
  const last = port === 0 ? 0 : Math.min(65_535, port + PORTS_TRIED - 1);
  for (let candidate = port; candidate <= last; candidate += 1) {
    try {
      const address = new URL(await app.listen({ host, port: candidate }));
      const shownHost = host.includes(":") ? `[${host}]` : host;
      return `http://${shownHost}:${address.port || candidate}`;
    } catch (error) {
      if ((error as { code?: string }).code !== "EADDRINUSE" || candidate === last) throw error;
      say(`port ${candidate} is taken, trying ${candidate + 1}`);
    }
  }
  throw new Error("no free port");
}

function sayLogIns(firstStart: FirstStart | null, config: Config): void {
  if (firstStart === null) {
    say("log-ins: as printed on the first start");
    return;
  }
  say("");
  say("log-ins:");
  for (const { login, role } of firstStart.logIns) say(`  ${login.padEnd(20)} ${role}`);
  say(
    config.demoPassword
      ? "  password as set in PARFOCAL_DEMO_PASSWORD"
      : `  password for each: ${firstStart.password}   (printed this once)`,
  );
  say("");
}
