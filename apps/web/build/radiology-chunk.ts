/**
 * The libraries that draw radiological images, with all their dependencies, as one script. If they were split by use
 * like other libraries, their modules (CommonJS and ES modules that depend on each other) would run in the wrong order.
 */

/** Module information from the bundler: static imports. */
interface ModuleGraph {
  getModuleInfo(id: string): { readonly importedIds: readonly string[] } | null;
}

/** The second alternative matches Node modules, which some libraries reference but never use in a browser. */
const LIBRARY = /\/node_modules\/|__vite-browser-external/;

/** @param entry the app's module that starts them, and imports nothing else. */
export function createRadiologyChunk(entry: string): (id: string, graph: ModuleGraph) => string | null {
  let known: ReadonlySet<string> | null = null;
  return (id, graph) => {
    known ??= allBelow(entry, graph);
    return LIBRARY.test(id) && known.has(id) ? "radiology-library" : null;
  };
}

function allBelow(entry: string, graph: ModuleGraph): ReadonlySet<string> {
  const found = new Set<string>();
  const toVisit = [entry];
  for (let next = toVisit.pop(); next !== undefined; next = toVisit.pop()) {
    if (found.has(next)) continue;
    found.add(next);
    toVisit.push(...(graph.getModuleInfo(next)?.importedIds ?? []));
  }
  return found;
}
