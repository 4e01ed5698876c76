/** The built pages as the server needs them: the page itself, and the scripts and style sheets of each screen. */
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
  /** By kind of item, word of the URL, or `home`; written by `apps/web/build/page-scripts.ts`. */
  readonly screens: Readonly<Record<string, ScreenFiles>>;
  /** Script with the texts, by language. */
  readonly languages: Readonly<Record<string, string>>;
  /** Identifies this build: pages with another value are older or newer. */
  readonly build: string;
}

/** Header of each response to a call; pages compare it with their own build (`web/platform/page-build.ts`). */
export const BUILD_HEADER = "x-parfocal-build";
const BUILD_CHARACTERS = 16;

/** @returns null if no pages are built. */
export function readPageFiles(webFolder: string): PageFiles | null {
  const page = join(webFolder, "index.html");
  if (!existsSync(page)) return null;
  const list = join(webFolder, "page-scripts.json");
  const lists = existsSync(list) ? readFileSync(list, "utf8") : '{"screens":{},"languages":{}}';
  const text = readFileSync(page, "utf8");
  // Script names are derived from their contents, and all of them are in these two files.
  const hash = createHash("sha256").update(text).update(lists).digest("base64url");
  const known = JSON.parse(lists) as Pick<PageFiles, "screens" | "languages">;
  return { page: text, ...known, build: hash.slice(0, BUILD_CHARACTERS) };
}

/** @param path of the URL. @returns the screen that it shows, as named in `PageFiles`. */
export function screenOf(path: string): string {
  const place = parseScreenPath(path);
  if (place) return place.steps.at(-1)?.kind ?? "home";
  const [first = "", word = first] = path.split("/").filter((part) => part !== "");
  if (path.startsWith(SHARED_PAGES)) return first;
  return word === "" ? "home" : word;
}

const SCRIPT = "<script";
const HEAD_END = "</head>";

/**
 * @returns the page with the scripts and style sheets of this screen in its head, so that all of them are requested
 * together.
 */
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
