/**
 * Assigns modules to scripts. By default the bundler writes a script for every set of modules that the same parts use:
 * 460 files, most of them under 2 kB, 200 of them for one page.
 *
 * Every lazily loaded module (`import()`) belongs to an area: a screen, or the tools of one. A module used by one area
 * is in that area's script. A module used by several is in the first script of `SHARED` whose rule matches. Each rule
 * that matches a set of areas matches every larger set, and the dependencies of a module are used by at least the areas
 * that use the module, so scripts only depend on scripts above them, never on each other. (With cyclic dependencies a
 * script can run before the one it needs, and the page fails with "is not a function".)
 */

import { WINGS } from "../../../scripts/wings.ts";

/** Module information from the bundler. */
interface ModuleInfo {
  readonly importedIds: readonly string[];
  readonly dynamicallyImportedIds: readonly string[];
}

export interface ModuleGraph {
  getModuleInfo(id: string): ModuleInfo | null;
}

const START = "start";

/** Prefix of the ID of an area's entry, followed by the area. The zero marks it as a virtual module for Rolldown. */
export const ENTRY_ID = "\0area:";
/** Code that the bundler itself adds to its scripts. */
const BUNDLER_RUNTIME = /rolldown\/runtime/;

/** The first row that matches a lazily loaded module determines its area. Paths are relative to the source folders. */
const AREAS: readonly (readonly [area: string, paths: RegExp])[] = [
  // On each page, if there is something to announce or to ask.
  ["notices", /^announcement\/AnnouncementBanner\.tsx$|^consent\//],
  ["slide", /^slide\/SlidePage\.tsx$/],
  ["case", /^case\/(CasePage|CaseText)\.tsx$/],
  ["radiology", /^radiology\/stack\//],
  ["shared-page", /^shared-page\/(?:SharedPage|SharedSlide|LinkGone)\.tsx$/],
  ["shared-more", /^shared-page\//],
  ["textbook-reader", /^textbook-reader\/|^textbook\/TextbookDocument\.tsx$/],
  ["sign-in", /^session\/|^app\/landing\/GuestLanding\.tsx$/],
  ["quiz-slide", /^quiz-attempt\/(?:QuestionStage|AnswersPrint)\.tsx$|^quiz\/PreviewSlide\.tsx$/],
  ["quiz-practice", /^quiz-attempt\/QuizPractice\.tsx$/],
  // Only if a closed page has left answers.
  ["stored-answers", /^quiz-attempt\/send-stored-answers\.ts$/],
  [
    "quiz-results",
    /^(?:quiz-(?:results|statistics|consensus)|progress)\/(?:\w+Screen|QuizPrint|ResultsPrint|PlatformMembers)\.tsx$/,
  ],
  ["question-bank", /^question-bank\/\w+Screen\.tsx$/],
  ["account", /^account\/|^work-group\/WorkGroupsPage|^share\/LinksPage/],
  [
    "content",
    /^app\/(?:content-page|landing)\/|^(page|embed|textbook|attachment|enrollment|quiz-attempt|radiology)\/\w+Page\.tsx$|^review\/|^box\/ContentBoxes|^custom-field\/ItemFields|^invite\/JoinPage|^(?:registration|host-sign-in)\/\w+Page\.tsx$/,
  ],
  ["share", /^share\/ShareDialog\.tsx$/],
  ["search", /^search\/SearchPage\.tsx$/],
  ["upload", /^(upload|work)\//],
  ["section-tabs", /^manage\/SectionTabs\.tsx$/],
  // Before the editors: what a tree without an editor needs.
  ["manage", /^(manage|tree)\/(?!AddCaseHere)/],
  ["rich-text", /^rich-text\//],
  [
    "editors",
    /^(course|folder|case|quiz|embed|page|radiology|enrollment|textbook|textbook-mark|attachment|image-editor|manage)\/\w*(Editor|Dialog|Here)\.tsx$|^(announcement|media|document|audit-log|lti|server-status|custom-field|site|user|user-group|user-import|voucher|picker|tag)\/|^invite\/(?!InviteDialog)/,
  ],
  // Only for slides with a colour adjustment.
  ["tile-painting", /^colour\/tile-painting\.ts$/],
  ["annotation", /^(annotation|annotation-editing)\//],
  [
    "slide-tools",
    /^(slide|measuring|counting|cell-analysis|grid|cursor|colour|stain|image|about|annotation-style|annotation-exchange|channels)\//,
  ],
  ["palette", /^app\/palette\//],
  // Only in frames created by `parfocal-slide.js`.
  ["frame", /^app\/frame\//],
  ["lazy-english", /^app\/lazy-english\.ts$/],
  ["german", /^app\/german\.ts$/],
  ["shell", /^textbook-mark\/BookReturnBar\.tsx$|^(app|progress|search|work-group|invite)\/|^@mantine\/notifications$/],
];

type Areas = ReadonlySet<string>;

const hasAny = (areas: Areas, requested: readonly string[]): boolean => requested.some((area) => areas.has(area));

const TEXTS = ["lazy-english", "german"];
const LEARNERS_PAGES = ["content", "search", "sign-in", "shell"];

/** In this order; the last one matches all modules that several areas use. */
const SHARED: readonly (readonly [script: string, rule: (areas: Areas) => boolean])[] = [
  [START, (areas) => areas.has(START)],
  // Texts refer to limits of many parts; a page that needs its texts must not load those parts.
  [START, (areas) => areas.size > 1 && hasAny(areas, TEXTS)],
  [START, (areas) => areas.has("slide") && hasAny(areas, LEARNERS_PAGES)],
  ["viewer", (areas) => areas.has("slide") && areas.size > 1],
  ["components", (areas) => areas.size > 1 && hasAny(areas, LEARNERS_PAGES)],
  ["sections", (areas) => areas.has("section-tabs") && areas.size > 1],
  ["tools", (areas) => areas.size > 1 && hasAny(areas, ["case", "annotation", "slide-tools"])],
  // The page of a textbook, and that of a shared one.
  ["reader", (areas) => areas.size > 1 && areas.has("textbook-reader")],
  ["administration", (areas) => areas.size > 1],
];

/**
 * Their libraries change rarely and are large, so they are separate scripts, which stay in the browser's cache across
 * releases.
 */
const WITH_LIBRARY_APART: readonly string[] = [START, "viewer"];

const SOURCE = /\/(?:apps\/web|packages\/(?:core|viewer))\/src\//;
/** Folder of a slice, without its name: areas are defined by slices, regardless of their wing. */
const FOLDER_OF_SLICE = new RegExp(
  `^.*/(?:apps/web|packages/(?:core|viewer))/src/(?:(?:${WINGS.join("|")})/|app/(?=manage/))?`,
);
const LIBRARY = /\/node_modules\//;

/** @throws Error for a lazily loaded module without an area. */
export function areaOf(id: string): string {
  const path = SOURCE.test(id) ? id.replace(FOLDER_OF_SLICE, "") : id;
  for (const [area, paths] of AREAS) if (paths.test(path)) return area;
  throw new Error(`${path} is fetched later and belongs to no area: add it to AREAS in apps/web/build/page-chunks.ts.`);
}

/**
 * @param areas areas of a module. @returns the name of its script; null: it is used by one area, and stays with that
 *   area's entry.
 */
export function scriptOf(areas: Areas, isLibrary: boolean): string | null {
  const script = SHARED.find(([, rule]) => rule(areas))?.[0];
  if (script === undefined) return null;
  return isLibrary && WITH_LIBRARY_APART.includes(script) ? `${script}-library` : script;
}

/** @param entry the entry module of the page. @returns the areas of each module that the pages use. */
export function findAreas(entry: string, graph: ModuleGraph): ReadonlyMap<string, Areas> {
  const areasOf = new Map<string, Set<string>>();
  const visit = (root: string, area: string) => {
    const toVisit = [root];
    for (let id = toVisit.pop(); id !== undefined; id = toVisit.pop()) {
      const areas = areasOf.get(id) ?? new Set();
      if (areas.has(area)) continue;
      areasOf.set(id, areas.add(area));
      toVisit.push(...(graph.getModuleInfo(id)?.importedIds ?? []));
    }
  };
  visit(entry, START);
  for (const root of findEntries(entry, graph)) visit(root, root.slice(ENTRY_ID.length));
  return areasOf;
}

/** @returns the entries of all areas. */
function findEntries(entry: string, graph: ModuleGraph): ReadonlySet<string> {
  const seen = new Set<string>();
  const toVisit = [entry];
  for (let id = toVisit.pop(); id !== undefined; id = toVisit.pop()) {
    if (seen.has(id)) continue;
    seen.add(id);
    const { importedIds = [], dynamicallyImportedIds = [] } = graph.getModuleInfo(id) ?? {};
    toVisit.push(...importedIds, ...dynamicallyImportedIds);
  }
  return new Set([...seen].filter((id) => id.startsWith(ENTRY_ID)));
}

/** @param sourceFolder folder of the web app, without a trailing slash. */
export function createPageChunks(sourceFolder: string): (id: string, graph: ModuleGraph) => string | null {
  let known: ReadonlyMap<string, Areas> | null = null;
  return (id, graph) => {
    if (BUNDLER_RUNTIME.test(id)) return `${START}-library`;
    known ??= findAreas(`${sourceFolder}/app/main.tsx`, graph);
    const areas = known.get(id);
    return areas ? scriptOf(areas, LIBRARY.test(id)) : null;
  };
}
