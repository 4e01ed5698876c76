/** The built pages as the server needs them: the page itself, and which scripts and style sheets each screen has. */
import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseScreenPath } from "@parfocal/core/item/public-path.ts";
import { SHARED_PAGES } from "@parfocal/core/share/share-path.ts";

interface ScreenFiles {
  readonly scripts: readonly string[];
  readonly styles: readonly string[];
}

export interface PageFiles {
  /** Text of `index.html`. */
  readonly page: string;
  /** By kind of item, word of the address, or `home`; written by `apps/web/build/page-scripts.ts`. */
  readonly screens: Readonly<Record<string, ScreenFiles>>;
  /** By language: the script with its texts. */
  readonly languages: Readonly<Record<string, string>>;
  /** Names this build: pages with another one are older or newer. */
  readonly build: string;
}

/** Of each answer to a call; pages compare it with their own (`web/platform/page-build.ts`). */
export const BUILD_HEADER = "x-parfocal-build";
const BUILD_CHARACTERS = 16;

/** @returns null where no pages are built. */
export function readPageFiles(webFolder: string): PageFiles | null {
  const page = join(webFolder, "index.html");
  if (!existsSync(page)) return null;
  const list = join(webFolder, "page-scripts.json");
  const lists = existsSync(list) ? readFileSync(list, "utf8") : '{"screens":{},"languages":{}}';
  const text = readFileSync(page, "utf8");
  // Names of scripts are made of their contents, and all of them are in these two files.
  const hash = createHash("sha256").update(text).update(lists).digest("base64url");
  const known = JSON.parse(lists) as Pick<PageFiles, "screens" | "languages">;
  return { page: text, ...known, build: hash.slice(0, BUILD_CHARACTERS) };
}

/** @param path of the address. @returns the screen that it shows, as `PageFiles` names it. */
export function screenOf(path: string): string {
  const place = parseScreenPath(path);
  if (place) return place.steps.at(-1)?.kind ?? "home";
  const [first = "", word = first] = path.split("/").filter((part) => part !== "");
  if (path.startsWith(SHARED_PAGES)) return first;
  return word === "" ? "home" : word;
}

const SCRIPT = "<script";
const HEAD_END = "</head>";

/** @returns the page with what this screen needs in its head: all of it is fetched at once. */
export function pageFor(screen: string, { page, screens, languages, build }: PageFiles): string {
  const { scripts, styles } = (Object.hasOwn(screens, screen) ? screens[screen] : undefined) ?? {
    scripts: [],
    styles: [],
  };
  const isNew = (file: string) => !page.includes(`"${file}"`);
  // Before the first script, which reads them.
  const facts = [
    `<meta name="build" content="${build}">\n`,
    ...Object.entries(languages).map(([language, file]) => `<meta name="texts-${language}" content="${file}">\n`),
  ];
  const links = [
    ...styles.filter(isNew).map((file) => `<link rel="stylesheet" crossorigin href="${file}">\n`),
    ...scripts.filter(isNew).map((file) => `<link rel="modulepreload" crossorigin href="${file}">\n`),
  ];
  return page.replace(SCRIPT, () => facts.join("") + SCRIPT).replace(HEAD_END, () => links.join("") + HEAD_END);
}
