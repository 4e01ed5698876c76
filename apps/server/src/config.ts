/** The only module that reads the environment. docs/configuration.md lists the variables. */
import { resolve } from "node:path";
import { type CellServiceSettings, readCellService } from "#platform/access/cell-service-settings.ts";
import { readSingleSignOn, type SingleSignOnSettings } from "#platform/access/single-sign-on-settings.ts";
import { readFilesPlace } from "#platform/files/open-file-store.ts";
import { readHostNetworks } from "#platform/http/read-public-address.ts";
import { readTrustedProxies, type TrustedProxies } from "#platform/http/trusted-proxies.ts";
import type { IntakeSettings } from "#platform/platform.ts";
import type { BucketPlace } from "#platform/s3/bucket.ts";
import { readTracing, type TracingSettings } from "#platform/tracing/tracing-settings.ts";
import { type OwnAddress, readOwnAddress, readPort } from "./own-address.ts";
import { requireTls } from "./require-tls.ts";
import type { WatchedFolder } from "./watch-folder.ts";

export interface Config extends OwnAddress {
  /** Absolute path of the data folder. */
  readonly dataFolder: string;
  /** Where files are stored; null: in the data folder. */
  readonly filesPlace: BucketPlace | null;
  /** null: the embedded database. */
  readonly databaseUrl: string | null;
  /** Whether statements are prepared on the database's connections (decision 0077). */
  readonly preparesStatements: boolean;
  readonly isDemoEnabled: boolean;
  /** Password of the seeded accounts; null: a random one, printed once. */
  readonly demoPassword: string | null;
  /** Starts although the database may lose acknowledged writes (rule D-5). Never in tests. */
  readonly isUnsafeDatabaseAllowed: boolean;
  readonly logLevel: string;
  /** Proxies that are trusted to report client address and protocol (`X-Forwarded-*`); null: none. */
  readonly trustedProxies: TrustedProxies | null;
  /** Limit for cached decoded tiles on the disk; 0: no cache. */
  readonly maxTileCacheBytes: number;
  /** Limit for cached blocks of files of an S3 store on the disk; 0: no cache. */
  readonly maxBlockBytes: number;
  /** Slide files to open at startup, as given after `--slide`. */
  readonly slidePaths: readonly string[];
  /** Slides that appear in this folder are imported automatically; null: no folder is watched. */
  readonly watchedFolder: WatchedFolder | null;
  readonly intake: IntakeSettings;
  /** Sustained number of tiles and other images per second that one session may request; 0: no limit. */
  readonly picturesPerSecond: number;
  /** Mail server, with its password; null: emails are written to the data folder. */
  readonly smtpUrl: string | null;
  /** Number of processes that answer requests; 1: one process does everything. */
  readonly workers: number;
  /** Address of `/metrics`, `/live` and `/ready`; null: not available. */
  readonly metrics: { readonly host: string; readonly port: number } | null;
  /** Collector of traces (OpenTelemetry); null: none. */
  readonly tracing: TracingSettings | null;
  /** The institution's sign-in page (OpenID Connect); null: none. */
  readonly singleSignOn: SingleSignOnSettings | null;
  /** External service for cell analysis; null: only the built-in analyser. */
  readonly cellService: CellServiceSettings | null;
  /** Networks that are not public in which host sites are allowed. */
  readonly hostNetworks: readonly string[];
}

const DEFAULT_TILE_CACHE_MB = 4096;
const DEFAULT_FILE_CACHE_MB = 10_240;
const DEFAULT_STILL_S = "30";
/** Decision 0044. */
const DEFAULT_PICTURES_PER_SECOND = 1_000;
const MAX_WORKERS = 16;

/** @throws Error with a user-facing message if a setting is invalid. */
export function readConfig(
  environment: NodeJS.ProcessEnv = process.env,
  argv: readonly string[] = process.argv.slice(2),
): Config {
  const config: Config = {
    ...readOwnAddress(environment),
    dataFolder: resolve(environment.PARFOCAL_DATA || "data"),
    filesPlace: readFilesPlace(environment),
    databaseUrl: environment.DATABASE_URL || null,
    preparesStatements: environment.PARFOCAL_PREPARED_STATEMENTS !== "0",
    isDemoEnabled: environment.PARFOCAL_DEMO !== "0",
    demoPassword: environment.PARFOCAL_DEMO_PASSWORD || null,
    isUnsafeDatabaseAllowed: environment.ALLOW_UNSAFE_DB === "1",
    logLevel: environment.LOG_LEVEL || "warn",
    trustedProxies: readTrustedProxies(environment.PARFOCAL_TRUST_PROXY),
    maxTileCacheBytes: readCacheMb("PARFOCAL_TILE_CACHE_MB", environment.PARFOCAL_TILE_CACHE_MB) * 2 ** 20,
    maxBlockBytes:
      readCacheMb("PARFOCAL_FILE_CACHE_MB", environment.PARFOCAL_FILE_CACHE_MB, DEFAULT_FILE_CACHE_MB) * 2 ** 20,
    slidePaths: readSlidePaths(argv),
    watchedFolder: readWatchedFolder(environment),
    intake: {
      readsLabelBarcodes: environment.PARFOCAL_READ_BARCODES === "1",
      deidentifiesFiles: environment.PARFOCAL_DEIDENTIFY_ON_IMPORT === "1",
      usesOtherPrograms: environment.PARFOCAL_FOREIGN !== "0",
    },
    picturesPerSecond: readPicturesPerSecond(environment.PARFOCAL_PICTURES_PER_SECOND),
    smtpUrl: readSmtpUrl(environment.PARFOCAL_SMTP_URL),
    workers: readWorkers(readOption(argv, "--workers") ?? environment.PARFOCAL_WORKERS),
    metrics: readMetrics(environment),
    tracing: readTracing(environment),
    singleSignOn: readSingleSignOn(environment),
    cellService: readCellService(environment),
    hostNetworks: readHostNetworks(environment.PARFOCAL_HOST_NETWORKS),
  };
  if (environment.PARFOCAL_REQUIRE_TLS === "1") requireTls(config);
  return config;
}

function readMetrics(environment: NodeJS.ProcessEnv): Config["metrics"] {
  if (!environment.PARFOCAL_METRICS_PORT) return null;
  return {
    host: environment.PARFOCAL_METRICS_HOST || "127.0.0.1",
    port: readPort(environment.PARFOCAL_METRICS_PORT, "PARFOCAL_METRICS_PORT"),
  };
}

function readWatchedFolder(environment: NodeJS.ProcessEnv): WatchedFolder | null {
  if (!environment.PARFOCAL_WATCH_FOLDER) return null;
  const mode = environment.PARFOCAL_WATCH_MODE || "copy";
  if (mode !== "copy" && mode !== "link") throw new Error(`PARFOCAL_WATCH_MODE is "${mode}": it must be copy or link.`);
  if (mode === "link" && environment.FILES_URL)
    throw new Error("PARFOCAL_WATCH_MODE must be copy if FILES_URL is set: files are kept in the S3 store.");
  return {
    path: resolve(environment.PARFOCAL_WATCH_FOLDER),
    parentId: environment.PARFOCAL_WATCH_TO ? readFully("PARFOCAL_WATCH_TO", environment.PARFOCAL_WATCH_TO) : null,
    mode,
    stillMs: readFully("PARFOCAL_WATCH_STILL_S", environment.PARFOCAL_WATCH_STILL_S || DEFAULT_STILL_S) * 1000,
  };
}

function readFully(name: string, text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new Error(`${name} is "${text}": it must be a whole number of at least 1.`);
  return Number(text);
}

function readCacheMb(name: string, text: string | undefined, usual = DEFAULT_TILE_CACHE_MB): number {
  if (!text) return usual;
  const megabytes = Number(text);
  if (!Number.isInteger(megabytes) || megabytes < 0)
    throw new Error(`${name} is "${text}": it must be a whole number of megabytes, or 0 for no cache.`);
  return megabytes;
}

function readPicturesPerSecond(text: string | undefined): number {
  if (!text) return DEFAULT_PICTURES_PER_SECOND;
  if (!/^\d{1,9}$/.test(text))
    throw new Error(`PARFOCAL_PICTURES_PER_SECOND is "${text}": it must be a whole number, or 0 for no limit.`);
  return Number(text);
}

/** The message does not contain the value, which includes a password. */
function readSmtpUrl(text: string | undefined): string | null {
  if (!text) return null;
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url || (url.protocol !== "smtp:" && url.protocol !== "smtps:") || url.hostname === "")
    throw new Error("PARFOCAL_SMTP_URL must be a URL as in smtps://user:password@mail.example.org.");
  return text;
}

function readWorkers(text: string | undefined): number {
  if (!text) return 1;
  const workers = Number(text);
  if (!Number.isInteger(workers) || workers < 1 || workers > MAX_WORKERS)
    throw new Error(`The number of workers is "${text}": it must be a whole number from 1 to ${MAX_WORKERS}.`);
  return workers;
}

/** The value after the last `--name` or `--name=`. */
function readOption(argv: readonly string[], name: string): string | undefined {
  const at = argv.findLastIndex((word) => word === name || word.startsWith(`${name}=`));
  if (at < 0) return undefined;
  return argv[at] === name ? (argv[at + 1] ?? "nothing") : argv[at]?.slice(name.length + 1);
}

function readSlidePaths(argv: readonly string[]): string[] {
  const paths: string[] = [];
  for (let index = 0; index < argv.length; index += 1) {
    const word = argv[index] as string;
    if (word === "--slide") {
      const path = argv[index + 1];
      if (!path) throw new Error("--slide requires the path of a slide file.");
      paths.push(resolve(path));
      index += 1;
    } else if (word.startsWith("--slide=")) {
      paths.push(resolve(word.slice("--slide=".length)));
    }
  }
  return paths;
}

/** More threads for file reads than libuv's four (rule D-12). Must run before the first file is read. */
export function widenThreadPool(): void {
  process.env.UV_THREADPOOL_SIZE ??= "8";
}
