/**
 * Rejects colours in style sheets except the palettes: other style sheets refer to a colour by its role.
 *
 * Usage: node scripts/check-colours.ts [ROOT]
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";

/** Files in which colour values are allowed. `app/theme.ts` is not a style sheet and is not checked. */
const PALETTES = new Set([
  "apps/web/src/ui/palette.css",
  "apps/web/public/first-paint.css",
  "packages/viewer/src/viewer-palette.css",
]);
const FOLDERS = ["apps", "packages"];
const SKIPPED = /^(node_modules|dist.*|\..*)$/;
const COMMENT = /\/\*[\s\S]*?\*\//g;
/** After a colon, so that a selector such as `#add` does not match; within one declaration. */
const DECLARATION = /(?<=[:,(\s])(?:#[0-9a-f]{3,8}\b|(?:rgba?|hsla?)\()(?=[^{}]*[;}])/gi;

/** One message per colour, with path and line; empty if the style sheet is a palette. */
export function findColours(path: string, styles: string): string[] {
  if (PALETTES.has(path)) return [];
  const code = styles.replace(COMMENT, (comment) => comment.replace(/[^\n]/g, " "));
  return [...code.matchAll(DECLARATION)].map(
    ({ 0: colour, index }) =>
      `${path}:${code.slice(0, index).split("\n").length} has the colour ${colour}: use a token of apps/web/src/ui/palette.css`,
  );
}

/** Paths of all style sheets, from the root. */
export function listStyleSheets(root: string, folder: string): string[] {
  if (!existsSync(`${root}/${folder}`)) return [];
  return readdirSync(`${root}/${folder}`, { withFileTypes: true })
    .filter((entry) => !SKIPPED.test(entry.name))
    .flatMap((entry) => {
      const path = `${folder}/${entry.name}`;
      if (entry.isDirectory()) return listStyleSheets(root, path);
      return path.endsWith(".css") ? [path] : [];
    });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const root = resolve(process.argv[2] ?? `${import.meta.dirname}/..`);
  const paths = FOLDERS.flatMap((folder) => listStyleSheets(root, folder));
  const breaches =
    paths.length > 0
      ? paths.flatMap((path) => findColours(path, readFileSync(`${root}/${path}`, "utf8")))
      : [`${root} holds no style sheet: nothing was checked`];
  for (const breach of breaches) console.error(breach);
  console.log(`${paths.length} style sheets, ${breaches.length} breaches`);
  process.exitCode = breaches.length > 0 ? 1 : 0;
}
