/**
 * Completes package-lock.json so that `npm ci` accepts it on every platform.
 *
 * Usage: node scripts/fix-lock.mjs   (after each `npm install` that changed a dependency)
 *
 * A registry mirror may lack binaries for platforms other than its own. `npm install` then leaves such optional
 * packages out of the lock file, and `npm ci` refuses it ("Missing: … from lock file"). This script adds an entry
 * with the version, os and cpu for each; npm skips entries whose platform does not fit.
 */
import { readFileSync, writeFileSync } from "node:fs";

const LOCK_FILE = "package-lock.json";
const OS_WORDS = [
  [/darwin|macos/, "darwin"],
  [/win32|windows|-win-|cygwin/, "win32"],
  [/android/, "android"],
  [/freebsd/, "freebsd"],
  [/openharmony/, "openharmony"],
  [/netbsd/, "netbsd"],
  [/openbsd/, "openbsd"],
  [/sunos/, "sunos"],
  [/aix/, "aix"],
  [/linux/, "linux"],
];
const CPU_WORDS = [
  [/aarch64|arm64/, "arm64"],
  [/riscv64/, "riscv64"],
  [/ppc64/, "ppc64"],
  [/s390x/, "s390x"],
  [/loong64/, "loong64"],
  [/mips64/, "mips64el"],
  [/arm/, "arm"],
  [/ia32/, "ia32"],
  [/x64|x86_64|amd64/, "x64"],
  [/wasm/, "wasm32"],
];

const firstMatch = (table, name) => table.find(([pattern]) => pattern.test(name))?.[1] ?? null;

/** Whether npm would find `dependency` from the package at `path` (walking up the node_modules folders). */
function isLocked(packages, path, dependency) {
  for (let base = path; ; ) {
    if (packages[`${base ? `${base}/` : ""}node_modules/${dependency}`]) return true;
    if (!base) return false;
    const parent = base.lastIndexOf("/node_modules/");
    base = parent < 0 ? "" : base.slice(0, parent);
  }
}

const lock = JSON.parse(readFileSync(LOCK_FILE, "utf8"));
const packages = lock.packages;
let added = 0;
const unresolved = [];
for (const [path, entry] of Object.entries({ ...packages })) {
  for (const [dependency, range] of Object.entries(entry.optionalDependencies ?? {})) {
    if (isLocked(packages, path, dependency)) continue;
    const name = dependency.toLowerCase();
    const os = firstMatch(OS_WORDS, name);
    const cpu = firstMatch(CPU_WORDS, name);
    const isMusl = /musl/.test(name);
    if ((!os || os === "linux") && (!cpu || cpu === "x64") && !isMusl) {
      unresolved.push(`${dependency}@${range}`);
      continue;
    }
    packages[`node_modules/${dependency}`] = {
      version: range.replace(/^[^\d]*/, ""),
      optional: true,
      ...(path && entry.dev ? { dev: true } : {}),
      ...(cpu ? { cpu: [cpu] } : {}),
      ...(os ? { os: [os] } : {}),
      ...(isMusl ? { libc: ["musl"] } : {}),
    };
    added += 1;
  }
}
lock.packages = Object.fromEntries(Object.entries(packages).sort(([a], [b]) => (a < b ? -1 : 1)));
writeFileSync(LOCK_FILE, `${JSON.stringify(lock, null, 2)}\n`);
process.stdout.write(`${added} entries added${unresolved.length ? `; unresolved: ${unresolved.join(" ")}` : ""}\n`);
if (unresolved.length) process.exitCode = 1;
