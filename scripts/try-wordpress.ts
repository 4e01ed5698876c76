/**
 * A real WordPress with the plugin beside Parfocal with its demo, both on the loopback address, until Ctrl-C.
 *
 * WordPress and its SQLite database are in a package of the npm registry whose hash is checked; PHP must be installed.
 */
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { cp, mkdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { buildWeb } from "./build-web.ts";
import { PLUGIN_FOLDER } from "./pack-wordpress-plugin.ts";

/** Package of a development tool that contains WordPress 7.1.1. */
const PACKAGE = "wp-studio@1.22.0";
const PACKAGE_SHA512 = "boMtahkhgWDKKyNTBA1uTK5ghnAmxXhDY6KeQCO9FmcI3/o+YOSq8JwYW5ZYnxHCxH14Jf/mD6CJTBvTWl2Ytw==";
const INSIDE = "package/dist/cli/wp-files";
const PHP_MODULES = ["pdo_sqlite", "mbstring", "curl", "xml"];
const PHP_WORKERS = "4";
const START_TIMEOUT_MS = 180_000;

const TRY_FOLDER = join(PLUGIN_FOLDER, "../try");
/** The demo's administrator. */
const LOGIN = "admin@demo.test";

interface Wanted {
  /** Root of the repository. */
  readonly root: string;
  /** Folder of both sites; created if missing. */
  readonly folder: string;
  readonly port: number;
}

export interface TriedSites {
  /** Origins. */
  readonly wordpress: string;
  readonly parfocal: string;
  readonly password: string;
  /** Path of the demo's course, which a WordPress page shows. */
  readonly coursePath: string;
  /** Resolves when one of them has exited and the other was stopped. */
  readonly whenEnded: Promise<void>;
  end(): Promise<void>;
}

/** Reason why WordPress cannot run on this machine; null: it can. */
export function whatIsMissing(): string | null {
  const { status, stdout } = spawnSync("php", ["-m"], { encoding: "utf8" });
  if (status !== 0)
    return "PHP is not installed. On Debian: apt install php-cli php-sqlite3 php-mbstring php-curl php-xml";
  const missing = PHP_MODULES.filter((name) => !stdout.toLowerCase().split("\n").includes(name));
  return missing.length === 0 ? null : `PHP has no ${missing.join(", ")}.`;
}

/** @throws Error with a user-facing message. */
export async function startWordpress({ root, folder, port }: Wanted): Promise<TriedSites> {
  const missing = whatIsMissing();
  if (missing !== null) throw new Error(missing);
  const site = join(folder, "wordpress");
  const origin = `http://127.0.0.1:${port}`;
  const parfocal = `http://127.0.0.1:${port + 1}`;
  await mkdir(folder, { recursive: true });
  const password = await readOrMakePassword(folder);
  if (!existsSync(join(site, "wp-load.php"))) await unpackWordpress(folder, site);
  await configureWordpress(folder, { site, origin });
  await buildWeb(root);

  const children = [
    startParfocal(root, { folder, port: port + 1, password }),
    spawn("php", ["-S", `127.0.0.1:${port}`, "-t", site, join(TRY_FOLDER, "router.php")], {
      env: { ...process.env, PHP_CLI_SERVER_WORKERS: PHP_WORKERS },
      ...{ stdio: "ignore", detached: true },
    }),
  ];
  const whenEnded = endTogether(children);
  const end = () => {
    for (const child of children) endGroup(child);
    return whenEnded;
  };
  try {
    runPhp([site, "install", origin, password]);
    await untilListening(port + 1, children);
    const coursePath = await pair({ site, origin, parfocal, password });
    await untilListening(port, children);
    return { wordpress: origin, parfocal, password, coursePath, whenEnded, end };
  } catch (error) {
    await end();
    throw error;
  }
}

/** One password for all people of both sites, stored in the folder. */
async function readOrMakePassword(folder: string): Promise<string> {
  const path = join(folder, "password");
  if (!existsSync(path)) await writeFile(path, randomBytes(12).toString("base64url"), { mode: 0o600 });
  return readFile(path, "utf8");
}

async function unpackWordpress(folder: string, site: string): Promise<void> {
  console.log(`Loading WordPress (${PACKAGE})…`);
  const packed = run("npm", ["pack", "--silent", PACKAGE, "--pack-destination", folder]);
  const archive = join(folder, packed.trim().split("\n").at(-1) ?? "");
  const sha512 = createHash("sha512")
    .update(await readFile(archive))
    .digest("base64");
  if (sha512 !== PACKAGE_SHA512) throw new Error(`${PACKAGE} is not what it was: its SHA-512 is another.`);
  const unpacked = join(folder, "unpacked");
  await mkdir(unpacked, { recursive: true });
  const parts = ["latest/wordpress", "sqlite-database-integration"].map((part) => `${INSIDE}/${part}`);
  run("tar", ["-xzf", archive, "-C", unpacked, ...parts]);
  const content = join(unpacked, INSIDE, "latest/wordpress/wp-content");
  const database = join(unpacked, INSIDE, "sqlite-database-integration");
  await cp(database, join(content, "plugins/sqlite-database-integration"), { recursive: true });
  await cp(join(database, "db.copy"), join(content, "db.php"));
  await symlink(PLUGIN_FOLDER, join(content, "plugins/parfocal"));
  await cp(join(unpacked, INSIDE, "latest/wordpress"), site, { recursive: true, verbatimSymlinks: true });
  await rm(unpacked, { recursive: true });
  await rm(archive);
}

/** Blocks external requests and mails. */
async function configureWordpress(folder: string, { site, origin }: { site: string; origin: string }): Promise<void> {
  const secrets = ["AUTH", "SECURE_AUTH", "LOGGED_IN", "NONCE"].flatMap((name) => [`${name}_KEY`, `${name}_SALT`]);
  const constants: Readonly<Record<string, string | boolean>> = {
    ...{ DB_NAME: "wp", DB_USER: "", DB_PASSWORD: "", DB_HOST: "", DB_CHARSET: "utf8mb4" },
    ...{ DB_DIR: `${join(folder, "sqlite")}/`, DB_FILE: "wp.sqlite" },
    ...{ WP_HOME: origin, WP_SITEURL: origin, WP_ENVIRONMENT_TYPE: "local" },
    ...{ WP_HTTP_BLOCK_EXTERNAL: true, WP_ACCESSIBLE_HOSTS: "127.0.0.1", AUTOMATIC_UPDATER_DISABLED: true },
    ...Object.fromEntries(secrets.map((name) => [name, randomBytes(32).toString("hex")])),
  };
  const defined = Object.entries(constants).map(([name, value]) => `define( '${name}', ${asPhp(value)} );`);
  const config = [
    ...["<?php", ...defined, "$table_prefix = 'wp_';"],
    "if ( ! defined( 'ABSPATH' ) ) define( 'ABSPATH', __DIR__ . '/' );",
    "require_once ABSPATH . 'wp-settings.php';",
  ];
  await mkdir(join(folder, "sqlite"), { recursive: true });
  await writeFile(join(site, "wp-config.php"), `${config.join("\n")}\n`, { mode: 0o600 });
  const mustUse = join(site, "wp-content/mu-plugins");
  await mkdir(mustUse, { recursive: true });
  await writeFile(join(mustUse, "no-mail.php"), "<?php\nadd_filter( 'pre_wp_mail', '__return_true' );\n");
}

const asPhp = (value: string | boolean): string =>
  typeof value === "boolean" ? String(value) : `'${value.replace(/[\\']/g, "\\$&")}'`;

const startParfocal = (root: string, { folder, port, password }: { folder: string; port: number; password: string }) =>
  spawn(process.execPath, [join(root, "apps/server/src/main.ts")], {
    cwd: root,
    env: {
      ...process.env,
      PORT: String(port),
      HOST: "127.0.0.1",
      PARFOCAL_DATA: join(folder, "parfocal"),
      PARFOCAL_DEMO_PASSWORD: password,
      // The server reads the keys of WordPress, which runs on the same machine.
      PARFOCAL_HOST_NETWORKS: "127.0.0.0/8",
      LOG_LEVEL: "warn",
    },
    stdio: ["ignore", "ignore", "inherit"],
    detached: true,
  });

interface Pair {
  readonly site: string;
  readonly origin: string;
  readonly parfocal: string;
  readonly password: string;
}

/** @returns the path of the course that a WordPress page now shows. */
async function pair({ site, origin, parfocal, password }: Pair): Promise<string> {
  const { token } = await callParfocal<{ token: string }>(`${parfocal}/api/session`, {
    method: "POST",
    body: { login: LOGIN, password },
  });
  const [course] = await callParfocal<readonly { id: number }[]>(`${parfocal}/api/v2/course/`, { token });
  const path = `/s1/course${course?.id ?? 1}/`;
  const host = JSON.parse(runPhp([site, "pair", origin, password, parfocal, path])) as Record<string, string>;
  const options = Object.fromEntries(Object.entries(host).map(([name, value]) => [name, { value }]));
  await callParfocal(`${parfocal}/api/options/`, { method: "PUT", token, body: options });
  return path;
}

async function callParfocal<Answer>(
  url: string,
  { method = "GET", token, body }: { method?: string; token?: string; body?: object },
): Promise<Answer> {
  const answer = await fetch(url, {
    method,
    headers: {
      ...(body ? { "content-type": "application/json" } : {}),
      ...(token ? { "x-site-token": token, "x-site-id": "1" } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  if (!answer.ok) throw new Error(`${method} ${url} answered ${answer.status}: ${await answer.text()}`);
  return (await answer.json()) as Answer;
}

const runPhp = (words: readonly string[]): string =>
  run("php", ["-d", "memory_limit=256M", "-d", "display_errors=stderr", join(TRY_FOLDER, "install.php"), ...words]);

/** @throws Error with its output. */
function run(program: string, words: readonly string[]): string {
  const { status, stdout, stderr, error } = spawnSync(program, words, { encoding: "utf8" });
  if (error) throw error;
  if (status !== 0) throw new Error(`${program} ended with ${status}:\n${stderr || stdout}`);
  return stdout;
}

async function untilListening(port: number, children: readonly ChildProcess[]): Promise<void> {
  const deadline = performance.now() + START_TIMEOUT_MS;
  while (performance.now() < deadline) {
    if (children.some(({ exitCode }) => exitCode !== null)) break;
    if (await isListening(port)) return;
    await pause(200);
  }
  throw new Error(`Nothing listens at port ${port}. If it is taken, choose another with --port.`);
}

const isListening = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect({ host: "127.0.0.1", port });
    const settle = (is: boolean) => {
      socket.destroy();
      resolve(is);
    };
    socket.once("connect", () => settle(true)).once("error", () => settle(false));
  });

/** Including its children: PHP's web server does not stop its workers. */
function endGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, "SIGTERM");
  } catch {
    // All of them have exited.
  }
}

/** Stops all when one exits, or on a signal. Resolves when all have exited. */
function endTogether(children: readonly ChildProcess[]): Promise<void> {
  const endAll = () => {
    for (const child of children) endGroup(child);
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, endAll);
  const ended = children.map(
    (child) =>
      new Promise<void>((resolve) =>
        child
          .once("error", () => resolve())
          .once("exit", () => {
            endAll();
            resolve();
          }),
      ),
  );
  return Promise.all(ended).then(() => undefined);
}
