/**
 * Checks the dependency rules of ARCHITECTURE.md for all imports, and a few constructs that no file may contain.
 *
 * Usage: node scripts/check-boundaries.ts [ROOT]
 */
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { findClimbs } from "./folder-order.ts";
import { findCircles, sliceOf } from "./import-circles.ts";
import { findRenderWrites } from "./render-writes.ts";
import { readConfigFiles, readSourceFiles, type SourceFile } from "./source-files.ts";
import { findUnusedExports } from "./unused-exports.ts";
import { findWingBreaches } from "./wings.ts";

interface Wall {
  readonly in: RegExp;
  /** Pattern for the path of the imported file, or for the name of the imported package. */
  readonly never: RegExp;
  readonly because: string;
}

const TEST = /\.test\.tsx?$|\/testing\//;

/** Paths are from the root; packages are written as `npm:name`, Node's own modules as `node:name`. */
const WALLS: readonly Wall[] = [
  {
    in: /^packages\/core\//,
    never: /^(?!packages\/core\/)(?!npm:zod$)/,
    because: "core imports nothing but itself, and zod for contracts",
  },
  {
    in: /^packages\/core\/(?!src\/platform\/(?:ids|list-query)\.ts$|.*\.contract\.ts$)/,
    never: /^npm:zod$/,
    because: "rules know no zod: it belongs into a contract (or into the fields that contracts share)",
  },
  {
    in: /^packages\/core\/(?!.*\.contract\.ts$)/,
    never: /(?<!call)\.contract\.ts$/,
    because: "contracts know rules, never the other way round",
  },
  { in: /^packages\/slides\//, never: /^(apps|packages\/(core|viewer)|e2e|lab)\//, because: "slides knows nobody" },
  {
    in: /^packages\/viewer\//,
    never: /^(apps|packages\/slides|e2e|lab)\/|^npm:react|^node:/,
    because: "viewer knows core alone, and runs in a browser without React",
  },
  {
    in: /^apps\/server\//,
    never: /^(apps\/web|packages\/viewer|e2e|lab|bench)\//,
    because: "server and web never meet",
  },
  {
    // The build of the pages runs in Node.
    in: /^apps\/web\/(?!build\/)/,
    never: /^(apps\/server|packages\/slides|e2e|lab|bench)\/|^node:/,
    because: "web and server never meet",
  },
  {
    in: /^(hosts|e2e|lab)\/(?!testing\/(?:sites|authenticator)\.ts$|fuzz\/fuzz-sites\.ts$|kill-migrations)/,
    never: /^(apps|packages\/viewer)\//,
    because: "they know only the running product",
  },
  {
    in: /^lab\/fuzz\/fuzz-sites\.ts$/,
    never: /^(apps\/(?!server\/src\/testing\/fuzz-world\.ts$)|packages\/viewer\/)/,
    because: "the fuzz knows the running product, and what builds sites and right requests for it",
  },
  {
    in: /^lab\/kill-migrations(?:\.ts$|\/)/,
    never: /^(apps\/(?!server\/src\/platform\/db\/)|packages\/viewer\/)/,
    because: "the migrations that are killed are the server's; the rest of it stays unknown",
  },
  {
    in: /^e2e\/testing\/sites\.ts$/,
    never: /^(apps\/(?!server\/src\/testing\/journey-sites\.ts$)|packages\/viewer\/)/,
    because: "journeys know the running product, and what builds their sites in its database",
  },
  {
    in: /^apps\/server\/src\/platform\//,
    never: /^apps\/server\/src\/(?!platform\/|config\.ts$|testing\/|.*\.table\.ts$)/,
    because: "the platform knows no slice (but the rows that the list of all tables names)",
  },
  {
    in: /^apps\/web\/src\/(platform|ui)\//,
    never: /^apps\/web\/src\/(?!platform\/|ui\/)/,
    because: "platform and ui know no slice",
  },
  {
    in: /^apps\/server\/src\/(?!app\.ts$|testing\/)/,
    never: /\.routes\.ts$/,
    because: "routes are listed in app.ts and used by nobody else",
  },
  {
    in: /^apps\/(server|web)\/src\/[^/]+\/(item|image)\//,
    never: /^apps\/(server|web)\/src\/[^/]+\/(structure|course|case|quiz|share|search)\//,
    because: "items do not know collections",
  },
  {
    in: /^apps\/server\/src\/(seed|web-page)\//,
    never: /^apps\/(server\/src\/(app|main)\.ts$|web\/src\/app\/)/,
    because: "only entries know the whole app",
  },
];

interface Ban {
  /** Whether strings are searched too. */
  readonly isForTexts?: boolean;
  readonly in: RegExp;
  readonly never: RegExp;
  readonly because: string;
}

/** Pattern for code without comments, and without strings unless they are searched too. */
const BANS: readonly Ban[] = [
  {
    in: /^packages\/core\/src\//,
    never: /\bDate\.now\b|\bnew Date\(\s*\)|\bperformance\b(?=\.)/,
    because: "core reads no clock: pass the instant in",
  },
  { in: /^packages\/core\/src\//, never: /\bMath\.random\b|\bcrypto\./, because: "core knows no chance: pass it in" },
  { in: /^packages\/core\/src\//, never: /\bprocess\./, because: "core knows no process" },
  {
    in: /^(apps|packages)\/(?!server\/src\/config\.ts$)/,
    never: /(?<!read(?:Config|OwnAddress|BackupCipher|BackupStore)\()\bprocess\.env\b/,
    because: "only readConfig, readOwnAddress, readBackupCipher and readBackupStore read the environment",
  },
  {
    in: /^apps\/web\/src\/(?!platform\/transport\.ts$)/,
    isForTexts: true,
    never: /["'`]\/api\b/,
    because: "only the transport knows where calls go: urlOf or fileUrlOf (platform/call.ts)",
  },
  {
    in: /^e2e\//,
    isForTexts: true,
    never: /\/s1\b/,
    because: "a journey has a site of its own: sitePath (e2e/testing/sites.ts) names it",
  },
];

const readBy = ({ isForTexts = false }: Ban, file: SourceFile): string => (isForTexts ? file.codeWithTexts : file.code);

/** Journeys are not exempt as tests: these rules also apply to their helper modules. */
const isTest = (path: string): boolean => TEST.test(path) && !path.startsWith("e2e/");

const DRAWER = /(^|\/)(utils?|helpers?|common|lib|shared|misc)(\.[^/]*)?(\/|$)/;

/** All violations, as messages that begin with the file. */
export function findBreaches(files: readonly SourceFile[]): string[] {
  return [
    ...files.flatMap((file) =>
      WALLS.filter((wall) => wall.in.test(file.path)).flatMap((wall) =>
        file.imports
          .filter((imported) => wall.never.test(imported) && !isForTesting(file.path, imported))
          .map((imported) => `${file.path} imports ${imported}: ${wall.because}`),
      ),
    ),
    ...files.flatMap((file) =>
      BANS.filter((ban) => ban.in.test(file.path) && !isTest(file.path) && ban.never.test(readBy(ban, file))).map(
        (ban) => `${file.path} holds ${ban.never.exec(readBy(ban, file))?.[0]}: ${ban.because}`,
      ),
    ),
    ...files
      .filter((file) => DRAWER.test(file.path))
      .map((file) => `${file.path}: no folder or file of that name; name its subject`),
    ...findWingBreaches(files),
    ...findClimbs(files),
    ...findRenderWrites(files),
    ...findCircles(files, (path) => path).map((circle) => `${circle.join(" -> ")}: files in a circle`),
    ...findCircles(files, sliceOf).map((circle) => `${circle.join(" -> ")}: slices in a circle`),
  ];
}

/**
 * Tests may use any package, Node and the complete app; for the repository's own modules the rules of the tested code
 * apply.
 */
function isForTesting(path: string, imported: string): boolean {
  return TEST.test(path) && /^(npm|node):|^apps\/server\/src\/app\.ts$/.test(imported);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const root = resolve(process.argv[2] ?? `${import.meta.dirname}/..`);
  const files = readSourceFiles(root);
  const breaches =
    files.length > 0
      ? [...findBreaches(files), ...findUnusedExports([...files, ...readConfigFiles(root)])]
      : [`${root} holds no source file: nothing was checked`];
  for (const breach of breaches) console.error(breach);
  console.log(`${files.length} files, ${breaches.length} breaches`);
  process.exitCode = breaches.length > 0 ? 1 : 0;
}
