/**
 * Which modules of ours go together into one script: those that the pages begin with, those that several pages share, and
 * those that a slide's page needs before its first tile. Left alone, the bundler makes a script of every few lines that two
 * parts share, a hundred of them, which pack badly and are asked for one by one.
 *
 * Only our own modules and a few packages are grouped: of packages that offer hundreds of things in one list (icons, the
 * component library) the bundler itself knows what is used where.
 */

/** What the bundler tells of a module: those that it imports at once. */
interface ModuleGraph {
  getModuleInfo(id: string): { readonly importedIds: readonly string[] } | null;
}

const SOURCE = /\/(?:apps\/web|packages\/(?:core|viewer))\/src\/.*\.tsx?$/;
const START_PACKAGES = /\/node_modules\/(?:react|react-dom|scheduler|@tanstack|i18next|react-i18next|idb)\//;

/** All that is loaded at once with a module, itself included. */
function loadedWith(id: string, graph: ModuleGraph): ReadonlySet<string> {
  const loaded = new Set<string>();
  const toVisit = [id];
  for (let next = toVisit.pop(); next !== undefined; next = toVisit.pop()) {
    if (loaded.has(next)) continue;
    loaded.add(next);
    // What packages import among themselves is theirs, but for those that are grouped as a whole.
    if (SOURCE.test(next) || START_PACKAGES.test(next)) toVisit.push(...(graph.getModuleInfo(next)?.importedIds ?? []));
  }
  return loaded;
}

/** @param sourceFolder of the web app, without a slash at its end. */
export function createChunkNames(sourceFolder: string): (id: string, graph: ModuleGraph) => string | null {
  const known = new Map<string, ReadonlySet<string>>();
  const closureOf = (path: string, graph: ModuleGraph): ReadonlySet<string> => {
    const id = `${sourceFolder}/${path}`;
    const closure = known.get(id) ?? loadedWith(id, graph);
    known.set(id, closure);
    return closure;
  };
  const sharing = [
    "course/LandingPage",
    "course/CoursePage",
    "folder/FolderPage",
    "upload/UploadPage",
    "work/WorkPage",
  ];
  return (id, graph) => {
    if (!SOURCE.test(id) && !START_PACKAGES.test(id)) return null;
    const isAtStart = closureOf("app/main.tsx", graph).has(id);
    // Apart: the component library stands between the two, and scripts that need each other run in no sure order.
    if (!SOURCE.test(id)) return isAtStart ? "packages" : null;
    if (isAtStart) return "start";
    if (!closureOf("slide/SlidePage.tsx", graph).has(id)) return null;
    return sharing.some((path) => closureOf(`${path}.tsx`, graph).has(id)) ? "pages" : "slide-screen";
  };
}
