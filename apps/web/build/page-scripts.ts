/**
 * The scripts and style sheets that each screen needs, as a file beside the built pages: the server lists them in the
 * head of the page (`server/web-page`), so that all are loaded in parallel instead of one after the other.
 */
import type { ItemKind } from "@parfocal/core/item/item-kinds.ts";
import type { Plugin, Rolldown } from "vite";
import { ENTRY_ID } from "./page-chunks.ts";

/** By content type, by the word after the site in the URL, or `home`. The first area is the screen's own. */
const SCREENS = {
  home: ["content"],
  "sign-in": ["sign-in"],
  share: ["shared-page", "lazy-english"],
  course: ["content"],
  folder: ["content"],
  image: ["slide"],
  case: ["case", "lazy-english"],
  quiz: ["content", "lazy-english"],
  page: ["content", "lazy-english"],
  embed: ["content", "lazy-english"],
  enrollment: ["content", "lazy-english"],
  textbook: ["content", "textbook-reader", "lazy-english"],
  attachment: ["content", "lazy-english"],
  radiology: ["content", "lazy-english"],
  search: ["search", "lazy-english"],
  manage: ["manage", "lazy-english"],
  upload: ["upload", "lazy-english"],
  work: ["upload", "lazy-english"],
  account: ["account", "lazy-english"],
  "work-groups": ["account", "lazy-english"],
  links: ["account", "lazy-english"],
  "to-review": ["content", "lazy-english"],
  join: ["content", "lazy-english"],
  register: ["content", "lazy-english"],
  registration: ["content", "lazy-english"],
  reset: ["account", "lazy-english"],
  "confirm-email": ["account", "lazy-english"],
} as const satisfies Partial<Record<ItemKind, readonly string[]>> & Record<string, readonly string[]>;

/** URLs below the site, each with a leading slash. */
interface PageFiles {
  readonly scripts: readonly string[];
  readonly styles: readonly string[];
}

export interface PageScripts {
  readonly screens: Readonly<Record<string, PageFiles>>;
  /** The texts of each other language that a visitor may have chosen. */
  readonly languages: Readonly<Record<string, string>>;
}

const FILE_NAME = "page-scripts.json";
const LANGUAGE_AREAS = { de: "german" } as const;

type Bundle = Readonly<Record<string, Rolldown.OutputChunk | Rolldown.OutputAsset>>;

/** Vite's own metadata of a script's style sheets. */
interface WithStyles {
  readonly viteMetadata?: { readonly importedCss: ReadonlySet<string> };
}

/** @throws Error if an area has no script. */
function listPageScripts(bundle: Bundle): PageScripts {
  const chunks = new Map(
    Object.values(bundle).flatMap((file) => (file.type === "chunk" ? [[file.fileName, file] as const] : [])),
  );
  const entryOf = (area: string) => {
    const entry = [...chunks.values()].find(({ facadeModuleId }) => facadeModuleId === ENTRY_ID + area);
    if (!entry) throw new Error(`The area ${area} of the pages has no script (apps/web/build/page-chunks.ts).`);
    return entry;
  };
  const allWith = (areas: readonly string[]): PageFiles => {
    const scripts = new Set<string>();
    const styles = new Set<string>();
    const toVisit = areas.map((area) => entryOf(area).fileName);
    for (let name = toVisit.pop(); name !== undefined; name = toVisit.pop()) {
      const chunk = chunks.get(name);
      if (!chunk || scripts.has(name)) continue;
      scripts.add(name);
      for (const style of (chunk as WithStyles).viteMetadata?.importedCss ?? []) styles.add(style);
      toVisit.push(...chunk.imports);
    }
    const addressed = (names: ReadonlySet<string>) => [...names].map((name) => `/${name}`).sort();
    return { scripts: addressed(scripts), styles: addressed(styles) };
  };
  return {
    screens: Object.fromEntries(Object.entries(SCREENS).map(([screen, areas]) => [screen, allWith(areas)])),
    languages: Object.fromEntries(
      Object.entries(LANGUAGE_AREAS).map(([language, area]) => [language, `/${entryOf(area).fileName}`]),
    ),
  };
}

export function pageScripts(): Plugin {
  return {
    name: "page-scripts",
    apply: "build",
    enforce: "post",
    generateBundle(_options, bundle) {
      this.emitFile({ type: "asset", fileName: FILE_NAME, source: JSON.stringify(listPageScripts(bundle)) });
    },
  };
}
